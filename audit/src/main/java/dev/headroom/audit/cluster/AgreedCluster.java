package dev.headroom.audit.cluster;

import java.util.List;

/**
 * Cluster in which devices of a kind have the settings of most of them. Its hardware is as it was
 * found.
 *
 * @param yaml the scenario
 * @param deviations settings that were replaced by the usual ones
 * @param undecided settings of which no value has a majority, a sentence each: they are as found
 */
public record AgreedCluster(String yaml, List<Deviation> deviations, List<String> undecided) {
  public AgreedCluster {
    deviations = List.copyOf(deviations);
    undecided = List.copyOf(undecided);
  }
}
