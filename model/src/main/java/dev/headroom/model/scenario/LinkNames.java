package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Glob;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.knob.SpellingSuggestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Lookup of links by name: {@code leaf-1/spine-2} is all links between the two, {@code
 * leaf-1/spine-2#0} the first of them. The order of the two nodes does not matter. A {@code *}
 * stands for any text: {@code spine-2/*} is all links of a node.
 */
final class LinkNames {
  private final Fabric fabric;

  /** Positions by name, which most files never ask for. */
  private final Map<String, List<Integer>> known = new HashMap<>();

  LinkNames(Fabric fabric) {
    this.fabric = fabric;
  }

  private Map<String, List<Integer>> links() {
    if (known.isEmpty()) {
      for (int i = 0; i < fabric.links().size(); i++) {
        known.computeIfAbsent(pair(fabric.links().get(i)), ignored -> new ArrayList<>()).add(i);
      }
    }
    return known;
  }

  /** Positions in {@code Fabric.links()}; none if there is no such link. */
  List<Integer> find(String name) {
    String[] parts = name.strip().split("#", 2);
    String[] ends = parts[0].split("/", -1);
    List<Integer> all = links().get(parts[0]);
    if (all == null && ends.length == 2) {
      all = links().get(ends[1] + "/" + ends[0]);
    }
    if (all == null && ends.length == 2 && parts.length == 1 && name.contains("*")) {
      return matching(Glob.of(ends[0]), Glob.of(ends[1]));
    }
    if (all == null) {
      return List.of();
    }
    if (parts.length == 1) {
      return all;
    }
    boolean number = parts[1].matches("[0-9]{1,6}");
    return number && Integer.parseInt(parts[1]) < all.size()
        ? List.of(all.get(Integer.parseInt(parts[1])))
        : List.of();
  }

  private List<Integer> matching(Predicate<String> one, Predicate<String> other) {
    List<Integer> own = new ArrayList<>();
    for (int i = 0; i < fabric.links().size(); i++) {
      String a = fabric.nodes().get(fabric.links().get(i).a()).name();
      String b = fabric.nodes().get(fabric.links().get(i).b()).name();
      boolean listed = one.test(a) && other.test(b);
      boolean turned = one.test(b) && other.test(a);
      if (listed || turned) {
        own.add(i);
      }
    }
    return own;
  }

  /** The name of one link, by which {@link #find} finds it alone. */
  String name(int link) {
    String pair = pair(fabric.links().get(link));
    List<Integer> all = links().getOrDefault(pair, List.of());
    return all.size() == 1 ? pair : pair + "#" + all.indexOf(link);
  }

  String hint(String name) {
    return fabric.links().size() > 10_000 ? "" : SpellingSuggestion.hint(name, links().keySet());
  }

  String example() {
    return fabric.links().isEmpty() ? "leaf-0/spine-0" : pair(fabric.links().getLast());
  }

  private String pair(Link link) {
    return fabric.nodes().get(link.a()).name() + "/" + fabric.nodes().get(link.b()).name();
  }
}
