package dev.headroom.run.summary;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.HostCores;
import dev.headroom.run.figures.MemoryErrors;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.run.figures.UnfinishedCounts;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.sim.check.PartialGoBackUnits;
import dev.headroom.sim.measure.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Selection of the headline: the first of these that applies.
 *
 * <ol>
 *   <li>the run lost count: packets or bytes that are nowhere, by the simulator's own fault
 *   <li>a lossless class dropped packets: what PFC is there to prevent
 *   <li>queue pairs went to error
 *   <li>a person stopped the run
 *   <li>flows are unfinished
 *   <li>a link went down
 *   <li>the network waits for the inside of a host, as {@link HostBottleneck} says when: its PCIe
 *       link, memory that is registered, caches of its NIC
 *   <li>a link was paused at least {@link #PAUSED} of the time
 *   <li>at least {@link #LOST} of the data packets were dropped or sent again
 *   <li>one link was busy at least {@link #SATURATED} of the time, or {@link #BUSY} where the
 *       median flow took at least {@link #SLOW} times as long as alone, and others that could have
 *       been taken, on average, less than {@link #UNEVEN} of that, or there is none like it
 *   <li>at least {@link #MARKED} of the packets were marked, the median flow took at least {@link
 *       #SLOW} times as long as alone, and yet no link was busier than {@link #BUSY}
 *   <li>the workload is a collective: how fast it was, and what it waited for if its NICs were idle
 *   <li>the workload is a job of GPUs: where its time went
 *   <li>the workload is prompts: when their first tokens came, and what for
 *   <li>of several parts of the workload one had a median flow that took at least {@link #SLOW}
 *       times as long as alone, and as many times what that of another took; not of parts whose
 *       flows share links with each other by design
 *   <li>one flow in a hundred took at least {@link #TAIL} times as long as alone
 *   <li>all is well
 * </ol>
 *
 * What broke is named with any of them, before what it left unfinished.
 */
public final class HeadlineSelector {
  static final double PAUSED = 0.1;
  static final double LOST = 0.001;
  static final double SATURATED = 0.9;
  static final double UNEVEN = 0.7;
  static final double MARKED = 0.05;
  static final double SLOW = 2;
  static final double BUSY = 0.7;
  static final double TAIL = 15;

  private final Scenario scenario;
  private final RunResult result;
  private final List<WorkloadFigures> workloads;
  private final long durationPs;
  private final PortLoads ports;
  private final UnfinishedCounts counts;
  private final List<UnfinishedFlow> unfinishedFlow;
  private final List<PartResult> parts;
  private final Distribution slowdown;
  private final FailureSummary failureSummary;
  private final LossHeadlines loss;
  private final LinkHeadlines links;

  HeadlineSelector(
      Scenario scenario,
      RunResult result,
      List<WorkloadFigures> workloads,
      long durationPs,
      PortLoads ports,
      UnfinishedCounts counts,
      List<UnfinishedFlow> unfinishedFlow,
      List<PartResult> parts,
      Distribution slowdown) {
    this.scenario = scenario;
    this.result = result;
    this.workloads = workloads;
    this.durationPs = durationPs;
    this.ports = ports;
    this.counts = counts;
    this.unfinishedFlow = unfinishedFlow;
    this.parts = parts;
    this.slowdown = slowdown;
    failureSummary = new FailureSummary(scenario, result);
    loss = new LossHeadlines(scenario, result, ports);
    links = new LinkHeadlines(scenario, result, ports, slowdown);
  }

  Headline headline() {
    Headline gravest = mostSevere();
    return gravest.kind() == Headline.Kind.FAILURE
        ? gravest
        : failureSummary
            .first()
            .map(what ->
                new Headline(
                    gravest.kind(),
                    gravest.kind() == Headline.Kind.UNFINISHED
                            || gravest.kind() == Headline.Kind.PAUSES
                        ? what + "; " + gravest.text()
                        : gravest.text() + " In this run, " + what + "."))
            .orElse(gravest);
  }

  private Headline mostSevere() {
    return Stream.<Supplier<Optional<Headline>>>of(
            this::unbalanced,
            loss::losslessDrops,
            this::queuePairErrors,
            this::interrupted,
            this::unfinished,
            this::failure,
            this::insideHost,
            links::pauses,
            loss::loss,
            links::bottleneck,
            links::rateCollapse,
            this::collective,
            this::job,
            this::inference,
            this::slowPart,
            this::slowTail)
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(this::allIsWell);
  }

  private Optional<Headline> unbalanced() {
    int faults = result.imbalances().size();
    return faults == 0
        ? Optional.empty()
        : headlineOf(
            Headline.Kind.UNBALANCED,
            "Do not trust this run: Headroom has a bug. Its packet and byte counts do not "
                + "balance: "
                + result.imbalances().getFirst()
                + (faults > 1 ? " (and " + (faults - 1) + " more)" : "")
                + ". Please report this with the run's scenario.yaml.");
  }

  private Optional<Headline> queuePairErrors() {
    if (counts.failed() == 0) {
      return Optional.empty();
    }
    Map.Entry<String, Long> first =
        counts.byFailure().entrySet().stream()
            .max(
                Map.Entry.<String, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .orElseThrow();
    return headlineOf(
        Headline.Kind.QP_ERRORS,
        NumberText.plural(counts.failed(), "flow", "flows")
            + " failed: "
            + first.getKey()
            + (counts.byFailure().size() > 1
                ? " ("
                    + (first.getValue() == 1 ? "one" : NumberText.count(first.getValue()))
                    + " of them)"
                : "")
            + "."
            + MemoryErrors.remedy(first.getKey())
            + waits().map(who -> " " + who + ".").orElse("")
            + partialUnits()
            + tightQueue());
  }

  /** That no full frame got through some switch, where packets were lost for that. */
  private String tightQueue() {
    return result.counts().drops().keySet().stream()
        .flatMap(cause -> DropReasons.tight(cause, scenario).stream())
        .findFirst()
        .map(text -> " " + text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".")
        .orElse("");
  }

  private Optional<Headline> interrupted() {
    return result.outcome() == RunResult.Outcome.INTERRUPTED
        ? headlineOf(
            Headline.Kind.INTERRUPTED,
            "Interrupted at "
                + NumberText.time(result.endPs())
                + " of simulated time, with "
                + NumberText.count(result.counts().finished())
                + " of "
                + NumberText.plural(result.counts().flows(), "flow", "flows")
                + " finished.")
        : Optional.empty();
  }

  private Optional<Headline> unfinished() {
    long left = result.counts().flows() - result.counts().finished();
    Optional<String> waits = waits();
    if (left == 0 && waits.isEmpty()) {
      return Optional.empty();
    }
    if (left == 0) {
      return headlineOf(Headline.Kind.UNFINISHED, "The step did not finish: " + waits.get() + ".");
    }
    String why =
        result.deadlock().exists()
            ? "deadlock (" + UnfinishedFlowReasons.ring(result.deadlock(), scenario) + ")"
            : waits.isPresent()
                ? waits.get()
                : counts.neverStarted() == left
                    ? "none of them had started"
                    : unfinishedFlow.isEmpty()
                        ? "the run ended"
                        : unfinishedFlow.getFirst().path()
                            + ": "
                            + unfinishedFlow.getFirst().reason();
    return headlineOf(
        Headline.Kind.UNFINISHED,
        NumberText.count(left)
            + " of "
            + NumberText.plural(result.counts().flows(), "flow", "flows")
            + " did not finish by "
            + NumberText.time(result.endPs())
            + ": "
            + why
            + "."
            + partialUnits());
  }

  private Optional<Headline> failure() {
    return failureSummary.sentence().flatMap(text -> headlineOf(Headline.Kind.FAILURE, text));
  }

  /** Why flows have not ended that never would. */
  private String partialUnits() {
    return PartialGoBackUnits.of(scenario)
        .map(CheckText::partial)
        .map(text -> " " + text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".")
        .orElse("");
  }

  private Optional<Headline> insideHost() {
    return HostBottleneck.of(scenario, result, ports, durationPs).map(HostBottleneckText::headline);
  }

  private Optional<Headline> collective() {
    CollectiveText words =
        new CollectiveText(
            ports,
            slowdown,
            HostCores.of(scenario, result),
            CollectiveText.Hands.of(scenario, result));
    return CollectiveFigures.of(scenario, result)
        .filter(figures -> !(scenario.flows() instanceof CombinedFlowProgram))
        .flatMap(figures ->
            headlineOf(
                words.isSlow() ? Headline.Kind.SLOW_COLLECTIVE : Headline.Kind.COLLECTIVE,
                words.sentence(figures)));
  }

  private Optional<Headline> slowPart() {
    return SlowPart.among(parts)
        .flatMap(slow -> headlineOf(Headline.Kind.SLOW_PART, slow.sentence()));
  }

  private Optional<Headline> slowTail() {
    if (slowdown.count() == 0 || slowdown.p99() < TAIL) {
      return Optional.empty();
    }
    List<PortLoad> busiest = ports.top(1, PortLoad::busy);
    return headlineOf(
        Headline.Kind.SLOW_TAIL,
        "The slowest 1 % of the flows took at least "
            + NumberText.ratio(slowdown.p99())
            + " times their time on an idle network, the median "
            + NumberText.ratio(slowdown.p50())
            + (busiest.isEmpty() ? "" : "; " + links.busiestLink(busiest.getFirst()))
            + ".");
  }

  private Optional<Headline> job() {
    return workloads.stream()
        .filter(each -> each.job().isPresent())
        .max(Comparator.comparingLong(WorkloadFigures::durationPs))
        .flatMap(JobText::summary)
        .flatMap(sentence -> headlineOf(Headline.Kind.JOB, sentence));
  }

  private Optional<Headline> inference() {
    return workloads.stream()
        .map(InferenceText::summary)
        .flatMap(Optional::stream)
        .findFirst()
        .flatMap(sentence -> headlineOf(Headline.Kind.INFERENCE, sentence));
  }

  /** Who waits for whom in the first job where anybody does. */
  private Optional<String> waits() {
    return workloads.stream().map(JobText::waitSentence).flatMap(Optional::stream).findFirst();
  }

  private Headline allIsWell() {
    List<PortLoad> busiest = ports.top(1, PortLoad::busy);
    String flows =
        result.counts().flows() == 0
            ? "The workload has no flows"
            : allOf(result.counts().flows()) + " finished in " + NumberText.time(durationPs);
    String link = busiest.isEmpty() ? "" : "; " + links.busiestLink(busiest.getFirst());
    return new Headline(Headline.Kind.ALL_IS_WELL, flows + link + ".");
  }

  private static String allOf(long flows) {
    if (flows > 2) {
      return "All " + NumberText.count(flows) + " flows";
    }
    return flows == 2 ? "Both flows" : "The flow";
  }

  private static Optional<Headline> headlineOf(Headline.Kind kind, String text) {
    return Optional.of(new Headline(kind, text));
  }
}
