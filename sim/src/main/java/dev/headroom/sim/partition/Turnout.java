package dev.headroom.sim.partition;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.sim.kernel.Almanac;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Assignment of the devices of a partition to event queues.
 *
 * @param agendaOf by node, the number of its agenda
 * @param making makes these
 */
public record Turnout(int[] agendaOf, Function<Almanac.Script, Almanac> making) {
  /** A packet on the wire, a wake-up that holds and one that does not, a pause. */
  private static final int PORT_ROOM = 4;

  /** Timers of a device. */
  private static final int OWN_ROOM = 28;

  public Almanac almanac(Almanac.Script script) {
    return making.apply(script);
  }

  /** One agenda for all in the only partition. */
  public static Turnout inOneOrder(int nodes, boolean insertionOrder, long ties) {
    return new Turnout(new int[nodes], script -> Almanac.inOneOrder(insertionOrder, ties, script));
  }

  /** One agenda for all of each partition. */
  public static List<Turnout> inOneOrder(Parts cut, long ties) {
    return Collections.nCopies(cut.count(), inOneOrder(cut.of().length, false, ties));
  }

  /** An agenda for each station, those of each side in a row. */
  public static List<Turnout> byStation(Fabric fabric, Parts cut, Stations stations, long ties) {
    int[] agendaOf = new int[cut.of().length];
    int[] near = number(cut, stations, false, agendaOf, new int[cut.count()]);
    int[] all = number(cut, stations, true, agendaOf, near.clone());
    int[][] rooms = rooms(fabric, cut, agendaOf, all);
    long[] lookaheadPs = lookaheadPs(fabric, cut, stations);
    List<Turnout> turnouts = new ArrayList<>();
    for (int part = 0; part < cut.count(); part++) {
      int[] own = rooms[part];
      int second = near[part];
      long aheadPs = lookaheadPs[part];
      turnouts.add(
          new Turnout(agendaOf, script -> Almanac.byDevice(own, second, aheadPs, ties, script)));
    }
    return turnouts;
  }

  /** Room for the events of so many ports as each station has. */
  private static int[][] rooms(Fabric fabric, Parts cut, int[] agendaOf, int[] agendas) {
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
  private static long[] lookaheadPs(Fabric fabric, Parts cut, Stations stations) {
    long[] least = new long[cut.count()];
    Arrays.fill(least, stations.heardPs());
    for (Link link : fabric.links()) {
      int part = cut.of()[link.a()];
      if (part == cut.of()[link.b()] && stations.of()[link.a()] != stations.of()[link.b()]) {
        least[part] = Math.min(least[part], link.delay().ps());
      }
    }
    return least;
  }

  private static int[] number(
      Parts cut, Stations stations, boolean far, int[] agendaOf, int[] next) {
    for (int node = 0; node < agendaOf.length; node++) {
      int station = stations.of()[node];
      if (stations.far()[station] == far) {
        agendaOf[node] = station == node ? next[cut.of()[node]]++ : agendaOf[station];
      }
    }
    return next;
  }
}
