package dev.headroom.audit.fabric;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rule that reports links at a lower rate than their siblings on the same switch to the same sort
 * of peer.
 */
final class SlowLink extends FabricRule {
  /** A part of a switch's links this large may be another generation by intent. */
  private static final double FEW = 0.25;

  /** What iblinkinfo says where both ends are made for more. */
  private static final Pattern COULD = Pattern.compile("Could be (\\d{1,4}(?:\\.\\d{1,6})?) Gbps");

  SlowLink() {
    super(
        RuleInfo.warning("fabric.link-speed")
            .title("links of a switch to peers of one type have one speed")
            .inputs(LINKS)
            .cause(
                "A link that trained at the rate of an older generation carries half the rate of "
                    + "similar links or less. Routing treats all of them as equal.")
            .source("InfiniBand Architecture Specification 1.7, 5.5; iblinkinfo(8)"));
  }

  @Override
  void judge(HostFacts host, List<FabricLink> links, FindingCollector to) {
    record Group(String node, boolean peerIsSwitch) {}
    Map<Group, List<FabricLink>> groups =
        links.stream()
            .collect(Collectors.groupingBy(link -> new Group(link.node(), link.peerIsSwitch())));
    Predicate<FabricLink> slow =
        link -> {
          List<FabricLink> group =
              groups.getOrDefault(new Group(link.node(), link.peerIsSwitch()), List.of());
          double best = best(group);
          long behind = group.stream().filter(each -> each.laneGbps() < best).count();
          return COULD.matcher(link.better()).find()
              || (link.laneGbps() < best && behind <= FEW * group.size());
        };
    for (FabricLink link : cables(links, slow)) {
      if (!slow.test(link)) {
        to.pass();
        continue;
      }
      double best =
          best(groups.getOrDefault(new Group(link.node(), link.peerIsSwitch()), List.of()));
      Matcher could = COULD.matcher(link.better());
      String other =
          best > link.laneGbps()
              ? "similar links run at " + lane(best)
              : "and could run at "
                  + lane(could.find() ? Double.parseDouble(could.group(1)) : best);
      to.finding(
              host.name(),
              link.name(),
              "it runs %s, %s; the remote end is %s %s"
                  .formatted(link.words(), other, link.peer(), link.peerPort()))
          .addEvidence(link.evidence())
          .fix(() ->
              Fix.advice(
                  "replace the cable; check that both ends and the cable support the higher rate "
                      + "(mlxlink --port_type, -m)"))
          .report();
    }
  }

  private static double best(List<FabricLink> group) {
    return group.stream().mapToDouble(FabricLink::laneGbps).max().orElse(0);
  }

  private static String lane(double gbps) {
    return String.format(Locale.ROOT, "%.1f Gb/s per lane", gbps);
  }
}
