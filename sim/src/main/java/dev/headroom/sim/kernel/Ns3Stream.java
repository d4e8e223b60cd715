package dev.headroom.sim.kernel;

/**
 * Random numbers of a stream that an ns-3 program requested by its number ({@code
 * RandomVariableStream::SetStream}), one after the other. Such streams lie beyond those that are
 * given out by themselves: n is stream 2^63 + n.
 */
public final class Ns3Stream {
  private final Mrg32k3a generator;

  /**
   * @param seed as {@code RngSeed}; brought into its range
   * @param number 0 or more
   */
  public Ns3Stream(long seed, long number) {
    generator = new Mrg32k3a(seed);
    generator.skipStreams(Long.MIN_VALUE + number);
  }

  /** The next number, uniform in (0, 1). */
  public double next() {
    return generator.next();
  }
}
