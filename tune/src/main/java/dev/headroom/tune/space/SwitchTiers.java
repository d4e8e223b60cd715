package dev.headroom.tune.space;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Glob;
import dev.headroom.model.fabric.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Patterns of names that select the switches of each tier: {@code leaf-*} and {@code spine-*}. */
public final class SwitchTiers {
  private SwitchTiers() {}

  /**
   * A pattern for each tier that has switches, from the hosts upwards.
   *
   * @return empty if the switches of a tier have no names that a pattern tells from all others
   */
  public static List<String> of(Fabric fabric) {
    Map<Integer, List<Node>> tiers =
        fabric.nodes().stream()
            .filter(node -> !node.isHost())
            .collect(Collectors.groupingBy(Node::tier, TreeMap::new, Collectors.toList()));
    List<String> patterns = new ArrayList<>();
    for (List<Node> tier : tiers.values()) {
      String pattern = pattern(tier);
      Predicate<String> selected = Glob.of(pattern);
      if (fabric.nodes().stream().filter(node -> selected.test(node.name())).count()
          != tier.size()) {
        return List.of();
      }
      patterns.add(pattern);
    }
    return List.copyOf(patterns);
  }

  private static String pattern(List<Node> tier) {
    String common = tier.getFirst().name();
    for (Node node : tier) {
      int length = 0;
      while (length < Math.min(common.length(), node.name().length())
          && common.charAt(length) == node.name().charAt(length)) {
        length++;
      }
      common = common.substring(0, length);
    }
    return tier.size() == 1 ? common : common.replaceAll("[0-9]+$", "") + "*";
  }
}
