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
public record PortSamples(long fromPs, long periodPs, int count, List<PortSeries> ports) {
  public static final PortSamples NONE = new PortSamples(0, 0, 0, List.of());
}
