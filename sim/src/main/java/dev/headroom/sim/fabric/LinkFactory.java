package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/** Factory of the parts of a port that do more than send packets. */
public interface LinkFactory {
  /** Whether the link is under credits. */
  boolean hasCredits();

  LinkPauseControl pauses(Port port);

  /** Flow control by credits; null without. */
  @Nullable LinkCreditControl credits(Port port);

  /** What sends again what came in bad; null without. */
  @Nullable LinkRetry retry(Port port, LinkControl link);

  /** What is drawn at a port. */
  PortRandom draws(Port port, long randomKey);
}
