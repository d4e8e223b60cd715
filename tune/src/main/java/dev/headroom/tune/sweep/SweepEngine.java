package dev.headroom.tune.sweep;

import java.io.IOException;

/**
 * Engine that runs the trials of a sweep: on this machine, or by starting {@code headroom sweep run
 * --shard I/N} elsewhere. Every engine leaves the same rows.
 */
public interface SweepEngine {
  /**
   * Runs those trials of a shard that have no row, and returns when all have one or the listener
   * stops the sweep.
   */
  void run(SweepFolder folder, Shard shard, SweepListener listener) throws IOException;
}
