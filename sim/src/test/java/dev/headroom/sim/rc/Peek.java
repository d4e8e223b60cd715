package dev.headroom.sim.rc;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.host.Transport;

/** Looks into connections while a run goes on; for tests only. */
public final class Peek {
  private Peek() {}

  /** The controller of a queue pair that has started. */
  public static Controller controller(Transport transport, int queuePair) {
    PacketSender sender = ((RcQueuePairs) transport).source(queuePair);
    if (sender == null) {
      throw new IllegalStateException("queue pair " + queuePair + " has not started");
    }
    return sender.controller;
  }
}
