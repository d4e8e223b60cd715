package dev.headroom.sim.fabric;

import org.jspecify.annotations.Nullable;

/** What a link is made with: makes the parts of a port that care for more than sending packets. */
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
