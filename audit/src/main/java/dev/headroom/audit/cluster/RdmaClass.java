package dev.headroom.audit.cluster;

import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.model.knob.ClassMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Class of RDMA's packets in a cluster: the one into which most NICs and switches put their DSCP
 * with PFC. It decides between devices of a kind of which no value has a majority.
 *
 * @param dscp that NICs send with
 * @param number of the class
 * @param voters devices that put the DSCP there, with PFC
 */
record RdmaClass(int dscp, int number, List<String> voters) {
  private static final String CLASSES = "pfc.classes";
  private static final String DEFAULT = "default";
  private static final int SHOWN = 3;

  RdmaClass {
    voters = List.copyOf(voters);
  }

  /**
   * Of a cluster; empty if no NIC says its DSCP, or two classes have as many voters. Where no
   * device pauses for the DSCP, it is the one class that all devices pause, if the DSCP belongs
   * there by its upper three bits.
   */
  static Optional<RdmaClass> of(ClusterNodes nodes) {
    Optional<Integer> dscp =
        SwitchAgreement.majority(
                nodes.nics().values().stream()
                    .flatMap(nic -> Optional.ofNullable(nic.settings().get(NicModel.DSCP)).stream())
                    .toList())
            .map(Integer::valueOf);
    return dscp.flatMap(each -> new Votes(each, nodes).winner());
  }

  /** Whether a map puts RDMA's packets into this class. */
  boolean isIn(String map) {
    return of(map, dscp) == number;
  }

  private static int of(String map, int dscp) {
    return ClassMap.ofDscps(map.replace("\"", "")).get(dscp);
  }

  /** A map with RDMA's DSCP in this class, and all others as they are. */
  String into(String map) {
    return '"' + map.replace("\"", "") + "," + dscp + "=" + number + '"';
  }

  /** Why the class is this one, in words behind a value. */
  String reason() {
    if (voters.isEmpty()) {
      return "class %d is the one that all devices have PFC on".formatted(number);
    }
    String more = voters.size() > SHOWN ? " and " + (voters.size() - SHOWN) + " more" : "";
    return "DSCP %d is in class %d with PFC at %s%s"
        .formatted(
            dscp,
            number,
            String.join(", ", voters.subList(0, Math.min(SHOWN, voters.size()))),
            more);
  }

  static NavigableSet<Integer> classes(String list) {
    NavigableSet<Integer> classes = new TreeSet<>();
    for (String each : list.replaceAll("[\\[\\]\\s]", "").split(",")) {
      if (each.matches("[0-7]")) {
        classes.add(Integer.valueOf(each));
      }
    }
    return classes;
  }

  /** Devices by the class into which they put a DSCP, where that class has PFC. */
  private static final class Votes {
    private final int dscp;
    private final Map<Integer, List<String>> votes = new TreeMap<>();
    private final Map<String, NavigableSet<Integer>> paused = new LinkedHashMap<>();

    Votes(int dscp, ClusterNodes nodes) {
      this.dscp = dscp;
      nodes
          .nics()
          .forEach((name, nic) -> {
            NicTuning tuning = nodes.tunings().get(name);
            if (tuning != null) {
              add(
                  name,
                  Optional.of(nic.settings().getOrDefault(NicModel.DSCP_MAP, DEFAULT)),
                  Optional.ofNullable(tuning.knobs().get(CLASSES)));
            }
          });
      nodes.switches().forEach((name, each) -> add(name, map(nodes, name, each), each.lossless()));
    }

    /** A map without a knob is the one by upper bits, if the configuration has one at all. */
    private Optional<String> map(ClusterNodes nodes, String name, SimulatedSwitch each) {
      return Optional.ofNullable(each.knobs().get(SwitchAgreement.DSCP_MAP))
          .map(KnobValue::value)
          .or(() ->
              Optional.ofNullable(nodes.configurations().get(name)).stream()
                  .flatMap(qos -> qos.ports().set().stream())
                  .filter(port -> port.classes().of(dscp).isReported())
                  .map(_ -> DEFAULT)
                  .findFirst());
    }

    private void add(String device, Optional<String> map, Optional<KnobValue> classes) {
      if (classes.isEmpty()) {
        return;
      }
      NavigableSet<Integer> with = classes(classes.get().value());
      paused.put(device, with);
      map.map(each -> of(each, dscp))
          .filter(with::contains)
          .ifPresent(each -> votes.computeIfAbsent(each, _ -> new ArrayList<>()).add(device));
    }

    Optional<RdmaClass> winner() {
      int most = votes.values().stream().mapToInt(List::size).max().orElse(0);
      List<Integer> winners =
          votes.entrySet().stream()
              .filter(each -> each.getValue().size() == most)
              .map(Map.Entry::getKey)
              .toList();
      if (winners.size() == 1) {
        int number = winners.getFirst();
        return Optional.of(new RdmaClass(dscp, number, votes.getOrDefault(number, List.of())));
      }
      return votes.isEmpty() ? onlyPaused() : Optional.empty();
    }

    private Optional<RdmaClass> onlyPaused() {
      NavigableSet<Integer> common = new TreeSet<>();
      paused.values().stream().limit(1).forEach(common::addAll);
      paused.values().forEach(common::retainAll);
      int usual = of(DEFAULT, dscp);
      return common.size() == 1 && common.first() == usual
          ? Optional.of(new RdmaClass(dscp, usual, List.of()))
          : Optional.empty();
    }
  }
}
