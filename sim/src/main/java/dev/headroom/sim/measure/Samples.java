package dev.headroom.sim.measure;

import java.util.List;

/**
 * Time series of the ports.
 *
 * @param periodPs time between samples; sample i is at (i + 1) * periodPs; 0 when nothing was sampled
 * @param count samples taken
 * @param ports one entry a port that was sampled
 */
public record Samples(long periodPs, int count, List<Series> ports) {
  public static final Samples NONE = new Samples(0, 0, List.of());
}
