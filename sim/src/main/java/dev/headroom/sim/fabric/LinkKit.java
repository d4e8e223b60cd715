package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/** Factory of the parts of a port that do more than send packets. */
public interface LinkKit {
  /** Whether the link is under credits. */
  boolean hasCredits();

  PauseControl pauses(Port port);

  /** Flow control by credits; null without. */
  @Nullable CreditControl credits(Port port);

  /** What sends again what came in bad; null without. */
  @Nullable LinkRetry retry(Port port, LinkControl link);

  /** What is drawn at a port. */
  Draws draws(Port port, long randomKey);
}
