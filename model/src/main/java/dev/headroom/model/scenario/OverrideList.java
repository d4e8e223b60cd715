package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Glob;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Overrides in the order of their file. Those of a node are looked up by its name; only selections
 * with a star are tried, and each on a node once. Any thread may ask.
 */
final class OverrideList extends AbstractList<Scenario.Override> implements RandomAccess {
  private final List<Scenario.Override> all;

  /** Positions of those that name one node, by its name. */
  private final Map<String, List<Integer>> byName = new HashMap<>();

  private final List<Starred> starred = new ArrayList<>();

  /** What all that select a node set there, later ones winning, by the node's name. */
  private final Map<String, Settings> known = new ConcurrentHashMap<>();

  private record Starred(int place, Predicate<String> names) {}

  private OverrideList(List<Scenario.Override> all) {
    this.all = all;
    for (int i = 0; i < all.size(); i++) {
      Scenario.Override override = all.get(i);
      if (override.isOfLinks()) {
        continue;
      }
      if (Glob.isOfSeveral(override.select())) {
        starred.add(new Starred(i, Glob.of(override.select())));
      } else {
        byName.computeIfAbsent(override.select(), _ -> new ArrayList<>()).add(i);
      }
    }
  }

  static OverrideList of(List<Scenario.Override> overrides) {
    return overrides instanceof OverrideList ready
        ? ready
        : new OverrideList(List.copyOf(overrides));
  }

  /** The settings that hold at a node where these lie over others. */
  Settings at(Settings everywhere, Node node) {
    if (byName.isEmpty() && starred.isEmpty()) {
      return everywhere;
    }
    Settings own = known.computeIfAbsent(node.name(), this::own);
    return own.equals(Settings.DEFAULTS) ? everywhere : everywhere.with(own);
  }

  private Settings own(String name) {
    BitSet selecting = new BitSet(all.size());
    byName.getOrDefault(name, List.of()).forEach(selecting::set);
    for (Starred each : starred) {
      if (each.names().test(name)) {
        selecting.set(each.place());
      }
    }
    return selecting.stream()
        .mapToObj(place -> all.get(place).settings())
        .reduce(Settings.DEFAULTS, Settings::with);
  }

  @Override
  public Scenario.Override get(int index) {
    return all.get(index);
  }

  @Override
  public int size() {
    return all.size();
  }
}
