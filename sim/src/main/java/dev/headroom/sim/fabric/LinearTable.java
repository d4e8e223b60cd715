package dev.headroom.sim.fabric;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The linear forwarding table of one InfiniBand switch: for each LID the one of several next hops
 * that all its packets take. A host has 2^lmc LIDs; queue pairs are spread over them.
 *
 * <p>Hops are dealt out as opensm does (doc/current-routing.txt): LID by LID in order, each to the
 * port that fewest LIDs were given so far, the first of equal ones. Of the LIDs of one host each
 * goes by another switch than those before it as long as there are such.
 */
final class LinearTable {
  private final byte[] hopOfLid;
  private final int lmc;

  private LinearTable(byte[] hopOfLid, int lmc) {
    this.hopOfLid = hopOfLid;
    this.lmc = lmc;
  }

  /**
   * Deals out the hops of a switch.
   *
   * @param groupOfHost destination group of each host
   * @param hopsOfGroup next hops by group, all of them ports of this switch
   */
  static LinearTable of(int[] groupOfHost, Port[][] hopsOfGroup, int ports, int lmc) {
    byte[] hopOfLid = new byte[groupOfHost.length << lmc];
    int[] given = new int[ports];
    for (int host = 0; host < groupOfHost.length; host++) {
      Port[] hops = hopsOfGroup[groupOfHost[host]];
      if (hops.length > 1) {
        Set<Device> behind = new HashSet<>();
        for (int lid = host << lmc; lid < (host + 1) << lmc; lid++) {
          int hop = least(hops, given, behind);
          behind.add(hops[hop].peer().device);
          given[hops[hop].number()]++;
          hopOfLid[lid] = (byte) hop;
        }
      } else if (hops.length == 1) {
        given[hops[0].number()] += 1 << lmc;
      }
    }
    return new LinearTable(hopOfLid, lmc);
  }

  private static int least(Port[] hops, int[] given, Set<Device> behind) {
    boolean others = Arrays.stream(hops).anyMatch(hop -> !behind.contains(hop.peer().device));
    int best = -1;
    for (int i = 0; i < hops.length; i++) {
      boolean open = !others || !behind.contains(hops[i].peer().device);
      if (open && (best < 0 || given[hops[i].number()] < given[hops[best].number()])) {
        best = i;
      }
    }
    return best;
  }

  /** Which of the next hops towards a packet's destination it takes. */
  int choose(Packet packet) {
    int path = packet.entropy & ((1 << lmc) - 1);
    return hopOfLid[(packet.destination << lmc) | path] & 0xff;
  }
}
