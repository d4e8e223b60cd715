package dev.headroom.run;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Time;

/**
 * Default sampling period: a report has about {@link #SAMPLES} points over the least time that the
 * workload can take, and fewer on large fabrics.
 */
public final class DefaultSampling {
  static final int SAMPLES = 400;

  /**
   * Samples of all ports together over that time; runs take longer, and the simulator thins out.
   */
  private static final long BUDGET = 2_000_000;

  private static final long LEAST_PS = Time.ofMicros(1).ps();

  private DefaultSampling() {}

  public static Scenario added(Scenario scenario) {
    if (scenario.settings().find(RunKnobs.PROBE_PERIOD).isPresent()) {
      return scenario;
    }
    long ports = Math.max(1, 2L * scenario.fabric().links().size());
    long samples = Math.clamp(BUDGET / ports, 40, SAMPLES);
    long periodPs = round(Math.max(LEAST_PS, leastPs(scenario) / samples));
    return scenario.with(scenario.settings().with(RunKnobs.PROBE_PERIOD, new Time(periodPs)));
  }

  /** The time that the busiest host needs to send or to receive its bytes, or until all start. */
  static long leastPs(Scenario scenario) {
    Fabric fabric = scenario.fabric();
    FlowProgram flows = scenario.flows();
    int hosts = fabric.hosts().size();
    long[] out = new long[hosts];
    long[] in = new long[hosts];
    long first = Long.MAX_VALUE;
    long last = 0;
    for (int flow = 0; flow < flows.flows(); flow++) {
      out[flows.source(flow)] += flows.bytes(flow);
      in[flows.destination(flow)] += flows.bytes(flow);
      first = Math.min(first, flows.startPs(flow));
      last = Math.max(last, flows.startPs(flow));
    }
    long bytes = 0;
    for (int host = 0; host < hosts; host++) {
      bytes = Math.max(bytes, Math.max(out[host], in[host]));
    }
    long fastest = 1;
    for (var link : fabric.links()) {
      fastest = Math.max(fastest, link.rate().bps());
    }
    double wirePs = bytes * 8e12 / fastest;
    return (long) Math.min(wirePs + Math.max(0, last - first), 1e15);
  }

  /** Up to 1, 2 or 5 times a power of ten. */
  private static long round(long ps) {
    for (long unit = 1; ; unit *= 10) {
      for (long step : new long[] {1, 2, 5}) {
        if (unit * step >= ps) {
          return unit * step;
        }
      }
    }
  }
}
