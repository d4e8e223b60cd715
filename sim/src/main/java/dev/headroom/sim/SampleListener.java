package dev.headroom.sim;

/**
 * Listener to samples of the ports, called between windows when a sample is taken, where the run
 * takes any.
 */
@FunctionalInterface
public interface SampleListener {
  /** Looks at none. */
  SampleListener NONE = (atPs, ports) -> {};

  /**
   * @param atPs simulated time
   * @param ports as they are then; it must not be kept
   */
  void sampled(long atPs, SampledPorts ports);
}
