package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rule about the PFC pauses that a switch's ports received and sent. A port that receives pauses
 * has the slow receiver behind it; a port that sends them passes the congestion on. Counters are
 * from when they were cleared, so that only large ones are a warning.
 */
final class PauseCounters extends HostRule {
  private static final String NEEDS = SwitchVendors.commandsText(SwitchTopic.PAUSES);

  /** Each may stop a priority for 335 us at 100 Gb/s: so many in one counter are minutes. */
  private static final long MANY = 1_000_000;

  private static final Pattern KEY = Pattern.compile("counter\\.(rx|tx)\\.pfc(?:\\.([0-7]))?");

  PauseCounters() {
    super(
        RuleInfo.warning("switch.pfc-counters")
            .title("no port of the switch received or sent a million PFC pauses in a priority")
            .inputs(NEEDS)
            .cause(
                "The device behind a port that receives pauses drains its buffer too slowly. The "
                    + "switch's queue to that port fills, and the switch pauses the ports that feed "
                    + "it. All traffic of the priority behind these ports waits.")
            .modes(29, 30)
            .source(
                "IEEE 802.1Q-2022, 36 (a pause is at most 65535 x 512 bit times); SONiC command"
                    + " reference, show pfc counters; Guo et al., SIGCOMM 2016, 4.3"));
  }

  /**
   * Pauses of a port in one direction.
   *
   * @param priority empty for the sum of all
   */
  private record Pauses(
      String port, boolean received, OptionalInt priority, long count, Evidence line) {
    String words() {
      return "%s %s %d pauses%s"
          .formatted(
              port,
              received ? "received" : "sent",
              count,
              priority.isPresent() ? " in priority " + priority.getAsInt() : "");
    }
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Pauses> all = read(host);
    if (all.isEmpty()) {
      if (SwitchVendors.qos(host).isPresent()) {
        to.missingInput(host.name(), NEEDS);
      } else {
        to.notApplicable(host.name(), "it is not a switch");
      }
      return;
    }
    List<Pauses> some =
        all.stream()
            .filter(each -> each.count() > 0)
            .sorted(Comparator.comparingLong(Pauses::count).reversed())
            .toList();
    all.stream().filter(each -> each.count() == 0).forEach(_ -> to.pass());
    if (some.isEmpty()) {
      return;
    }
    List<Pauses> many = some.stream().filter(each -> each.count() >= MANY).toList();
    List<Pauses> told = many.isEmpty() ? some : many;
    to.finding(host.name(), "", message(told) + source(some) + lossy(host, told))
        .severity(many.isEmpty() ? Severity.INFO : Severity.WARNING)
        .addEvidence(told.stream().map(Pauses::line).distinct().toList())
        .fix(() -> Fix.advice(advice(some)))
        .report();
  }

  /** Priorities in which some port of the switch sent pauses. */
  static Set<Integer> sent(HostFacts host) {
    return read(host).stream()
        .filter(each -> !each.received() && each.count() > 0)
        .flatMapToInt(each -> each.priority().stream())
        .boxed()
        .collect(Collectors.toUnmodifiableSet());
  }

  private static List<Pauses> read(HostFacts host) {
    List<Pauses> all = new ArrayList<>();
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      List<Pauses> own = new ArrayList<>();
      for (Fact fact : host.facts().firstFactsOf(port, name -> KEY.matcher(name).matches())) {
        Matcher key = KEY.matcher(fact.key());
        Optional<Long> count =
            key.matches() ? ValueParser.wholeNumber(fact.value()) : Optional.empty();
        count.ifPresent(number ->
            own.add(
                new Pauses(
                    port.name(),
                    key.group(1).equals("rx"),
                    key.group(2) == null
                        ? OptionalInt.empty()
                        : OptionalInt.of(Integer.parseInt(key.group(2))),
                    number,
                    fact.evidence())));
      }
      // The sum of a port says nothing more where its priorities are told.
      boolean each = own.stream().anyMatch(pauses -> pauses.priority().isPresent());
      own.stream().filter(pauses -> pauses.priority().isPresent() || !each).forEach(all::add);
    }
    return all;
  }

  private static String message(List<Pauses> told) {
    return SwitchRule.some(told.stream().map(Pauses::words).toList());
  }

  /** The port where most pauses arrive, if it is one. */
  private static Optional<Pauses> culprit(List<Pauses> all) {
    long sum = all.stream().filter(Pauses::received).mapToLong(Pauses::count).sum();
    return all.stream()
        .filter(Pauses::received)
        .findFirst()
        .filter(most -> most.count() >= sum / 2.0);
  }

  private static String source(List<Pauses> all) {
    long sum = all.stream().filter(Pauses::received).mapToLong(Pauses::count).sum();
    return culprit(all)
        .map(most ->
            String.format(
                Locale.ROOT,
                "; %.1f %% of all pauses that the switch received came from the device behind %s",
                100.0 * most.count() / sum,
                most.port()))
        .orElse("");
  }

  /** Pauses of a priority that the port does not treat as lossless have no effect there. */
  private static String lossy(HostFacts host, List<Pauses> told) {
    Optional<SwitchQos> qos = SwitchVendors.qos(host);
    List<String> ignored =
        told.stream()
            .filter(Pauses::received)
            .filter(each -> qos.stream().anyMatch(of -> isLossy(of, each)))
            .map(each -> each.port() + " priority " + each.priority().getAsInt())
            .distinct()
            .toList();
    return ignored.isEmpty() ? "" : "; PFC is off on the switch for " + SwitchRule.some(ignored);
  }

  private static boolean isLossy(SwitchQos qos, Pauses pauses) {
    ReportedValue<SortedSet<Integer>> lossless =
        qos.port(qos.ports().names().resolve(pauses.port())).lossless();
    return pauses.priority().isPresent()
        && lossless.matches(
            classes -> !classes.isEmpty() && !classes.contains(pauses.priority().getAsInt()));
  }

  private static String advice(List<Pauses> all) {
    String first =
        culprit(all)
            .map(most ->
                "look at the device behind %s first: tx_prio%s_pause of a host, its PCIe link and its receive buffers, or the next switch's pauses"
                    .formatted(
                        most.port(),
                        most.priority().isPresent()
                            ? String.valueOf(most.priority().getAsInt())
                            : "N"))
            .orElse(
                all.stream().anyMatch(Pauses::received)
                    ? "look at the devices behind the ports that receive pauses: tx_prioN_pause of hosts, or the next switch's pauses"
                    : "read the pauses that the same ports receive: the congested queue is at a port that receives pauses or that many ports send to");
    return first + "; read the counters twice under load: only the growth tells whether it goes on";
  }
}
