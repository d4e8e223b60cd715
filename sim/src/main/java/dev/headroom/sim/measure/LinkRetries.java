package dev.headroom.sim.measure;

/**
 * Counters of link-level retry.
 *
 * @param nacks frames with a wrong bit that were asked for again
 * @param frames sent again on links, those that had followed included
 */
public record LinkRetries(long nacks, long frames) {
  public static final LinkRetries NONE = new LinkRetries(0, 0);
}
