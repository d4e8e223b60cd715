package dev.headroom.wire.soft;

import dev.headroom.congestion.Controller;
import org.jspecify.annotations.Nullable;

/**
 * Pacer of a queue pair: the time at which its next packet may leave. Nothing is held back until
 * the first CNP comes: from then on a controller says the rate. A program that sends many packets
 * at once cannot leave every gap where it belongs: it may be late by a little, and make that good.
 */
final class Pacer {
  /** How late it may be and still catch up. */
  private static final long MOST_LATE_PS = 50_000_000;

  /** What a packet takes on an Ethernet beside itself: header, FCS, preamble, gap. */
  private static final int ETHERNET_BYTES = 14 + 4 + 8 + 12;

  /** Picoseconds in 63 bits last for 106 days, and machines run for longer. */
  private static final long MOST_NS = 90L * 86_400 * 1_000_000_000;

  private static final long PS_PER_NS = 1000;
  private static final long BITS_PS = 8_000_000_000_000L;

  private final SoftDcqcnSettings control;
  private @Nullable Controller controller;

  /** When the controller's time began. */
  private long epochNs;

  private long nowPs;
  private long nextPs;
  private long carry;

  Pacer(SoftDcqcnSettings control) {
    this.control = control;
  }

  /** A CNP came. */
  void congested(long nowNs) {
    Controller to = controller;
    if (to == null || nowNs - epochNs > MOST_NS) {
      to = control.controller();
      controller = to;
      epochNs = nowNs;
      nextPs = 0;
      carry = 0;
    }
    to.congested(sinceEpochPs(nowNs));
  }

  private long sinceEpochPs(long nowNs) {
    return (nowNs - epochNs) * PS_PER_NS;
  }

  /** Whether a packet may leave now. */
  boolean mayLeave(long nowNs) {
    if (controller == null) {
      return true;
    }
    if (nowNs - epochNs > MOST_NS) {
      controller = null; // it begins anew with the next CNP
      return true;
    }
    nowPs = sinceEpochPs(nowNs);
    return nextPs <= nowPs;
  }

  /** A packet left at the time that was asked about last; these are its bytes from IP on. */
  void left(int datagramBytes) {
    Controller from = controller;
    if (from == null) {
      return;
    }
    int bytes = datagramBytes + ETHERNET_BYTES;
    from.sent(nowPs, bytes);
    long rateBps = Math.min(control.lineBps(), from.rateBps(nowPs));
    if (nextPs < nowPs - MOST_LATE_PS) {
      nextPs = nowPs - MOST_LATE_PS;
      carry = 0;
    }
    long bits = bytes * BITS_PS + carry;
    long holdPs = bits / rateBps;
    carry = bits - holdPs * rateBps;
    nextPs += holdPs;
  }

  /** When it may leave, if that is in the future; else {@code Long.MAX_VALUE}. */
  long wakeNs(long nowNs) {
    boolean waits = controller != null && nextPs > sinceEpochPs(nowNs);
    return waits ? epochNs + (nextPs + PS_PER_NS - 1) / PS_PER_NS : Long.MAX_VALUE;
  }

  /** The rate it is told at a time, bits per second. */
  long rateBps(long atNs) {
    Controller from = controller;
    return from == null
        ? control.lineBps()
        : Math.min(control.lineBps(), from.rateBps(sinceEpochPs(atNs)));
  }
}
