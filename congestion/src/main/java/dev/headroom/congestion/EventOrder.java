package dev.headroom.congestion;

/**
 * Place of the event in progress among those of its time, for a controller in a run in which they
 * go by when they were scheduled, as in ns-3.
 */
@FunctionalInterface
public interface EventOrder {
  /** When the event in progress was scheduled. */
  long scheduledPs();
}
