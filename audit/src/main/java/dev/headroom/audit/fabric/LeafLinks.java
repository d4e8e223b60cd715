package dev.headroom.audit.fabric;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Links of a leaf switch of an InfiniBand fabric, with the uplink count that most leaves have. */
public final class LeafLinks {
  private final List<FabricLink> uplinks;
  private final List<FabricLink> down;
  private final int usual;

  private LeafLinks(List<FabricLink> links, int usual) {
    uplinks = uplinks(links);
    down = links.stream().filter(link -> !link.peerIsSwitch()).toList();
    this.usual = usual;
  }

  /** Of each leaf, by its name: each switch that a host hangs on. */
  static Map<String, LeafLinks> of(List<FabricLink> links) {
    Set<String> names =
        links.stream()
            .filter(link -> link.isSwitch() && !link.peerIsSwitch())
            .map(FabricLink::node)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Map<String, List<FabricLink>> byLeaf =
        links.stream()
            .filter(link -> names.contains(link.node()))
            .collect(
                Collectors.groupingBy(FabricLink::node, LinkedHashMap::new, Collectors.toList()));
    int usual = usual(byLeaf.values().stream().map(its -> uplinks(its).size()).toList());
    Map<String, LeafLinks> leaves = new LinkedHashMap<>();
    byLeaf.forEach((leaf, its) -> leaves.put(leaf, new LeafLinks(its, usual)));
    return leaves;
  }

  /** None if nothing says of such a leaf. */
  public static Optional<LeafLinks> of(HostFacts host, String leaf) {
    return Optional.ofNullable(of(FabricLink.of(host)).get(leaf));
  }

  private static List<FabricLink> uplinks(List<FabricLink> links) {
    return links.stream().filter(FabricLink::peerIsSwitch).toList();
  }

  /** Of two numbers equally often found the larger. */
  private static int usual(List<Integer> numbers) {
    return numbers.stream()
        .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  /** How many go to other switches. */
  public int uplinks() {
    return uplinks.size();
  }

  /** How many go to hosts. */
  public int down() {
    return down.size();
  }

  /** How many go to other switches from most leaves. */
  public int usual() {
    return usual;
  }

  /** What most of its links to hosts carry, 10^9 bits a second; 0 if it has none. */
  public double gbps() {
    return down.stream()
        .collect(Collectors.groupingBy(FabricLink::gbps, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.<Double, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse(0.0);
  }

  boolean isThin() {
    return uplinks() < usual;
  }

  /** The lines of the links up, and of one down. */
  List<Evidence> evidence() {
    return Stream.concat(uplinks.stream(), down.stream().limit(1))
        .map(FabricLink::evidence)
        .toList();
  }
}
