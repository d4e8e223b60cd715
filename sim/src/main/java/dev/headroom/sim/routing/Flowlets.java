package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Flowlet switching: packets of a flow stay together until the flow pauses for longer than a gap.
 * Then it may take another path without reordering, since earlier packets have left the paths that
 * differ (Kandula et al., Dynamic Load Balancing Without Packet Reordering, CCR 2007). The new way
 * is another choice's: a random one is LetFlow (Vanini et al., NSDI 2017), the least loaded one is
 * what switch chips do.
 *
 * <p>As in hardware a table of fixed size is indexed by a hash: flows that meet in an entry share
 * it.
 */
public final class Flowlets extends NextHopChoice {
  private final long gapPs;
  private final NextHopChoice fresh;
  private final int entries;

  // Made when the first packet asks, since most switches of a large fabric have one way only.
  private @Nullable Port[] port = {};
  private long[] lastPs = {};

  /**
   * @param gapPs a flow that was silent for longer than this may take another way
   * @param entries of the table, a power of two
   * @param fresh where a flowlet goes
   */
  public Flowlets(long gapPs, int entries, NextHopChoice fresh) {
    this.gapPs = gapPs;
    this.entries = Integer.highestOneBit(entries);
    this.fresh = fresh;
  }

  @Override
  Port choose(Packet packet, Port[] hops, long nowPs) {
    if (port.length == 0) {
      port = new Port[entries];
      lastPs = new long[entries];
    }
    int entry = ((packet.entropy * 0x9E3779B1) >>> 8) & (entries - 1);
    Port last = port[entry];
    boolean pausing = nowPs - lastPs[entry] > gapPs;
    lastPs[entry] = nowPs;
    if (last != null && !pausing && Arrays.asList(hops).contains(last)) {
      return last;
    }
    Port chosen = fresh.choose(packet, hops, nowPs);
    port[entry] = chosen;
    return chosen;
  }
}
