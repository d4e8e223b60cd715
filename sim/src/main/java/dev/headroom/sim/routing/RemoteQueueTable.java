package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;
import java.util.Arrays;
import java.util.List;

/**
 * Queue lengths of other switches as known to each switch, for adaptive routing with remote grades.
 * At equal intervals all queues are read off at once; what was read becomes known one interval
 * later, which stands for measuring, telling and taking in.
 *
 * <p>It is read off between windows and only read within them, so partitions need not wait for each
 * other, and no result depends on how they are cut.
 */
public final class RemoteQueueTable {
  private static final long NEVER = Long.MAX_VALUE;

  /** Nobody knows anything of others: the board of all runs without, so it keeps nothing of any. */
  public static final RemoteQueueTable OFF = new RemoteQueueTable(NEVER);

  private final long periodPs;
  private List<? extends RoutingSwitch> switches = List.of();
  private Port[][] ports = {};

  // By node: what is known, and what was read off last.
  private long[][] known = {};
  private long[][] fresh = {};
  private SwitchRoutes[] knownRoutes = {};
  private SwitchRoutes[] freshRoutes = {};
  private long duePs;

  public RemoteQueueTable(long periodPs) {
    this.periodPs = periodPs;
    duePs = periodPs;
  }

  /**
   * @param all the ports of each node
   */
  public void join(List<? extends RoutingSwitch> every, Port[][] all) {
    if (isOff()) {
      return;
    }
    switches = every;
    ports = all;
    known = Arrays.stream(all).map(own -> new long[own.length]).toArray(long[][]::new);
    fresh = Arrays.stream(all).map(own -> new long[own.length]).toArray(long[][]::new);
    knownRoutes = new SwitchRoutes[all.length];
    freshRoutes = new SwitchRoutes[all.length];
    for (RoutingSwitch each : every) {
      knownRoutes[each.node()] = each.firstRoutes();
      freshRoutes[each.node()] = each.firstRoutes();
    }
  }

  boolean isOff() {
    return periodPs == NEVER;
  }

  /** When queues are read off next: windows end there at the latest. */
  public long nextPs() {
    return duePs;
  }

  /** Everything before {@code atPs} has happened, and nothing else: reads queues off where due. */
  public void advanceTo(long atPs) {
    if (atPs < duePs) {
      return;
    }
    long periods = (atPs - duePs) / periodPs + 1;
    readOff();
    if (periods > 1) { // nothing happened in between
      readOff();
    }
    duePs += periods * periodPs;
  }

  private void readOff() {
    long[][] bytes = known;
    known = fresh;
    fresh = bytes;
    SwitchRoutes[] routes = knownRoutes;
    knownRoutes = freshRoutes;
    freshRoutes = routes;
    for (RoutingSwitch each : switches) {
      Port[] own = ports[each.node()];
      for (int i = 0; i < own.length; i++) {
        fresh[each.node()][i] = own[i].queuedBytes();
      }
      freshRoutes[each.node()] = each.routes();
    }
  }

  /** Least that the switch behind a hop is known to have queued towards a packet's destination. */
  long remoteQueueBytes(Port hop, Packet packet) {
    int node = hop.peer().device.node;
    Port[] further = knownRoutes[node].hops(packet.group);
    long least = further.length == 0 ? 0 : NEVER;
    for (Port each : further) {
      least = Math.min(least, known[node][each.number()]);
    }
    return least;
  }
}
