package dev.headroom.sim.partition;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.sim.kernel.PartitionScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Assignment of the devices of a partition to event queues.
 *
 * @param eventQueueOf by node, the number of its agenda
 * @param making makes these
 */
public record SchedulerLayout(
    int[] eventQueueOf, Function<PartitionScheduler.EventHandler, PartitionScheduler> making) {
  /** A packet on the wire, a wake-up that holds and one that does not, a pause. */
  private static final int PORT_ROOM = 4;

  /** Timers of a device. */
  private static final int OWN_ROOM = 28;

  public PartitionScheduler createScheduler(PartitionScheduler.EventHandler script) {
    return making.apply(script);
  }

  /** One agenda for all in the only partition. */
  public static SchedulerLayout inOneOrder(int nodes, boolean insertionOrder, long ties) {
    return new SchedulerLayout(
        new int[nodes], script -> PartitionScheduler.inOneOrder(insertionOrder, ties, script));
  }

  /** One agenda for all of each partition. */
  public static List<SchedulerLayout> inOneOrder(PartitionPlan cut, long ties) {
    return Collections.nCopies(cut.count(), inOneOrder(cut.of().length, false, ties));
  }

  /** An agenda for each station, those of each side in a row. */
  public static List<SchedulerLayout> byStation(
      Fabric fabric, PartitionPlan cut, CoScheduledDevices coScheduledDevices, long ties) {
    int[] agendaOf = new int[cut.of().length];
    int[] near = number(cut, coScheduledDevices, false, agendaOf, new int[cut.count()]);
    int[] all = number(cut, coScheduledDevices, true, agendaOf, near.clone());
    int[][] rooms = rooms(fabric, cut, agendaOf, all);
    long[] lookaheadPs = lookaheadPs(fabric, cut, coScheduledDevices);
    List<SchedulerLayout> schedulerLayouts = new ArrayList<>();
    for (int part = 0; part < cut.count(); part++) {
      int[] own = rooms[part];
      int second = near[part];
      long aheadPs = lookaheadPs[part];
      schedulerLayouts.add(
          new SchedulerLayout(
              agendaOf, script -> PartitionScheduler.byDevice(own, second, aheadPs, ties, script)));
    }
    return schedulerLayouts;
  }

  /** Room for the events of so many ports as each station has. */
  private static int[][] rooms(Fabric fabric, PartitionPlan cut, int[] agendaOf, int[] agendas) {
    int[][] rooms = new int[agendas.length][];
    for (int part = 0; part < rooms.length; part++) {
      rooms[part] = new int[agendas[part]];
      Arrays.fill(rooms[part], OWN_ROOM);
    }
    List<List<Integer>> ports = fabric.ports();
    for (int node = 0; node < agendaOf.length; node++) {
      rooms[cut.of()[node]][agendaOf[node]] += PORT_ROOM * ports.get(node).size();
    }
    return rooms;
  }

  /** How far stations of a part may run ahead of each other. */
  private static long[] lookaheadPs(
      Fabric fabric, PartitionPlan cut, CoScheduledDevices coScheduledDevices) {
    long[] least = new long[cut.count()];
    Arrays.fill(least, coScheduledDevices.hostSignalDelayPs());
    for (Link link : fabric.links()) {
      int part = cut.of()[link.a()];
      if (part == cut.of()[link.b()]
          && coScheduledDevices.of()[link.a()] != coScheduledDevices.of()[link.b()]) {
        least[part] = Math.min(least[part], link.delay().ps());
      }
    }
    return least;
  }

  private static int[] number(
      PartitionPlan cut,
      CoScheduledDevices coScheduledDevices,
      boolean far,
      int[] agendaOf,
      int[] next) {
    for (int node = 0; node < agendaOf.length; node++) {
      int station = coScheduledDevices.of()[node];
      if (coScheduledDevices.far()[station] == far) {
        agendaOf[node] = station == node ? next[cut.of()[node]]++ : agendaOf[station];
      }
    }
    return next;
  }
}
