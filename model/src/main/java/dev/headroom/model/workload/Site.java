package dev.headroom.model.workload;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.unit.Rate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a generator of flows must know of where they will run.
 *
 * @param hosts names, by position in {@code Fabric.hosts()}
 * @param rates of their links, likewise
 * @param seed of every random stream
 * @param stream names the random stream of this workload among those of the scenario
 */
public record Site(List<String> hosts, List<Rate> rates, long seed, String stream) {
  public Site {
    hosts = List.copyOf(hosts);
    rates = List.copyOf(rates);
  }

  /** The site that a fabric is; a host's rate is that of its first link. */
  public static Site of(Fabric fabric, long seed, String stream) {
    List<Rate> byNode = new ArrayList<>(Collections.nCopies(fabric.nodes().size(), new Rate(0)));
    for (Link link : fabric.links().reversed()) {
      byNode.set(link.a(), link.rate());
      byNode.set(link.b(), link.rate());
    }
    List<Node> hosts = fabric.hosts();
    return new Site(
        hosts.stream().map(Node::name).toList(),
        hosts.stream().map(host -> byNode.get(host.id())).toList(),
        seed,
        stream);
  }

  Draws draws(String what) {
    return Draws.of(seed, stream + "/" + what);
  }
}
