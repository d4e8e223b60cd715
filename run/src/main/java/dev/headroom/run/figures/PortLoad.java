package dev.headroom.run.figures;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.sim.measure.PortResult;

/**
 * Load of one direction of a link, all classes together.
 *
 * @param index position among the run's ports
 * @param port what was measured
 * @param busy share of the run in which bits were on the wire, preamble and gap included
 * @param pausedShare share of the time from the first flow's start to the last completion in which
 *     its most paused class was paused
 * @param pausedPs time paused, all classes
 * @param pauses times that a class was paused (XOFF received while it was not)
 * @param peakQueueBytes deepest queue of any class
 * @param packets sent
 * @param bytes of frames sent, without preamble and gap
 * @param marks packets marked CE here
 * @param drops packets dropped on their way into its queues or, at a host, on arrival
 */
public record PortLoad(
    int index,
    PortResult port,
    double busy,
    double pausedShare,
    long pausedPs,
    long pauses,
    long peakQueueBytes,
    long packets,
    long bytes,
    long marks,
    long drops) {

  /**
   * @param durationPs of the run, from the first flow's start to the last completion
   * @param pausedOutsidePs how long each class was paused before and after that
   */
  public static PortLoad of(
      int index, PortResult port, long durationPs, long[] pausedOutsidePs, int gapBytes) {
    long packets = sum(port.packets());
    long bytes = sum(port.bytes());
    double wireBits = (bytes + (double) gapBytes * packets) * 8;
    return new PortLoad(
        index,
        port,
        share(wireBits / port.rateBps() * 1e12, durationPs),
        share(max(less(port.pausedPs(), pausedOutsidePs)), durationPs),
        sum(port.pausedPs()),
        sum(port.pauses()),
        max(port.peakQueueBytes()),
        packets,
        bytes,
        sum(port.marks()),
        sum(port.drops()));
  }

  /** {@code leaf-3 → host-17}. */
  public String name(Fabric fabric) {
    return fabric.nodes().get(port.node()).name() + " → " + fabric.nodes().get(port.peer()).name();
  }

  private static double share(double partPs, long wholePs) {
    return wholePs <= 0 ? 0 : Math.min(1, partPs / wholePs);
  }

  private static long[] less(long[] values, long[] others) {
    long[] less = values.clone();
    for (int i = 0; i < less.length; i++) {
      less[i] -= others[i];
    }
    return less;
  }

  private static long sum(long[] values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }

  private static long max(long[] values) {
    long max = 0;
    for (long value : values) {
      max = Math.max(max, value);
    }
    return max;
  }
}
