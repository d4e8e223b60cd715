package dev.headroom.sim.kernel;

/**
 * Second half of an event: it orders events of the same time, and holds the kind and the entity of
 * the event.
 *
 * <pre>
 *   keyed      kind (4) | hash of time and entity (30) | kind (4) | entity (25)
 *   insertion  running number - 2^34 (35)              | kind (4) | entity (25)
 * </pre>
 *
 * Equal senders on equal links are phase-locked, so ties are the rule, not the exception. Ordering
 * them by entity would favour the lowest port for ever; the hash favours nobody, and since it looks
 * at nothing but time and entity it does not depend on how the work was split.
 */
public final class EventKey {
  /** Entities are numbered below this. */
  public static final int MAX_ENTITIES = 1 << 25;

  /** Running numbers of events in insertion order are below this. */
  static final long MAX_NUMBERS = 1L << 35;

  private static final int TARGET_BITS = 29;
  private static final int ENTITY_BITS = 25;

  private EventKey() {}

  static long keyed(long timePs, int kind, int entity, long salt) {
    long target = ((long) kind << ENTITY_BITS) | entity;
    long h = (timePs ^ salt) * 0x9E3779B97F4A7C15L + target * 0xD1B54A32D192ED03L;
    h = (h ^ (h >>> 32)) * 0xBF58476D1CE4E5B9L;
    return ((long) kind << 59) | ((h >>> 34) << TARGET_BITS) | target;
  }

  static long inserted(long number, int kind, int entity) {
    return ((number - MAX_NUMBERS / 2) << TARGET_BITS) | ((long) kind << ENTITY_BITS) | entity;
  }

  /** The running number of an event in insertion order. */
  static long number(long key) {
    return (key >> TARGET_BITS) + MAX_NUMBERS / 2;
  }

  public static int kind(long key) {
    return (int) (key >>> ENTITY_BITS) & 15;
  }

  public static int entity(long key) {
    return (int) key & (MAX_ENTITIES - 1);
  }
}
