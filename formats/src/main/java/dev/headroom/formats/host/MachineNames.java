package dev.headroom.formats.host;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lookup of machines by name. An exact name wins; else the only machine with that reported or input
 * name; else the only one whose name differs only by its domain, {@code leaf01} and {@code
 * leaf01.dc1.example.com}.
 */
public final class MachineNames {
  private final Map<String, HostFacts> find = new HashMap<>();
  private final Map<String, Set<HostFacts>> known = new HashMap<>();

  /** By what is left of their names without the last labels. */
  private final Map<String, Set<HostFacts>> shortened = new HashMap<>();

  public MachineNames(Collection<HostFacts> machines) {
    for (HostFacts machine : machines) {
      find.putIfAbsent(small(machine.name()), machine);
      for (String each : machine.names()) {
        String name = small(each);
        add(known, name, machine);
        shorter(name).forEach(label -> add(shortened, label, machine));
      }
    }
  }

  private static void add(Map<String, Set<HostFacts>> index, String name, HostFacts machine) {
    index.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(machine);
  }

  /** None where nobody, or more than one, answers to it. */
  public Optional<HostFacts> find(String name) {
    String own = small(name);
    HostFacts first = find.get(own);
    if (first != null) {
      return Optional.of(first);
    }
    Set<HostFacts> exact = known.getOrDefault(own, Set.of());
    return exact.isEmpty() ? only(near(own)) : only(exact);
  }

  private Set<HostFacts> near(String name) {
    Set<HostFacts> near = new LinkedHashSet<>(shortened.getOrDefault(name, Set.of()));
    shorter(name).forEach(label -> near.addAll(known.getOrDefault(label, Set.of())));
    return near;
  }

  private static Optional<HostFacts> only(Set<HostFacts> fit) {
    return fit.size() == 1 ? fit.stream().findFirst() : Optional.empty();
  }

  /** The name without its last label, without its last two and so on; none of an address. */
  private static Set<String> shorter(String name) {
    Set<String> shorter = new LinkedHashSet<>();
    for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      String label = name.substring(0, dot);
      if (!label.matches("[\\d.]+")) {
        shorter.add(label);
      }
    }
    return shorter;
  }

  private static String small(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }
}
