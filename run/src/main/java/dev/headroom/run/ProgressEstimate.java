package dev.headroom.run;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;

/**
 * Expected amount of work of a run, for its progress display.
 *
 * @param packets data packets of all flows if none is sent twice
 * @param startPs when the first flow may start
 * @param stopPs when the run ends at the latest
 */
public record ProgressEstimate(double packets, long startPs, long stopPs) {

  public static ProgressEstimate of(Scenario scenario) {
    FlowProgram flows = scenario.flows();
    double mtu = scenario.settings().get(TransportKnobs.MTU);
    double packets = 0;
    long startPs = Long.MAX_VALUE;
    for (int flow = 0; flow < flows.flows(); flow++) {
      packets += Math.max(1, Math.ceil(flows.bytes(flow) / mtu));
      startPs = Math.min(startPs, flows.startPs(flow));
    }
    return new ProgressEstimate(
        packets, Math.max(0, startPs), scenario.settings().get(RunKnobs.STOP).ps());
  }

  /** The share that is done, by packets or by time, whichever is nearer to its end. */
  public double done(long nowPs, long packetsSent) {
    double byPackets = packets == 0 ? 0 : packetsSent / packets;
    double byTime = (double) (nowPs - startPs) / Math.max(1, stopPs - startPs);
    return Math.clamp(Math.max(byPackets, byTime), 0, 1);
  }
}
