package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Priority groups that classes with PFC need and CONFIG_DB does not have. In the traditional buffer
 * model buffermgrd makes them for ports with PFC, of pg_profile_lookup.ini; in the dynamic model
 * they are configured, with the profile NULL (sonic-swss, {@code buffermgr.cpp}; SONiC, doc/qos).
 */
final class SonicGroups {
  private static final Pattern PAUSED = Pattern.compile("\"pfc_enable\": \"([0-7,]+)\"");
  private static final String PORTS = "PORT_QOS_MAP|";
  private static final String GROUPS = "BUFFER_PG|";

  private SonicGroups() {}

  /** A sentence about those that a change of PFC needs; none if each is there. */
  static List<String> missing(ConfigState before, ConfigState after) {
    SortedMap<String, SortedSet<Integer>> missing = new TreeMap<>();
    for (PlacedStatement each : after.all()) {
      Matcher paused = PAUSED.matcher(each.text());
      if (each.place().startsWith(PORTS)
          && paused.matches()
          && !before
              .find(each.place(), Pattern.compile(Pattern.quote(each.text())))
              .equals(List.of(each))) {
        String port = each.place().substring(PORTS.length());
        SortedSet<Integer> classes = new TreeSet<>(ConfigCommands.numbers(paused.group(1)));
        classes.removeAll(groups(after, port));
        if (!classes.isEmpty()) {
          missing.put(port, classes);
        }
      }
    }
    if (missing.isEmpty()) {
      return List.of();
    }
    Map.Entry<String, SortedSet<Integer>> first = missing.entrySet().iterator().next();
    return List.of(
        ("BUFFER_PG has no priority group for classes with PFC of %s, and the scenario says no"
                + " headroom for one: the traditional buffer model makes it of"
                + " pg_profile_lookup.ini; in the dynamic model add rows such as"
                + " \"%s|%d\": {\"profile\": \"NULL\"}, or the class drops packets")
            .formatted(
                missing.entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue())
                    .collect(Collectors.joining(", ")),
                first.getKey(),
                first.getValue().first()));
  }

  private static SortedSet<Integer> groups(ConfigState state, String port) {
    SortedSet<Integer> groups = new TreeSet<>();
    List<String> rows = new ArrayList<>();
    state.all().forEach(each -> rows.add(each.place()));
    rows.stream()
        .filter(row -> row.startsWith(GROUPS + port + "|"))
        .forEach(
            row -> groups.addAll(ConfigCommands.numbers(row.substring(row.lastIndexOf('|') + 1))));
    return groups;
  }
}
