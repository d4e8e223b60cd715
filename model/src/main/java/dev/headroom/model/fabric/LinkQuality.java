package dev.headroom.model.fabric;

import dev.headroom.unit.Time;

/**
 * Change of rate or bit errors of a link that stays up; in both directions. Nobody is told: routes
 * stay as they are.
 *
 * @param at when
 * @param link position in {@link Fabric#links()}
 * @param rateShare of the link's own rate, over 0 and at most 1
 * @param bitErrors probability that a bit is wrong after what error correction the link has, 0 to 1
 */
public record LinkQuality(Time at, int link, double rateShare, double bitErrors)
    implements FailureEvent {
  /** The link as it is made. */
  public static LinkQuality restored(Time at, int link, Link made) {
    return new LinkQuality(at, link, 1, made.bitErrors());
  }
}
