package dev.headroom.model.training;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.schedule.ClusterLayout;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * GPUs that call collectives together.
 *
 * @param members their numbers among all, machine by machine, as many in each
 * @param cluster they alone, as NCCL sees them
 */
public record GpuGroup(List<Integer> members, Cluster cluster) {
  public GpuGroup {
    members = List.copyOf(members);
  }

  /**
   * The group of these GPUs.
   *
   * @param members two or more, in the order of their ranks
   * @throws IllegalArgumentException if machines would have unequal parts in it
   */
  public static GpuGroup of(ClusterLayout layout, List<Integer> members) {
    Map<Integer, List<Integer>> byMachine =
        members.stream()
            .collect(Collectors.groupingBy(layout::machineOf, TreeMap::new, Collectors.toList()));
    int each = members.size() / byMachine.size();
    if (byMachine.values().stream().anyMatch(own -> own.size() != each)) {
      throw new IllegalArgumentException(
          "a group of %d GPUs is divided unequally over %d machines"
              .formatted(members.size(), byMachine.size()));
    }
    int nics =
        byMachine.values().stream()
            .mapToInt(own -> (int) own.stream().map(layout::nic).distinct().count())
            .min()
            .orElseThrow();
    Machine part = layout.cluster().machine().part(each, nics);
    return new GpuGroup(
        byMachine.values().stream().flatMap(List::stream).toList(),
        new Cluster(part, byMachine.size(), false));
  }

  /** Two of which the first sends to the second. */
  static GpuGroup pair(ClusterLayout layout, int from, int to) {
    boolean apart = layout.isOtherMachine(from, to);
    Machine part = layout.cluster().machine().part(apart ? 1 : 2, 1);
    return new GpuGroup(List.of(from, to), new Cluster(part, apart ? 2 : 1, false));
  }

  public int size() {
    return members.size();
  }
}
