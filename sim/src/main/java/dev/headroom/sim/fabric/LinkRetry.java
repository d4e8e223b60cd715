package dev.headroom.sim.fabric;

/** What a link sends again by itself; one direction of it, or both, seen from one port. */
sealed interface LinkRetry permits FrameRetry, StreamRetry {
  /** How often something came in bad and was asked for again. */
  long nacks();

  /** Frames sent again, whole or in part. */
  long framesReplayed();
}
