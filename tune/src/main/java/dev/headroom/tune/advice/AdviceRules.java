package dev.headroom.tune.advice;

import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.search.KnobBand;
import dev.headroom.tune.search.Verdict;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rules that turn a design, formulas and runs into recommendations. */
public final class AdviceRules {
  private static final String NOT_RUN = "The runs that would compare it were not made.";

  private final FabricAdvice advice;
  private final FormulaSettings formula;
  private final List<Recommendation> all = new ArrayList<>();

  private AdviceRules(FabricAdvice advice) {
    this.advice = advice;
    formula = advice.basis().formula();
  }

  /** The recommendations, in the order to read them. */
  public static List<Recommendation> of(FabricAdvice advice) {
    AdviceRules rules = new AdviceRules(advice);
    rules.thresholds();
    rules.headroom();
    rules.classes();
    rules.watchdog();
    rules.paths();
    return List.copyOf(rules.all);
  }

  /** All recommended knobs that a scenario has, with their values. */
  public static Map<String, String> knobs(FabricAdvice advice) {
    Map<String, String> knobs = new TreeMap<>(advice.basis().formula().knobs());
    knobs.putAll(advice.search().changed());
    for (TopicComparison topic : advice.topics()) {
      topic
          .adopted()
          .ifPresent(each ->
              each.alternative().overrides().values().stream()
                  .flatMap(List::stream)
                  .filter(override -> !override.startsWith("workload"))
                  .forEach(override -> {
                    int equals = override.indexOf('=');
                    knobs.put(override.substring(0, equals), override.substring(equals + 1));
                  }));
    }
    return knobs;
  }

  private void thresholds() {
    threshold(
        "Kmin",
        "congestion.kmin",
        ("Marks begin here. At the formulas' alpha of %s it may be %s at most: then no ingress of "
                + "the whole chip is paused before a queue marks, whatever the traffic (Zhu et al., "
                + "SIGCOMM 2015, section 4; %d ports, %s shared).")
            .formatted(
                FormulaSettings.plain(FormulaSettings.ALPHA),
                NumberText.size(formula.boundOfKmin(FormulaSettings.ALPHA)),
                formula.margin().ports(),
                NumberText.size(formula.margin().sharedBytes())));
    threshold(
        "Kmax",
        "congestion.kmax",
        "From here every packet is marked. The formula has 4 Kmin, as run.py of the HPCC simulator.");
    threshold(
        "Pmax",
        "congestion.pmax",
        "Probability of a mark at Kmax. The formula has 20 %, as run.py of the HPCC simulator.");
    threshold(
        "alpha of lossless classes",
        "fabric.switches.alpha",
        "Share of the free buffer that one ingress may hold before it is paused (dynamic_th of "
            + "SONiC is log2 of it). The formula has 1, as the profiles that Dell ships with SONiC.");
  }

  private void threshold(String setting, String knob, String reason) {
    Optional<StudyResult> result = advice.search().result();
    String value = knobs(advice).getOrDefault(knob, "");
    if (result.isEmpty()) {
      add(setting, knob, value, reason, Sureness.NOT_COMPARED, NOT_RUN);
    } else if (advice.search().changed().containsKey(knob)) {
      Optional<ComparedAlternative> revert = advice.search().revert(knob);
      boolean isSure = revert.filter(ComparedAlternative::isWorse).isPresent();
      String evidence =
          revert
              .map(each ->
                  "%s alone: %s"
                      .formatted(
                          each.alternative().description(),
                          each.fault().isEmpty()
                              ? DifferenceText.of(each.differences())
                              : "fails (" + each.fault() + ")"))
              .orElse("");
      add(
          setting,
          knob,
          value,
          reason,
          isSure ? Sureness.MEASURED : Sureness.WITHIN_NOISE,
          evidence + (isSure ? "" : "; it goes with the other values, with which it was tested"));
    } else {
      add(setting, knob, value, reason, kept(result.get()), keptText(knob, result.get()));
    }
  }

  private Sureness kept(StudyResult result) {
    return result.search().verdict() == Verdict.TRADE ? Sureness.TRADE : Sureness.WITHIN_NOISE;
  }

  private String keptText(String knob, StudyResult result) {
    Optional<ComparedAlternative> revert = advice.search().revert(knob);
    if (revert.isPresent()) {
      return "the search tried another value; with %s: %s"
          .formatted(
              revert.get().alternative().description(),
              DifferenceText.of(revert.get().differences()));
    }
    String band =
        result.search().bands().stream()
            .filter(each -> each.knob().equals(knob))
            .findFirst()
            .map(AdviceRules::band)
            .orElse("");
    return "the search found no settings that are surely better" + band;
  }

  private static String band(KnobBand band) {
    boolean isLinked = band.knob().equals("congestion.kmax");
    return "; values from %s to %s%s serve as well as its best"
        .formatted(band.least(), band.most(), isLinked ? " times Kmin" : "");
  }

  private void headroom() {
    ClusterPlan plan = advice.plan().cluster();
    String source = plan.chip().headroomSource();
    add(
        "PFC headroom, hosts, %s".formatted(plan.cable()),
        "pfc.headroom",
        NumberText.size(formula.headroomBytes()),
        "Buffer for what arrives after a pause was sent; with less a lossless class can drop. "
            + source
            + ".",
        Sureness.COMPUTED,
        "");
    add(
        "PFC headroom, uplinks, %s".formatted(plan.uplinkCable()),
        "pfc.headroom",
        NumberText.size(formula.uplinkHeadroomBytes()),
        "The same for the longer cable. The simulator gives every port the larger value.",
        Sureness.COMPUTED,
        "");
    add(
        "buffer",
        "fabric.switches.buffer",
        "%s shared of %s"
            .formatted(
                NumberText.size(formula.margin().sharedBytes()),
                NumberText.size(formula.margin().totalBytes())),
        "The chip's largest pool, less %s of headroom of %d ports and %s, and a reserve of 4 KiB each."
            .formatted(
                NumberText.size(formula.margin().headroomBytes()),
                formula.margin().ports(),
                CountedNoun.of(formula.classes(), "lossless class", "lossless classes")),
        Sureness.COMPUTED,
        "");
  }

  private void classes() {
    boolean canHaveTwo =
        FormulaSettings.canHave(advice.plan().cluster(), advice.basis().design(), 2);
    topic(
        TopicComparison.CLASSES,
        "pfc.classes",
        "3",
        "One lossless class for RDMA costs the least headroom. A second one, for storage, costs "
            + "as much headroom again"
            + (canHaveTwo ? "." : ", for which this chip's buffer has no room with these cables."));
    add(
        "DSCP of data",
        "transport.dscp",
        formula.classes() == 1 ? "26 to class 3" : "26 to class 3, 34 to class 4",
        "As in NVIDIA's examples. The map must be set: SONiC's stock map sends DSCP 26 to class 1, "
            + "which is lossy. The traffic class byte of NCCL is 106: 4 x 26 with ECT(0).",
        Sureness.CONVENTION,
        "");
    add(
        "CNP: class and DSCP",
        "transport.cnpClass",
        "6 strict, DSCP 48",
        "A CNP behind data would arrive as late as the queue is long. Class 6 is the default of "
            + "ConnectX firmware (CNP_802P_PRIO).",
        Sureness.CONVENTION,
        "");
    add(
        "scheduling",
        "fabric.switches.scheduling",
        formula.classes() == 1 ? "strict 6,7; 0 and 3 share" : "strict 6,7; 3 and 4 share",
        "CNPs and control are strict; RDMA and the rest share, as in the RoCE defaults of NVIDIA "
            + "Cumulus Linux.",
        Sureness.CONVENTION,
        "");
  }

  private void watchdog() {
    add(
        "PFC watchdog",
        "pfc.watchdog.action",
        "drop, 200 ms, back in 400 ms",
        "A NIC that pauses without end stops whole trees of links. Detection in 200 ms is the default of "
            + "SONiC (config pfcwd start_default), and longer than any pause of a working fabric; "
            + "restoration is twice that.",
        Sureness.CONVENTION,
        "");
  }

  private void paths() {
    topic(
        TopicComparison.ROUTING,
        "routing.algorithm",
        "ecmp",
        "ECMP needs nothing of the NICs. Adaptive routing needs switches that choose by queue "
            + "for each packet, and NICs that place packets out of order (ConnectX-5 and later).");
    topic(
        TopicComparison.QUEUE_PAIRS,
        "workload.queuePairs",
        "1",
        "More queue pairs spread a connection over more paths of ECMP, and cost context in the "
            + "NIC. NCCL_IB_QPS_PER_CONNECTION, with NCCL_IB_SPLIT_DATA_ON_QPS=1.");
    add(
        "path MTU",
        "transport.mtu",
        "4096, ports 9100",
        "The largest MTU of RDMA. A switch port of 9,100 B, SONiC's default, carries it.",
        Sureness.CONVENTION,
        "");
  }

  private void topic(String topic, String knob, String before, String reason) {
    Optional<TopicComparison> made =
        advice.topics().stream().filter(each -> each.topic().equals(topic)).findFirst();
    if (made.isEmpty()) {
      boolean isDone = advice.search().result().isPresent();
      add(
          topic,
          knob,
          before,
          reason,
          isDone ? Sureness.CONVENTION : Sureness.NOT_COMPARED,
          isDone ? "This fabric and its traffic leave nothing to compare." : NOT_RUN);
      return;
    }
    List<ComparedAlternative> compared = made.get().compared();
    add(
        topic,
        knob,
        made.get().value(),
        reason,
        sureness(made.get()),
        "against %s, %s"
            .formatted(
                before,
                compared.stream().map(DifferenceText::of).collect(Collectors.joining("; "))));
  }

  private static Sureness sureness(TopicComparison made) {
    if (made.adopted().isPresent()
        || made.compared().stream().allMatch(each -> each.isWorse() && !each.isTrade())) {
      return Sureness.MEASURED;
    }
    return made.compared().stream().anyMatch(ComparedAlternative::isTrade)
        ? Sureness.TRADE
        : Sureness.WITHIN_NOISE;
  }

  private void add(
      String setting,
      String knob,
      String value,
      String reason,
      Sureness sureness,
      String evidence) {
    all.add(new Recommendation(setting, knob, value, reason, sureness, evidence));
  }
}
