package dev.headroom.sim.fabric;

import dev.headroom.sim.kernel.Ns3Stream;
import dev.headroom.sim.kernel.Rng;
import org.jspecify.annotations.Nullable;

/** The random numbers of one port: a stream for each purpose, so that none disturbs another. */
final class Draws {
  private final long key;
  private long marks;
  private long losses;
  private long codes;
  private long trims;

  /** What losses are drawn from instead; null without. */
  private @Nullable Ns3Stream sequence;

  Draws(long key) {
    this.key = key;
  }

  /** For the next packet that may be marked: uniform in [0, 1). */
  double mark() {
    return Rng.uniform(key, marks++);
  }

  /** The next packet is marked whatever would have been drawn for it. */
  void skipMark() {
    marks++;
  }

  /** For the next code that is rounded at random: uniform in [0, 1). */
  double code() {
    return Rng.uniform(key ^ 2, codes++);
  }

  /** For the next packet that finds a queue full and may be trimmed: uniform in [0, 1). */
  double trim() {
    return Rng.uniform(key ^ 3, trims++);
  }

  /** Draws losses from a sequence that others may draw from too. */
  void takeLosses(Ns3Stream from) {
    sequence = from;
  }

  /** For the next packet that may be lost: uniform in [0, 1). */
  double loss() {
    if (sequence != null) {
      return sequence.next();
    }
    return Rng.uniform(key ^ 1, losses++);
  }
}
