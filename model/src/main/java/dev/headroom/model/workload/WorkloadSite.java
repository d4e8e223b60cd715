package dev.headroom.model.workload;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hosts and seed that a flow generator runs with.
 *
 * @param hosts names of those that there are for it
 * @param rates of their links
 * @param positions of each of them in {@code Fabric.hosts()}
 * @param seed of every random stream
 * @param stream names the random stream of this workload among those of the scenario
 */
public record WorkloadSite(
    List<String> hosts, List<Rate> rates, List<Integer> positions, long seed, String stream) {
  public WorkloadSite {
    hosts = List.copyOf(hosts);
    rates = List.copyOf(rates);
    positions = List.copyOf(positions);
  }

  /** The site that a fabric is; a host's rate is that of its first link. */
  public static WorkloadSite of(Fabric fabric, long seed, String stream) {
    List<Rate> byNode = new ArrayList<>(Collections.nCopies(fabric.nodes().size(), new Rate(0)));
    for (Link link : fabric.links().reversed()) {
      byNode.set(link.a(), link.rate());
      byNode.set(link.b(), link.rate());
    }
    List<Node> hosts = fabric.hosts();
    return new WorkloadSite(
        hosts.stream().map(Node::name).toList(),
        hosts.stream().map(host -> byNode.get(host.id())).toList(),
        IntStream.range(0, hosts.size()).boxed().toList(),
        seed,
        stream);
  }

  /**
   * A part of it, in the order given.
   *
   * @param chosen places among {@link #hosts}
   */
  WorkloadSite of(List<Integer> chosen) {
    return new WorkloadSite(
        chosen.stream().map(hosts::get).toList(),
        chosen.stream().map(rates::get).toList(),
        chosen.stream().map(positions::get).toList(),
        seed,
        stream);
  }

  RandomStream draws(String what) {
    return RandomStream.of(seed, stream + "/" + what);
  }
}
