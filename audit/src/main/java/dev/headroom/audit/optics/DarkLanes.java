package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.optics.ModuleLanes.Lane;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rule that reports lanes of a host's module without received light, or with a laser fault. */
final class DarkLanes extends HostRule {
  DarkLanes() {
    super(
        RuleInfo.warning("optics.dark-lane")
            .title("light arrives on every lane of a transceiver, or on none")
            .needs(TransceiverConstants.COMMAND)
            .cause(
                "A link needs all of its lanes. One without light beside others that have it is a dirty"
                    + " or broken fibre of the ribbon, a connector of the wrong polarity, or a laser"
                    + " at the other end that has failed.")
            .source(
                "SFF-8636, 6.2.3; CMIS 5.2, 8.10 (LOS and fault flags, kept until read); ethtool(8)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
      Optional<ModuleLanes> lanes = ModuleLanes.of(host.facts(), netdev);
      any |= lanes.isPresent();
      lanes.ifPresent(each -> judge(host, netdev, each, to));
    }
    if (!any) {
      to.missingInput(host.name(), TransceiverConstants.COMMAND);
    }
  }

  private static void judge(
      HostFacts host, Subject netdev, ModuleLanes lanes, FindingCollector to) {
    if (lanes.dark().isEmpty() && lanes.failed().isEmpty()) {
      to.pass();
    }
    if (!lanes.dark().isEmpty()) {
      reportDark(host, netdev, lanes, to);
    }
    if (!lanes.failed().isEmpty()) {
      to.finding(
              host.name(),
              netdev.name(),
              "a fault of the laser of %s of its module was raised since it was last read"
                  .formatted(named(lanes.failed())))
          .seen(seen(lanes.failed()))
          .fix(() ->
              Fix.advice(
                  "read it again, which clears what is over; if the fault is raised again, reseat the module, then change it"))
          .report();
    }
  }

  private static void reportDark(
      HostFacts host, Subject netdev, ModuleLanes lanes, FindingCollector to) {
    boolean unplugged = lanes.lit().isEmpty();
    String what =
        unplugged
            ? "no light arrives at its module"
            : "no light arrives on %s of its module, though it does on %s"
                .formatted(named(lanes.dark()), named(lanes.lit()));
    to.finding(host.name(), netdev.name(), what)
        .severity(unplugged ? Severity.INFO : Severity.WARNING)
        .seen(seen(lanes.dark()))
        .fix(() ->
            Fix.advice(
                unplugged
                    ? "if something is to hang there, see whether the port at the other end is on, and look at the cable"
                    : "clean both ends of the fibre and try another; compare what the other end sends on that lane"))
        .report();
  }

  private static List<Evidence> seen(List<Lane> lanes) {
    return lanes.stream().flatMap(lane -> lane.seen().stream()).distinct().toList();
  }

  private static String named(List<Lane> lanes) {
    return (lanes.size() == 1 ? "lane " : "lanes ")
        + lanes.stream()
            .map(lane -> String.valueOf(lane.number()))
            .collect(Collectors.joining(", "));
  }
}
