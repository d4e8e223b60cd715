package dev.headroom.sim.measure;

import java.util.List;

/**
 * Time series of the ports.
 *
 * @param fromPs when sampling began; sample i is at fromPs + (i + 1) * periodPs
 * @param periodPs time between samples; 0 when nothing was sampled
 * @param count samples taken
 * @param ports one entry a port that was sampled
 */
public record Samples(long fromPs, long periodPs, int count, List<Series> ports) {
  public static final Samples NONE = new Samples(0, 0, 0, List.of());
}
