package dev.headroom.audit.fabric;

import dev.headroom.audit.Card;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Leaves with fewer links upwards than most leaves have: a fat tree that is thinner somewhere. */
final class Uplinks extends FabricRule {
  private static final String LINKS_OF_MANY = LINKS + " with three leaves or more";
  private static final double FEW = 0.25;

  Uplinks() {
    super(
        Card.warning("fabric.asymmetry")
            .title("leaves have equally many links to the switches above them")
            .needs(LINKS)
            .cause(
                "A leaf with fewer uplinks than the others is oversubscribed when they are not:"
                    + " collectives go as slowly as its hosts.")
            .modes(32)
            .source("Leiserson, Fat-Trees, IEEE ToC 34(10), 1985; opensm(8), ftree routing"));
  }

  @Override
  void judge(HostFacts host, List<FabricLink> links, Judgement to) {
    Map<String, List<FabricLink>> up = new LinkedHashMap<>();
    List<String> leaves =
        links.stream()
            .filter(link -> link.isSwitch() && !link.peerIsSwitch())
            .map(FabricLink::node)
            .distinct()
            .toList();
    for (String leaf : leaves) {
      up.put(
          leaf,
          links.stream().filter(link -> link.node().equals(leaf) && link.peerIsSwitch()).toList());
    }
    if (up.size() < 3) {
      to.needs(host.name(), LINKS_OF_MANY);
      return;
    }
    Map<Integer, Long> counts =
        up.values().stream().collect(Collectors.groupingBy(List::size, Collectors.counting()));
    int usual =
        counts.entrySet().stream()
            .max(
                Map.Entry.<Integer, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .orElse(0);
    long few = up.values().stream().filter(each -> each.size() < usual).count();
    up.forEach((leaf, above) -> {
      if (above.size() >= usual || few > FEW * up.size()) {
        to.pass();
        return;
      }
      List<Evidence> seen = new ArrayList<>();
      above.forEach(link -> seen.add(link.seen()));
      links.stream()
          .filter(link -> link.node().equals(leaf))
          .limit(1)
          .forEach(link -> seen.add(link.seen()));
      to.find(
              host.name(),
              leaf,
              "%d links go up from this leaf, %d from most".formatted(above.size(), usual))
          .seen(seen)
          .fix(() ->
              Fix.advice(
                  "look for cables that are missing or down between this leaf and the switches above"))
          .report();
    });
  }
}
