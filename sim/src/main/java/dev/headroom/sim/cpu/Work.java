package dev.headroom.sim.cpu;

import org.jspecify.annotations.Nullable;

/** Something that a core does over and over, a piece at a time. */
public abstract class Work {
  /** The next in its core's row, and whether it stands there. */
  @Nullable Work next;

  boolean waiting;

  /**
   * Decides on the next piece.
   *
   * @return what it costs in cycles; 0 where there is nothing to do
   */
  protected abstract double begin();

  /** The piece is done. */
  protected abstract void end(long nowPs);
}
