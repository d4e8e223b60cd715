package dev.headroom.congestion;

/**
 * Scheduling time of the current event, for a controller in a run that orders events of equal time
 * by it, as ns-3 does.
 */
@FunctionalInterface
public interface EventOrder {
  /** When the event in progress was scheduled. */
  long scheduledPs();
}
