package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.NetworkDevice;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;
import java.util.HashSet;
import java.util.Set;

/**
 * Linear forwarding table of one InfiniBand switch: for each LID the one of several next hops that
 * all its packets take. A host has 2^lmc LIDs; queue pairs are spread over them.
 *
 * <p>Hops are dealt out as opensm does (doc/current-routing.txt): LID by LID in order, each to the
 * port that fewest LIDs were given so far, the first of equal ones. Of the LIDs of one host each
 * goes by another switch than those before it as long as there are such.
 */
final class LinearForwardingTable {
  private final byte[] hopOfLid;
  private final int lmc;

  private LinearForwardingTable(byte[] hopOfLid, int lmc) {
    this.hopOfLid = hopOfLid;
    this.lmc = lmc;
  }

  /**
   * Deals out the hops of a switch.
   *
   * @param groupOfHost destination group of each host
   * @param hopsOfGroup next hops by group, all of them ports of this switch
   */
  static LinearForwardingTable of(int[] groupOfHost, Port[][] hopsOfGroup, int ports, int lmc) {
    byte[] hopOfLid = new byte[groupOfHost.length << lmc];
    int[] given = new int[ports];
    Set<NetworkDevice> behind = new HashSet<>();
    for (int host = 0; host < groupOfHost.length; host++) {
      Port[] hops = hopsOfGroup[groupOfHost[host]];
      if (hops.length > 1) {
        behind.clear();
        for (int lid = host << lmc; lid < (host + 1) << lmc; lid++) {
          int hop = least(hops, given, behind);
          if (lmc > 0) { // else no other LID of this host comes
            behind.add(hops[hop].peer().device);
          }
          given[hops[hop].number()]++;
          hopOfLid[lid] = (byte) hop;
        }
      } else if (hops.length == 1) {
        given[hops[0].number()] += 1 << lmc;
      }
    }
    return new LinearForwardingTable(hopOfLid, lmc);
  }

  /** The hop that was given fewest, of those to other switches if there are any. */
  private static int least(Port[] hops, int[] given, Set<NetworkDevice> behind) {
    int ofAll = -1;
    int ofOthers = -1;
    for (int i = 0; i < hops.length; i++) {
      int here = given[hops[i].number()];
      if (ofAll < 0 || here < given[hops[ofAll].number()]) {
        ofAll = i;
      }
      if ((ofOthers < 0 || here < given[hops[ofOthers].number()])
          && (behind.isEmpty() || !behind.contains(hops[i].peer().device))) {
        ofOthers = i;
      }
    }
    return ofOthers < 0 ? ofAll : ofOthers;
  }

  /** Which of the next hops towards a packet's destination it takes. */
  int choose(Packet packet) {
    int path = packet.entropy & ((1 << lmc) - 1);
    return hopOfLid[(packet.destination << lmc) | path] & 0xff;
  }
}
