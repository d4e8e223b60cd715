package dev.headroom.sim.check;

import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.routing.SwitchRoutes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Buffer dependency graph of the ingress buffers, for given routes (Dally and Seitz, 1987; for PFC:
 * Hu et al., Deadlocks in Datacenter Networks, HotNets 2016). A link into a switch waits for the
 * links by which packets that came over it may leave to other switches. A circle is necessary for a
 * deadlock, not sufficient: rates decide. All routes count that hold at some time of the run,
 * together, since packets of one may still stand where those of the next come.
 */
public final class BufferDependencyGraph {
  private final SimulatedNetwork network;

  /** For each port that sends to a switch, the ports that what it sends may wait for. */
  private final @Nullable IntOpenHashSet[] waits;

  private final Port[] byId;

  private BufferDependencyGraph(SimulatedNetwork network) {
    this.network = network;
    byId = portsById(network);
    waits = new IntOpenHashSet[byId.length];
  }

  /**
   * Switches in order of a circle, each of whose ingresses waits for the next; empty if there is
   * none.
   *
   * @param senders for each destination group the nodes of the switches at which its packets enter
   */
  public static List<Integer> ring(SimulatedNetwork network, BitSet[] senders) {
    BufferDependencyGraph graph = new BufferDependencyGraph(network);
    for (List<SwitchRoutes> routes : network.allRoutes()) {
      graph.add(routes, senders);
    }
    return graph.ring();
  }

  /** The switch that a host hangs on. */
  public static int switchOf(SimulatedNetwork network, int host) {
    return network.port(host).peer().device.node;
  }

  private static Port[] portsById(SimulatedNetwork network) {
    int count = 0;
    for (Port[] own : network.ports()) {
      count += own.length;
    }
    Port[] byId = new Port[count];
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        byId[port.id] = port;
      }
    }
    return byId;
  }

  private void add(List<SwitchRoutes> routes, BitSet[] senders) {
    SwitchRoutes[] ofNode = new SwitchRoutes[network.ports().length];
    for (int i = 0; i < routes.size(); i++) {
      ofNode[network.switches().get(i).node] = routes.get(i);
    }
    for (int group = 0; group < senders.length; group++) {
      walk(group, ofNode, senders[group]);
    }
  }

  /** Follows the packets for one group from where they enter. */
  private void walk(int group, SwitchRoutes[] ofNode, BitSet senders) {
    BitSet seen = (BitSet) senders.clone();
    IntArrayList todo = new IntArrayList(senders.stream().toArray());
    while (!todo.isEmpty()) {
      for (Port out : hops(ofNode, todo.popInt(), group)) {
        int next = out.peer().device.node;
        for (Port then : hops(ofNode, next, group)) {
          IntOpenHashSet first = waits[out.id];
          if (first == null) {
            first = new IntOpenHashSet();
            waits[out.id] = first;
          }
          first.add(then.id);
        }
        if (!seen.get(next)) {
          seen.set(next);
          todo.push(next);
        }
      }
    }
  }

  private static Port[] hops(SwitchRoutes[] ofNode, int node, int group) {
    SwitchRoutes routes = ofNode[node];
    return routes == null ? new Port[0] : routes.hops(group);
  }

  /** Depth first, without recursion: large fabrics have long ways. */
  private List<Integer> ring() {
    byte[] state = new byte[waits.length]; // 1: on the way, 2: done
    for (int root = 0; root < waits.length; root++) {
      if (waits[root] == null || state[root] != 0) {
        continue;
      }
      Deque<int[]> way = new ArrayDeque<>(); // the port, and its successors from the last
      push(root, state, way);
      while (!way.isEmpty()) {
        int[] top = way.peek();
        if (top[1] == top.length) {
          state[top[0]] = 2;
          way.pop();
          continue;
        }
        int next = top[top[1]++];
        if (state[next] == 1) {
          return switches(way, next);
        }
        if (state[next] == 0) {
          push(next, state, way);
        }
      }
    }
    return List.of();
  }

  private void push(int port, byte[] state, Deque<int[]> way) {
    state[port] = 1;
    IntOpenHashSet own = waits[port];
    int[] next = own == null ? new int[0] : own.toIntArray();
    int[] entry = new int[next.length + 2];
    entry[0] = port;
    entry[1] = 2;
    System.arraycopy(next, 0, entry, 2, next.length);
    way.push(entry);
  }

  private List<Integer> switches(Deque<int[]> way, int first) {
    List<Integer> ring = new ArrayList<>();
    for (int[] entry : way) {
      ring.addFirst(byId[entry[0]].device.node);
      if (entry[0] == first) {
        break;
      }
    }
    return ring;
  }
}
