package dev.headroom.sim.kernel;

/**
 * Random numbers of an ns-3 program that makes a new {@code UniformVariable} for each draw, as
 * Alibaba's HPCC simulator does: the k-th draw is the first number of the k-th stream.
 *
 * <p>One sequence for the whole of a simulation, so it serves only runs in one partition.
 */
public final class Ns3Streams {
  private final Mrg32k3a generator;

  /**
   * @param seed as {@code RngSeed}; brought into its range
   * @param taken streams that others took first
   */
  public Ns3Streams(long seed, int taken) {
    generator = new Mrg32k3a(seed);
    generator.skipStreams(taken);
  }

  /** The first number of the next stream, uniform in (0, 1). */
  public double next() {
    double first = generator.peek();
    generator.skipStream();
    return first;
  }
}
