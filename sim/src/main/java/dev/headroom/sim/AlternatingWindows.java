package dev.headroom.sim;

import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.kernel.WindowWorkers;

/**
 * Execution of two sides of a fabric in alternating windows, or of all of it in one window.
 *
 * <p>What leaves one side reaches the other no sooner than the shortest wire between them takes, L.
 * So where one has got to a time t, the other may go on to t + L, then the first to t + 2L: each
 * turn is twice as long as a window in which all advance at once, and what it touches is fetched
 * into the cache half as often. Large fabrics wait for memory more than for anything else.
 *
 * <p>Where there is one partition only, there is nobody to wait for.
 *
 * <p>Nobody may look at both sides in the middle of it, and a run must not end there. So it takes a
 * stretch of time in which nothing is read off and some flow surely goes on, and it is no good
 * where hosts tell each other anything but by packets.
 */
final class AlternatingWindows {
  /** In steps, of L each: shorter stretches gain nothing, longer ones no more. */
  private static final int SHORTEST = 4;

  private static final int LONGEST = 16;

  private final Partition[] partitions;
  private final int below;
  private final long lookaheadPs;

  /** Stretches are so long, times {@link #SHORTEST} to {@link #LONGEST}. */
  private final long stepPs;

  private final SafeHorizon safeHorizon;
  private final boolean possible;

  /**
   * @param gridPs where windows end that all advance in at once
   */
  AlternatingWindows(SimulationSetup assembly, long gridPs) {
    SimulatedNetwork network = assembly.network();
    partitions = network.partitions().toArray(Partition[]::new);
    below = network.below();
    lookaheadPs = network.lookaheadPs();
    stepPs = isOne() ? gridPs : lookaheadPs;
    long fastestBps =
        assembly.hosts().all().stream()
            .mapToLong(host -> host.port().rateBps())
            .max()
            .orElse(Long.MAX_VALUE);
    safeHorizon = new SafeHorizon(assembly.flowStates(), assembly.transport(), fastestBps);
    possible =
        (network.hasTwoSides() || isOne())
            && !network.linksChange()
            && assembly.hosts().workers().isEmpty()
            && !assembly.flowStates().hasWaitingFlows();
  }

  /**
   * How far both sides can be taken from a time on; that time if it is not worth it.
   *
   * @param startPs nothing happens before it
   * @param limitPs when somebody looks, or the run ends at the latest
   */
  long reach(long startPs, long limitPs) {
    if (!possible) {
      return startPs;
    }
    long longestPs = startPs + LONGEST * stepPs;
    long endPs = Math.min(limitPs, safeHorizon.goesOnUntilPs(startPs, longestPs));
    return endPs - startPs < SHORTEST * stepPs ? startPs : Math.min(endPs, longestPs);
  }

  /** Whether there is one partition, which need not wait for anybody. */
  private boolean isOne() {
    return partitions.length == 1;
  }

  /** Takes all from one time to another. */
  void take(WindowWorkers windowWorkers, long startPs, long endPs, long eventsInTurn) {
    if (isOne()) {
      windowWorkers.advance(endPs, eventsInTurn);
      return;
    }
    for (Partition partition : partitions) {
      partition.drainOutboxes(); // or one side's would lie there while the other writes
    }
    long hostsPs = startPs;
    long othersPs = startPs;
    while (hostsPs < endPs || othersPs < endPs) {
      hostsPs = Math.min(endPs, othersPs + lookaheadPs);
      windowWorkers.advance(0, below, hostsPs, eventsInTurn);
      handOver();
      othersPs = Math.min(endPs, hostsPs + lookaheadPs);
      windowWorkers.advance(below, partitions.length, othersPs, eventsInTurn);
      handOver();
    }
  }

  /** How many windows of all at once that is as long as. */
  int windows(long startPs, long endPs) {
    return (int) Math.ceilDiv(endPs - startPs, stepPs);
  }

  private void handOver() {
    for (Partition partition : partitions) {
      partition.swapOutboxes();
    }
  }
}
