package dev.headroom.sim.measure;

/**
 * Counters of memory registration at a host. Memory that was registered before the run is not
 * counted.
 *
 * @param hits messages whose buffer was registered already, or whose pages were there
 * @param misses messages for which it was registered, or pages were faulted in
 * @param reregistrations of these, of buffers that had been registered and given up
 * @param evictions regions given up to make room for another
 * @param faultedPages pages that were faulted in, on demand
 * @param ahead regions that were registered by a thread of its own before they were used
 * @param mostPinnedBytes most that regions which are kept held at once, in whole pages; 0 where
 *     none are kept
 */
public record RegistrationCounts(
    long hits,
    long misses,
    long reregistrations,
    long evictions,
    long faultedPages,
    long ahead,
    long mostPinnedBytes) {
  public static final RegistrationCounts NONE = new RegistrationCounts(0, 0, 0, 0, 0, 0);

  /** Of a host where nothing is registered ahead of its use. */
  public RegistrationCounts(
      long hits, long misses, long again, long evictions, long faultedPages, long mostPinnedBytes) {
    this(hits, misses, again, evictions, faultedPages, 0, mostPinnedBytes);
  }
}
