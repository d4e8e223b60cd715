package dev.headroom.sim.nic;

import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.NicStallTimes;
import java.util.EnumMap;
import java.util.Map;

/**
 * Sum of the stall times of a NIC by part of its host, in one direction, as its link sees them: the
 * time of a packet beyond that of its frame on the link, less what the NIC was ahead.
 *
 * <pre>
 *   felt  = max(0, taken - frame - ahead)      split among what made it so long, in turn
 *   ahead = ahead + frame - taken              0 to what the NIC's buffer holds
 * </pre>
 *
 * Example: frames of 84 ns at 400 Gb/s, and reads of 4 KiB that take 280 ns with 16 tags: 78 ns of
 * that are the link's and within the frame, so tags hold the NIC up for 196 ns of each 280. Nothing
 * that is decided in a run depends on it.
 */
@SuppressWarnings("EnumOrdinal") // an index that is kept nowhere
public final class NicStallClock {
  private static final NicStallCause[] ALL = NicStallCause.values();

  private final long bufferBytes;
  private final long[] heldPs = new long[ALL.length];
  private long atWorkPs;

  /** The wire's rate, what a byte takes there, and how far ahead the NIC may get. */
  private long rateBps;

  private double psPerByte;
  private long mostAheadPs;

  /** What the packet under way takes on the wire. */
  private long framePs;

  private long aheadPs;

  /**
   * @param bufferBytes frames that the NIC holds between wire and memory
   */
  public NicStallClock(long bufferBytes) {
    this.bufferBytes = bufferBytes;
  }

  /**
   * A packet begins.
   *
   * @param frameBytes of it on the wire, preamble and gap included
   * @param wireBps what the wire carries at the moment, bits a second
   */
  public void begin(int frameBytes, long wireBps) {
    if (wireBps != rateBps) {
      rateBps = wireBps;
      psPerByte = 8e12 / wireBps;
      mostAheadPs = (long) (bufferBytes * psPerByte);
    }
    framePs = (long) (frameBytes * psPerByte);
  }

  /** A part makes what the packet takes longer, in picoseconds. */
  public void grow(NicStallCause by, long fromPs, long toPs) {
    long freePs = Math.max(fromPs, framePs + aheadPs);
    if (toPs > freePs) {
      heldPs[by.ordinal()] += toPs - freePs;
    }
  }

  /** The packet has taken so long, in picoseconds. */
  public void end(long tookPs) {
    atWorkPs += tookPs;
    aheadPs = Math.clamp(aheadPs + framePs - tookPs, 0, mostAheadPs);
  }

  /** Nothing went on for so long, in picoseconds; 0 or less: it did. */
  public void addStall(NicStallCause by, long forPs) {
    if (forPs > 0) {
      atWorkPs += forPs;
      heldPs[by.ordinal()] += Math.max(0, forPs - aheadPs);
      aheadPs = Math.max(0, aheadPs - forPs);
    }
  }

  /**
   * All of it, cut off at a time.
   *
   * @param endPs since the start of the run
   */
  public NicStallTimes until(long endPs) {
    Map<NicStallCause, Long> ps = new EnumMap<>(NicStallCause.class);
    for (NicStallCause by : ALL) {
      if (heldPs[by.ordinal()] > 0) {
        ps.put(by, Math.min(endPs, heldPs[by.ordinal()]));
      }
    }
    return new NicStallTimes(Math.min(endPs, atWorkPs), ps);
  }
}
