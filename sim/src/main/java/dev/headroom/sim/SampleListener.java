package dev.headroom.sim;

/** Shown each sample of the ports when it is taken, between windows, where the run takes any. */
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
