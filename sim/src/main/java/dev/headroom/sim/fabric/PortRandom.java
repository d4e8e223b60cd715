package dev.headroom.sim.fabric;

import dev.headroom.sim.kernel.Rng;

/** Random numbers of one port: a stream for each purpose, so that no purpose disturbs another. */
public class PortRandom {
  private final long key;
  private long marks;
  private long losses;
  private long codes;
  private long trims;

  public PortRandom(long key) {
    this.key = key;
  }

  /** For the next packet that may be marked: uniform in [0, 1). */
  public double mark() {
    return Rng.uniform(key, marks++);
  }

  /** Whether a data packet is marked that finds a queue over kmin. */
  public boolean marks(EcnMarkingCurve marking, long queuedBytes) {
    if (queuedBytes > marking.kmax()) {
      marks++; // it is marked whatever would have been drawn for it
      return true;
    }
    return mark() < marking.probability(queuedBytes);
  }

  /** A packet without data, which is never marked, finds a queue over kmin. */
  public void unmarked(EcnMarkingCurve marking, long queuedBytes) {}

  /** For the next code that is rounded at random: uniform in [0, 1). */
  public double code() {
    return Rng.uniform(key ^ 2, codes++);
  }

  /** For the next packet that finds a queue full and may be trimmed: uniform in [0, 1). */
  public double trim() {
    return Rng.uniform(key ^ 3, trims++);
  }

  /** For the next packet that may be lost: uniform in [0, 1). */
  public double loss() {
    return Rng.uniform(key ^ 1, losses++);
  }
}
