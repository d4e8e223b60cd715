package dev.headroom.app.screen;

import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowProgram;

/**
 * How much a run has to do.
 *
 * @param packets data packets of all flows if none is sent twice
 * @param stopPs when the run ends at the latest
 */
public record Extent(double packets, long stopPs) {

  public static Extent of(Scenario scenario) {
    FlowProgram flows = scenario.flows();
    double mtu = scenario.settings().get(Knobs.MTU);
    double packets = 0;
    for (int flow = 0; flow < flows.flows(); flow++) {
      packets += Math.max(1, Math.ceil(flows.bytes(flow) / mtu));
    }
    return new Extent(packets, scenario.settings().get(Knobs.STOP).ps());
  }

  /** The share that is done, by packets or by time, whichever is nearer to its end. */
  double done(long nowPs, long packetsSent) {
    double byPackets = packets == 0 ? 0 : packetsSent / packets;
    double byTime = stopPs == 0 ? 0 : (double) nowPs / stopPs;
    return Math.clamp(Math.max(byPackets, byTime), 0, 1);
  }
}
