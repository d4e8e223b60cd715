package dev.headroom.sim.measure;

/**
 * Counters of link-level retry.
 *
 * @param nacks frames with a wrong bit that were asked for again
 * @param frames sent again on links, those that had followed included
 */
public record LinkRetryCounts(long nacks, long frames) {
  public static final LinkRetryCounts NONE = new LinkRetryCounts(0, 0);
}
