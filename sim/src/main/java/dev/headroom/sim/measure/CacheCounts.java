package dev.headroom.sim.measure;

/**
 * Counters of a cache of a NIC.
 *
 * @param lookups times that it was asked
 * @param misses of these, for what it did not have
 * @param evictions of these, how many took another's place; the others found room
 */
public record CacheCounts(long lookups, long misses, long evictions) {
  public static final CacheCounts NONE = new CacheCounts(0, 0, 0);

  /** The sum of both. */
  public CacheCounts plus(CacheCounts other) {
    return new CacheCounts(
        lookups + other.lookups, misses + other.misses, evictions + other.evictions);
  }
}
