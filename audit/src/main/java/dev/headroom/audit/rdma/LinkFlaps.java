package dev.headroom.audit.rdma;

import static java.util.Comparator.comparingLong;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.ArrayList;
import java.util.List;

/** Rule that reports a link that went down more often than cables are replugged. */
final class LinkFlaps extends PortRule {
  private static final int OFTEN = 5;
  private static final String OF_PORTS = "link_downed";
  private static final String NEEDS =
      "the counter link_downed of RDMA ports, or link_down_events_phy of their interfaces (ethtool -S)";

  LinkFlaps() {
    super(
        RuleInfo.warning("link.flaps")
            .title("links do not flap")
            .inputs(NEEDS)
            .cause(
                "Each time the link goes down, every queue pair through the port times out, and "
                    + "jobs may end with error 12. A few events come from reboots and unplugged "
                    + "cables; many come from a bad cable, transceiver or port.")
            .modes(36)
            .source("InfiniBand Architecture Specification 1.7, 16.1.3.5 (LinkDownedCounter)"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    List<List<Fact>> all = counters(host, port);
    if (all.isEmpty()) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    List<Fact> most = all.stream().max(comparingLong(LinkFlaps::last)).orElseThrow();
    boolean now =
        all.stream()
            .anyMatch(each -> host.rates().growth("links down", each).matches(by -> by > 0));
    if (last(most) <= OFTEN && !now) {
      to.pass();
      return;
    }
    to.finding(host.name(), name(port), "its link went down " + times(most))
        .severity(now ? Severity.ERROR : Severity.WARNING)
        .addEvidence(List.of(most.getLast().evidence()))
        .fix(() ->
            Fix.advice("replace cable or transceiver, then check whether the counter still grows"))
        .report();
  }

  /** The readings of each counter of links that went down, of the port and of its interface. */
  private static List<List<Fact>> counters(HostFacts host, RdmaPort port) {
    List<List<Fact>> all = new ArrayList<>();
    all.add(port.counterSamples(OF_PORTS));
    if (port.netdev().isReported()) {
      Subject netdev = Subject.netdev(port.netdev().get());
      CounterNames.LINK_DOWN.forEach(
          name -> all.add(host.facts().samples(netdev, RdmaKeys.counter(name))));
    }
    all.removeIf(List::isEmpty);
    return all;
  }

  private static long last(List<Fact> samples) {
    return ValueParser.wholeNumber(samples.getLast().value()).orElse(0L);
  }

  /** The counter of ports is of eight bits and stays at its end. */
  private static String times(List<Fact> samples) {
    boolean atItsEnd =
        last(samples) == 255 && samples.getLast().key().equals(RdmaKeys.counter(OF_PORTS));
    return atItsEnd ? "255 times or more (the counter's maximum)" : last(samples) + " times";
  }
}
