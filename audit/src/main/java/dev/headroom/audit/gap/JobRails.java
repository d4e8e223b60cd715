package dev.headroom.audit.gap;

import dev.headroom.audit.cluster.NicModel;
import java.util.Comparator;
import java.util.List;

/**
 * NICs of a host that a job sends through, rail by rail: those that it names, else the fastest, and
 * of these the nearest to GPUs.
 *
 * @param nics the chosen ones, in the order of their names
 * @param rails of the machine; with fewer NICs several rails share one
 */
record JobRails(List<NicModel> nics, int rails) {
  /** Keeps a copy. */
  JobRails {
    nics = List.copyOf(nics);
  }

  /**
   * The rails of a host.
   *
   * @param all its NICs
   * @param named devices that the job names
   */
  static JobRails of(List<NicModel> all, NamedDevices named, int rails) {
    List<NicModel> candidates = all.stream().filter(nic -> named.has(nic.name())).toList();
    if (candidates.isEmpty()) {
      double fastest = all.stream().mapToDouble(NicModel::gbps).max().orElse(0);
      candidates = all.stream().filter(nic -> nic.gbps() >= fastest / 2).toList();
    }
    return new JobRails(
        candidates.stream()
            .sorted(Comparator.comparingInt(nic -> nic.gpuDistance().orElse(Integer.MAX_VALUE)))
            .limit(rails)
            .sorted(Comparator.comparing(NicModel::subject))
            .toList(),
        rails);
  }

  /** The NIC that a rail sends through. */
  NicModel at(int rail) {
    return nics.get((int) ((long) rail * nics.size() / rails));
  }

  /** How many rails share a NIC. */
  int sharing() {
    return Math.ceilDiv(rails, nics.size());
  }
}
