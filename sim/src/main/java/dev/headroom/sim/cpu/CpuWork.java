package dev.headroom.sim.cpu;

import org.jspecify.annotations.Nullable;

/** Recurring work of a core, done a piece at a time. */
public abstract class CpuWork {
  /** Cycles of a piece that there is not: one may be free where all that it costs is set to 0. */
  public static final double NOTHING = -1;

  /** The next in its core's row, and whether it stands there. */
  @Nullable CpuWork next;

  boolean waiting;

  /**
   * Decides on the next piece.
   *
   * @return what it costs in cycles; {@link #NOTHING} where there is nothing to do
   */
  protected abstract double begin();

  /** The piece is done. */
  protected abstract void end(long nowPs);
}
