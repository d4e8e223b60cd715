package dev.headroom.audit.gap;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Scenario of a job's machines. Each NIC has its own link to the switch of its rail, so that only
 * NICs and host resources limit bandwidth.
 *
 * @param common settings of all, as a command line lays them over a file
 * @param seats NICs, machine by machine
 */
record JobScenario(Cluster cluster, SortedMap<String, String> common, List<Seat> seats) {
  /** Between rails hardly anything goes; this holds none of it up. */
  private static final String BETWEEN_RAILS = "1600Gbps";

  /** Keeps copies. */
  JobScenario {
    common = Collections.unmodifiableSortedMap(new TreeMap<>(common));
    seats = List.copyOf(seats);
  }

  /**
   * A NIC of a machine as the collective uses them.
   *
   * @param rate of its link, as scenarios write it
   * @param settings knobs of the host behind it
   */
  record Seat(String rate, SortedMap<String, String> settings) {
    Seat {
      settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
  }

  /** The same with calls that take so much longer before anything moves. */
  JobScenario withCallPs(long ps) {
    SortedMap<String, String> its = new TreeMap<>(common);
    if (ps > 0) {
      its.put("workload.launch", ps + "ps");
    }
    return new JobScenario(cluster, its, seats);
  }

  /**
   * Calls of a collective, as many as show what nccl-tests measures.
   *
   * @throws IllegalArgumentException if no scenario can have these settings
   */
  Scenario at(Collective collective, long bytes) {
    List<String> sets = new ArrayList<>();
    common.forEach((key, value) -> sets.add(key + "=" + value));
    return switch (ScenarioReader.read(yaml(collective, bytes), "the job", sets)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new IllegalArgumentException(bad.problems().getFirst().toString());
    };
  }

  private String yaml(Collective collective, long bytes) {
    int rails = cluster.machine().rails().nics();
    StringBuilder hosts = new StringBuilder();
    StringBuilder links = new StringBuilder();
    StringBuilder overrides = new StringBuilder();
    for (int i = 0; i < seats.size(); i++) {
      String name = "machine-%d-rail-%d".formatted(i / rails, i % rails);
      hosts.append(i == 0 ? "" : ", ").append(name);
      links.append(
          "    - {a: %s, b: leaf-%d, rate: %s, cable: 30m}%n"
              .formatted(name, i % rails, seats.get(i).rate()));
      override(name, seats.get(i).settings(), overrides);
    }
    StringBuilder switches = new StringBuilder();
    for (int rail = 0; rail < rails; rail++) {
      switches.append(rail == 0 ? "" : ", ").append("leaf-").append(rail);
      if (rails > 1) {
        links.append(
            "    - {a: leaf-%d, b: spine, rate: %s, cable: 30m}%n".formatted(rail, BETWEEN_RAILS));
      }
    }
    return """
    name: %s on %s
    fabric:
      topology: graph
      nodes:
        hosts: [%s]
        switches: [%s%s]
      links:
    %sworkload: {type: nccl, collective: %s, machine: %s, perMachine: %d, size: %dB, repeat: %d}
    """
            .formatted(
                collective.word(),
                cluster,
                hosts,
                switches,
                rails > 1 ? ", spine" : "",
                links,
                collective.word(),
                cluster.machine().name(),
                cluster.machine().gpus(),
                bytes,
                collective.callsMeasured(bytes))
        + (overrides.isEmpty() ? "" : "overrides:\n" + overrides);
  }

  private static void override(String name, Map<String, String> settings, StringBuilder to) {
    if (!settings.isEmpty()) {
      to.append("  - {select: ").append(name);
      settings.forEach((key, value) -> to.append(", ").append(key).append(": ").append(value));
      to.append("}\n");
    }
  }
}
