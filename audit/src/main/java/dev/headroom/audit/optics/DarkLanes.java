package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.CommandValueSyntax;
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
            .title("every lane of a transceiver receives light, or none does")
            .inputs(TransceiverConstants.COMMAND)
            .cause(
                "A link needs all of its lanes. If only some lanes receive no light, a fiber of "
                    + "the ribbon is dirty or broken, a connector has the wrong polarity, or a "
                    + "laser at the remote end failed.")
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
    boolean partly = !lanes.off().isEmpty() && !lanes.lit().isEmpty();
    if (lanes.dark().isEmpty() && lanes.failed().isEmpty() && !partly) {
      to.pass();
    }
    if (partly) {
      reportOff(host, netdev, lanes, to);
    }
    if (!lanes.dark().isEmpty()) {
      reportDark(host, netdev, lanes, to);
    }
    if (!lanes.failed().isEmpty()) {
      to.finding(
              host.name(),
              netdev.name(),
              "its module raised a laser fault on %s since the last read"
                  .formatted(named(lanes.failed())))
          .addEvidence(seen(lanes.failed()))
          .fix(() ->
              Fix.advice(
                  "read the module again, which clears past faults; if the fault is raised "
                      + "again, reseat the module, then replace it"))
          .report();
    }
  }

  /** A port of fewer lanes shuts down the others, in groups of one, two or four. */
  private static void reportOff(
      HostFacts host, Subject netdev, ModuleLanes lanes, FindingCollector to) {
    boolean port = Integer.bitCount(lanes.lit().size()) == 1;
    to.finding(
            host.name(),
            netdev.name(),
            "%s of its module %s off, without laser current and without received light%s"
                .formatted(
                    named(lanes.off()),
                    lanes.off().size() == 1 ? "is" : "are",
                    port
                        ? "; this is normal if the port uses fewer lanes than the module has"
                        : ""))
        .severity(port ? Severity.INFO : Severity.WARNING)
        .addEvidence(seen(lanes.off()))
        .fix(() ->
            Fix.advice(
                "compare the lanes of the port (ethtool %s, Speed and Lanes) with those of the module; if the port uses all, reseat the module at both ends, then replace it"
                    .formatted(CommandValueSyntax.INTERFACE.checked(netdev.name()))))
        .report();
  }

  private static void reportDark(
      HostFacts host, Subject netdev, ModuleLanes lanes, FindingCollector to) {
    boolean unplugged = lanes.lit().isEmpty();
    String what =
        unplugged
            ? "its module receives no light"
            : "its module receives no light on %s, but does on %s"
                .formatted(named(lanes.dark()), named(lanes.lit()));
    to.finding(host.name(), netdev.name(), what)
        .severity(unplugged ? Severity.INFO : Severity.WARNING)
        .addEvidence(seen(lanes.dark()))
        .fix(() ->
            Fix.advice(
                unplugged
                    ? "if the port should be connected, check that the remote port is enabled, "
                        + "and check the cable"
                    : "clean both ends of the fiber and try another fiber; check the remote "
                        + "end's transmit power on that lane"))
        .report();
  }

  private static List<Evidence> seen(List<Lane> lanes) {
    return lanes.stream().flatMap(lane -> lane.evidence().stream()).distinct().toList();
  }

  private static String named(List<Lane> lanes) {
    return (lanes.size() == 1 ? "lane " : "lanes ")
        + lanes.stream()
            .map(lane -> String.valueOf(lane.number()))
            .collect(Collectors.joining(", "));
  }
}
