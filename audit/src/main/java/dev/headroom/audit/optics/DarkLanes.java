package dev.headroom.audit.optics;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.Set;
import java.util.stream.Collectors;

/** Lanes of a host's module on which no light arrives, or whose laser has failed. */
final class DarkLanes extends HostRule {
  private static final String MODULE = "ethtool -m INTERFACE";

  DarkLanes() {
    super(
        Card.warning("optics.dark-lane")
            .title("light arrives on every lane of a transceiver, or on none")
            .needs(MODULE)
            .cause(
                "A link needs all of its lanes. One without light beside others that have it is a dirty"
                    + " or broken fibre of the ribbon, a connector of the wrong polarity, or a laser"
                    + " at the other end that has failed.")
            .source("SFF-8636, 6.2.3; CMIS 5.2, 8.10 (LOS and fault flags); ethtool(8)"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    boolean any = false;
    for (Subject netdev : host.facts().subjects(Thing.NETDEV)) {
      Lanes lanes = Lanes.of(host.facts(), netdev);
      if (lanes.isEmpty()) {
        continue;
      }
      any = true;
      if (lanes.dark().isEmpty() && lanes.failed().isEmpty()) {
        to.pass();
      } else {
        report(host, netdev, lanes, to);
      }
    }
    if (!any) {
      to.needs(host.name(), MODULE);
    }
  }

  private static void report(HostFacts host, Subject netdev, Lanes lanes, Judgement to) {
    boolean failed = !lanes.failed().isEmpty();
    boolean unplugged = !failed && lanes.lit().isEmpty();
    String what =
        failed
            ? "the laser of " + named(lanes.failed()) + " of its module has a fault"
            : unplugged
                ? "no light arrives at its module"
                : "no light arrives on %s of its module, though it does on %s"
                    .formatted(named(lanes.dark()), named(lanes.lit()));
    to.find(host.name(), netdev.name(), what)
        .severity(unplugged ? Severity.INFO : Severity.WARNING)
        .seen(lanes.seen())
        .fix(() ->
            Fix.advice(
                failed
                    ? "reseat the module; if the fault stays, change it"
                    : unplugged
                        ? "if something is to hang there, see whether the port at the other end is on, and look at the cable"
                        : "clean both ends of the fibre and try another; compare what the other end sends on that lane"))
        .report();
  }

  private static String named(Set<Integer> lanes) {
    return (lanes.size() == 1 ? "lane " : "lanes ")
        + lanes.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
