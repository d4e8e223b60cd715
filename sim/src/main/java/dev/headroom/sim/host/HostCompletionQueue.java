package dev.headroom.sim.host;

import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.Settings;

/**
 * Completion queue of a host: the NIC writes entries, and a thread takes all available entries at
 * each poll.
 *
 * <p>With more entries than it has room for it overruns (InfiniBand specification, volume 1,
 * C11-37): nothing can be added any more, and a queue pair that is to complete a request there goes
 * to error (C9-218).
 */
final class HostCompletionQueue {
  private static final long UNLIMITED = Long.MAX_VALUE;

  private final long depth;
  private final long pollPs;
  private final long phasePs;

  /** Entries not taken yet. */
  private long waiting;

  /** When a thread that polls takes these. */
  private long lookPs = -1;

  private boolean overrun;

  /**
   * @param depth entries that it has room for
   * @param pollPs from one look of the thread to the next, if it polls; 0: it looks all the time
   * @param phasePs when it first looks
   */
  private HostCompletionQueue(long depth, long pollPs, long phasePs) {
    this.depth = depth;
    this.pollPs = pollPs;
    this.phasePs = pollPs == 0 ? 0 : phasePs % pollPs;
  }

  /** One of a host whose applications poll. */
  static HostCompletionQueue polled(Settings own, long phasePs) {
    return new HostCompletionQueue(depth(own), own.get(CompletionKnobs.POLL).ps(), phasePs);
  }

  /** One of a thread that sleeps, and says when it has taken entries. */
  static HostCompletionQueue awaited(Settings own) {
    return new HostCompletionQueue(depth(own), 0, 0);
  }

  private static long depth(Settings own) {
    return own.find(CompletionKnobs.DEPTH).orElse(UNLIMITED);
  }

  /** Whether anything is different for it from one that is always looked at and never full. */
  boolean matters() {
    return depth != UNLIMITED || pollPs > 0;
  }

  /** When a thread that polls finds what is in memory then. */
  long foundPs(long atPs) {
    return pollPs == 0 ? atPs : phasePs + Math.ceilDiv(atPs - phasePs, pollPs) * pollPs;
  }

  /** The NIC writes entries for a thread that polls; returns whether there was room. */
  boolean writePolled(long entries, long atPs) {
    long findsPs = foundPs(atPs);
    if (pollPs == 0 || findsPs != lookPs) {
      lookPs = findsPs;
      waiting = 0;
    }
    return write(entries);
  }

  /** The NIC writes entries; returns whether there was room. */
  boolean write(long entries) {
    waiting += entries;
    overrun |= waiting > depth;
    return !overrun;
  }

  /** A thread that slept has taken all entries. */
  void taken() {
    waiting = 0;
  }

  /** How it has ended. */
  String error() {
    return "the completion queue overran: more than the %d entries of %s were waiting"
        .formatted(depth, CompletionKnobs.DEPTH.name());
  }
}
