package dev.headroom.model.workload;

import dev.headroom.model.fabric.FabricChecks;
import dev.headroom.model.fabric.Glob;
import dev.headroom.model.fabric.HostNameHints;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Hosts selected by a text such as {@code host-0..15,host-20,host-*-rail-0}: names, ranges of the
 * last number in a name, and globs. The order is that of the text, and within a glob that of the
 * fabric; a host picked twice counts once.
 *
 * @param positions in {@code Fabric.hosts()}
 * @param problem what is wrong with the text, if something is
 */
record HostSelection(List<Integer> positions, Optional<String> problem) {
  static HostSelection resolve(String text, List<String> hosts) {
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < hosts.size(); i++) {
      byName.put(hosts.get(i), i);
    }
    Set<Integer> picked = new LinkedHashSet<>();
    for (String part : text.split(",", -1)) {
      List<String> names = FabricChecks.range(part.strip());
      if (names.isEmpty()) {
        return wrong("'" + part.strip() + "' is a descending range; write the lower number first");
      }
      for (String name : names) {
        if (name.contains("*")) {
          Predicate<String> glob = Glob.of(name);
          int before = picked.size();
          for (int i = 0; i < hosts.size(); i++) {
            if (glob.test(hosts.get(i))) {
              picked.add(i);
            }
          }
          if (picked.size() == before) {
            return wrong("'" + name + "' selects no further host; " + HostNameHints.all(hosts));
          }
        } else {
          Integer position = byName.get(name);
          if (position == null) {
            return wrong("there is no host '" + name + "'; " + HostNameHints.instead(name, hosts));
          }
          picked.add(position);
        }
      }
    }
    return new HostSelection(List.copyOf(picked), Optional.empty());
  }

  private static HostSelection wrong(String problem) {
    return new HostSelection(List.of(), Optional.of(problem));
  }
}
