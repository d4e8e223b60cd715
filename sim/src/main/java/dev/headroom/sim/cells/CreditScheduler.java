package dev.headroom.sim.cells;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.FlowTuple;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Credit scheduler of one port that leads to a host. It grants one credit to each requester in
 * turn, a little faster than the port can send, and none while the port has too much queued.
 */
final class CreditScheduler {
  private final CellFabricLeaf edge;
  private final Port port;
  private final int host;
  private final CellSegmenter cutter;
  private final CellSettings settings;

  /** Those who have ever asked, in the order in which they first did. */
  private final List<Demand> demands = new ArrayList<>();

  private final Int2ObjectOpenHashMap<Demand> byLeaf = new Int2ObjectOpenHashMap<>();

  private int turn;

  /** Those who wait for more than they have been granted. */
  private int unmet;

  private long nextPs;
  private boolean active;

  /** What one leaf asked for in a class. */
  private static final class Demand {
    /** One of its hosts, and the group of these. */
    private final int host;

    private final int group;
    private final FlowTuple route;
    private final byte priority;
    private final byte dscp;
    private long requestedBytes;
    private long granted;

    Demand(Cell cell, int group) {
      host = cell.route.source();
      route = cell.route;
      priority = cell.priority;
      dscp = cell.dscp;
      this.group = group;
    }

    boolean isUnmet() {
      return requestedBytes > granted;
    }
  }

  /**
   * @param host what the port leads to
   */
  CreditScheduler(
      CellFabricLeaf edge, Port port, int host, CellSegmenter cutter, CellSettings settings) {
    this.edge = edge;
    this.port = port;
    this.host = host;
    this.cutter = cutter;
    this.settings = settings;
  }

  /** A leaf asks for credit. */
  void onCreditRequest(Cell cell, long nowPs) {
    Demand demand = demand(cell);
    boolean before = demand.isUnmet();
    demand.requestedBytes = Math.max(demand.requestedBytes, cell.creditBytes);
    if (!before && demand.isUnmet()) {
      unmet++;
    }
    if (cell.repeated && !demand.isUnmet()) {
      grantCredit(demand, nowPs); // what was granted has been lost on its way
    }
    wakeAt(Math.max(nowPs, nextPs));
  }

  private void wakeAt(long atPs) {
    if (!active && unmet > 0) {
      active = true;
      port.events.schedule(atPs, EventKind.CREDIT, port.id);
    }
  }

  /** The next credit may be due. */
  void wake(long nowPs) {
    active = false;
    long bytes = settings.creditBytes();
    if (port.queuedBytes() <= settings.limitBytes()) {
      bytes = grant(nextUnmet(), nowPs);
    }
    nextPs = nowPs + Math.max(1, (long) (bytes * 8e12 / (settings.speedup() * port.rateBps())));
    wakeAt(nextPs);
  }

  private Demand nextUnmet() {
    while (true) {
      Demand demand = demands.get(turn);
      turn = turn + 1 == demands.size() ? 0 : turn + 1;
      if (demand.isUnmet()) {
        return demand;
      }
    }
  }

  /** Grants a credit, or what is left to grant; how many bytes. */
  private long grant(Demand demand, long nowPs) {
    long bytes = Math.min(settings.creditBytes(), demand.requestedBytes - demand.granted);
    demand.granted += bytes;
    if (!demand.isUnmet()) {
      unmet--;
    }
    grantCredit(demand, nowPs);
    return bytes;
  }

  private void grantCredit(Demand demand, long nowPs) {
    Cell cell = cutter.empty(demand.route, demand.priority, demand.dscp);
    cell.destination = demand.host;
    cell.group = demand.group;
    cell.towards = host;
    cell.granted = demand.granted;
    edge.sendCreditCell(cell, port, nowPs);
  }

  private Demand demand(Cell cell) {
    int key = (cell.from << 3) | cell.priority;
    Demand demand = byLeaf.get(key);
    if (demand == null) {
      demand = new Demand(cell, edge.groupOf(cell.route.source()));
      byLeaf.put(key, demand);
      demands.add(demand);
    }
    return demand;
  }
}
