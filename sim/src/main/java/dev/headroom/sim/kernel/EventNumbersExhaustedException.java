package dev.headroom.sim.kernel;

/** Exception for more events than can be told apart by the order in which they were scheduled. */
public final class EventNumbersExhaustedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EventNumbersExhaustedException(long events) {
    super("more than %,d events cannot be kept in insertion order".formatted(events));
  }
}
