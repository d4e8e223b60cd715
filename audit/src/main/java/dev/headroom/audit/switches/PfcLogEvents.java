package dev.headroom.audit.switches;

import static java.util.stream.Collectors.joining;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.PfcLog;
import dev.headroom.formats.switches.PfcLog.Event;
import dev.headroom.formats.switches.PfcLog.What;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * Rule about PFC events in a switch log: storms, or pauses of a class that is not lossless there.
 */
final class PfcLogEvents extends HostRule {
  private static final String NEEDS = SwitchVendors.commandsText(SwitchTopic.LOG);
  private static final String SOURCE =
      "sonic-net/sonic-swss, orchagent/pfcwdorch.cpp, pfcactionhandler.cpp";

  private final What kind;
  private final String what;
  private final String advice;

  /**
   * A rule about one kind of lines.
   *
   * @param advice up to the words of the switch's vendor
   */
  private PfcLogEvents(RuleInfo ruleInfo, What kind, String what, String advice) {
    super(ruleInfo);
    this.kind = kind;
    this.what = what;
    this.advice = advice;
  }

  static HostRule storms() {
    return new PfcLogEvents(
        RuleInfo.warning("switch.pfc-storms-in-log")
            .title("the PFC watchdog logged no storm")
            .inputs(NEEDS)
            .cause(
                "The neighbor paused a queue for so long that the watchdog disabled the class. "
                    + "Its packets are dropped until the pauses end.")
            .modes(30)
            .source(SOURCE),
        What.STORM,
        "the PFC watchdog detected storms at ",
        "find the sender of the pauses: the host behind that port, by its tx_prioN_pause; ");
  }

  static HostRule lossy() {
    return new PfcLogEvents(
        RuleInfo.warning("switch.pfc-on-lossy")
            .title("no pauses arrive for a class that is lossy on the switch")
            .inputs(NEEDS)
            .cause(
                "The host behind the port has PFC on for a priority that is lossy on the switch. "
                    + "The switch ignores these pauses, and drops packets of the same class when "
                    + "its buffer is full.")
            .modes(28)
            .source(SOURCE + "; sonic-net/sonic-buildimage#5910"),
        What.PAUSES_OF_LOSSY,
        "pauses arrive for lossy queues at ",
        "compare the host's PFC priorities (mlnx_qos) with ");
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    SequencedSet<String> queues = new LinkedHashSet<>();
    List<Evidence> seen = new ArrayList<>();
    String words = "";
    for (PfcLog log : SwitchVendors.logs()) {
      Optional<List<Event>> events = log.read(host);
      any |= events.isPresent();
      for (Event event : events.orElse(List.of())) {
        if (event.kind() == kind) {
          queues.add(event.port() + ":" + event.queue());
          seen.add(event.evidence());
          words = log.advice(kind);
        }
      }
    }
    String cure = advice + words;
    if (!queues.isEmpty()) {
      to.finding(host.name(), "", what + SwitchRule.some(List.copyOf(queues)))
          .addEvidence(seen)
          .fix(() -> Fix.advice(cure))
          .report();
    } else if (any) {
      to.pass();
    } else if (SwitchVendors.qos(host).isPresent()) {
      to.missingInput(host.name(), NEEDS);
    } else {
      to.notApplicable(
          host.name(),
          "it is not a switch that runs "
              + SwitchVendors.logs().stream().map(PfcLog::family).collect(joining(" or ")));
    }
  }
}
