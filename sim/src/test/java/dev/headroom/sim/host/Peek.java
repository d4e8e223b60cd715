package dev.headroom.sim.host;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.transport.Sender;

/** Looks into hosts while a run goes on; for tests only. */
public final class Peek {
  private Peek() {}

  /** The controller of a queue pair that has started. */
  public static Controller controller(Hosts hosts, int queuePair) {
    Sender sender = hosts.source(queuePair);
    if (sender == null) {
      throw new IllegalStateException("queue pair " + queuePair + " has not started");
    }
    return sender.controller;
  }
}
