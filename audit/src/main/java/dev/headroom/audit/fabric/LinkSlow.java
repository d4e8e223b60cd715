package dev.headroom.audit.fabric;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Links that train slower than their siblings on the same switch to the same sort of peer. */
final class LinkSlow extends FabricRule {
  /** A part of a switch's links this large may be another generation by intent. */
  private static final double FEW = 0.25;

  LinkSlow() {
    super(
        Card.warning("fabric.link-speed")
            .title("links of a switch to peers of one sort train at one speed")
            .needs(LINKS)
            .cause(
                "A link that trained at an older generation's rate carries half or less of what its"
                    + " siblings do; routing takes them for equal.")
            .source("InfiniBand Architecture Specification 1.7, 5.5; iblinkinfo(8)"));
  }

  @Override
  void judge(HostFacts host, List<FabricLink> links, Judgement to) {
    record Group(String node, boolean peerIsSwitch) {}
    Map<Group, List<FabricLink>> groups =
        links.stream()
            .collect(Collectors.groupingBy(link -> new Group(link.node(), link.peerIsSwitch())));
    for (FabricLink link : links) {
      List<FabricLink> group =
          groups.getOrDefault(new Group(link.node(), link.peerIsSwitch()), List.of());
      double best = group.stream().mapToDouble(FabricLink::laneGbps).max().orElse(0);
      long slow = group.stream().filter(each -> each.laneGbps() < best).count();
      boolean could = link.better().matches(".*Could be [\\d.]+ Gbps.*");
      if (could || (link.laneGbps() < best && slow <= FEW * group.size())) {
        to.find(
                host.name(),
                link.name(),
                "it runs %s, its siblings %.1f Gb/s a lane; at the other end is %s %s"
                    .formatted(link.words(), best, link.peer(), link.peerPort()))
            .seen(link.seen())
            .fix(() ->
                Fix.advice(
                    "change the cable; see whether both ends and the cable are made for the higher rate (mlxlink -d DEVICE --port_type, -m)"))
            .report();
      } else {
        to.pass();
      }
    }
  }
}
