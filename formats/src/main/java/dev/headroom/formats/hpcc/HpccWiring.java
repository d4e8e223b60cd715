package dev.headroom.formats.hpcc;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Fabric with the HPCC simulator's port numbering. Of several links between the same two nodes its
 * tables hold the last alone; the others carry nothing, but have interfaces, and room in the
 * buffers of switches.
 *
 * @param fabric nodes, and the links that are used
 * @param unused the others
 * @param interfaces for each node those of its ports, in order, from 1
 */
public record HpccWiring(Fabric fabric, List<Link> unused, List<List<Integer>> interfaces) {
  static final HpccWiring NOTHING =
      new HpccWiring(new Fabric("", List.of(), List.of()), List.of(), List.of());

  public HpccWiring {
    unused = List.copyOf(unused);
    interfaces = List.copyOf(interfaces);
  }

  /**
   * That of a topology file.
   *
   * @param fabric with the links that are used, in the order of the file
   * @param listed all links of the file, those that are used the same objects as in the fabric
   */
  static HpccWiring of(Fabric fabric, List<Link> listed) {
    Set<Link> used = Collections.newSetFromMap(new IdentityHashMap<>());
    used.addAll(fabric.links());
    List<Link> unused = listed.stream().filter(link -> !used.contains(link)).toList();
    int[] devices = new int[fabric.nodes().size()];
    List<List<Integer>> interfaces = new ArrayList<>();
    fabric.nodes().forEach(node -> interfaces.add(new ArrayList<>()));
    for (Link link : listed) {
      for (int end : new int[] {link.a(), link.b()}) {
        devices[end]++;
        if (used.contains(link)) {
          interfaces.get(end).add(devices[end]);
        }
      }
    }
    return new HpccWiring(fabric, unused, interfaces);
  }

  /**
   * The number of an interface there, from 1.
   *
   * @param port its number here, from 0
   */
  public int interfaceOf(int node, int port) {
    return interfaces.get(node).get(port);
  }
}
