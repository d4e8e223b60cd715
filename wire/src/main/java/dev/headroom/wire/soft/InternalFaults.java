package dev.headroom.wire.soft;

/** Counter of internal errors of a device, which keeps running after them. */
final class InternalFaults {
  private long count;

  long count() {
    return count;
  }

  /**
   * A queue pair's doing ended in this. Memory that was closed is no fault of the device; anything
   * else is one: it costs the queue pair that met it, and no other.
   */
  void broke(SoftQueuePair pair, RuntimeException e) {
    count += e instanceof IllegalStateException ? 0 : 1;
    pair.exchange.fail();
  }

  /** A packet, or the time, was to be dealt with, and that ended in this: it goes on without. */
  void met(RuntimeException e) {
    count++;
  }
}
