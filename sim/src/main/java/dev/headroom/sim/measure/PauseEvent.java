package dev.headroom.sim.measure;

import java.util.Comparator;

/**
 * Arrival of a PFC frame at a port.
 *
 * @param atPs when its last bit arrived
 * @param node the node that received it
 * @param port its port
 * @param priority the class
 * @param xoff pause; else resume
 */
public record PauseEvent(long atPs, int node, int port, int priority, boolean xoff) {
  /** By time, and at the same time by place, however a run was split. */
  public static final Comparator<PauseEvent> ORDER =
      Comparator.comparingLong(PauseEvent::atPs)
          .thenComparingInt(PauseEvent::node)
          .thenComparingInt(PauseEvent::port)
          .thenComparingInt(PauseEvent::priority)
          .thenComparing(PauseEvent::xoff);
}
