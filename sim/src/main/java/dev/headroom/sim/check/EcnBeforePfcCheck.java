package dev.headroom.sim.check;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.fabric.EcnMarkingCurve;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PortSettings;
import dev.headroom.sim.switching.SharedBuffer;
import dev.headroom.sim.switching.Switch;
import java.util.List;
import java.util.Optional;

/** Check of each switch of a network whether it marks before it pauses. */
public final class EcnBeforePfcCheck {
  private EcnBeforePfcCheck() {}

  /**
   * One entry for each kind of switch, in the order of the switches.
   *
   * @param largestFrame bytes
   * @param heeded whether any sender slows down for marks
   */
  public static List<SwitchEcnCheck> of(
      SimulatedNetwork network, int largestFrame, boolean heeded) {
    return of(network, largestFrame, heeded, Optional.of(FanInOut.of(network)));
  }

  /** The same, as if each port fed all others. */
  public static List<SwitchEcnCheck> brief(
      SimulatedNetwork network, int largestFrame, boolean heeded) {
    return of(network, largestFrame, heeded, Optional.empty());
  }

  private static List<SwitchEcnCheck> of(
      SimulatedNetwork network, int largestFrame, boolean heeded, Optional<FanInOut> fans) {
    NodeKinds<SwitchEcnCheck> kinds = new NodeKinds<>();
    for (Switch at : network.switches()) {
      kinds.add(check(at, network.ports()[at.node], fans, largestFrame, heeded), at.name);
    }
    return kinds.list((kind, first, switches) ->
        new SwitchEcnCheck(
            first,
            switches,
            kind.margin(),
            kind.rateBps(),
            kind.kminBytes(),
            kind.chargePerByte(),
            heeded));
  }

  private static SwitchEcnCheck check(
      Switch at, Port[] ports, Optional<FanInOut> fans, int largestFrame, boolean heeded) {
    SharedBuffer buffer = at.buffer();
    int classes = 0;
    long headroom = 0;
    double alpha = Double.MAX_VALUE;
    long kmin = -1;
    long rateBps = 0;
    for (Port port : ports) {
      PortSettings own = port.settings();
      classes = Integer.bitCount(own.pauses().lossless() & ((1 << ClassSchedule.CLASSES) - 1));
      headroom += classes * own.pauses().headroomBytes();
      alpha = Math.min(alpha, own.alpha());
      if (own.marks().thresholds().kmin() != EcnMarkingCurve.OFF.kmin()
          && own.marks().thresholds().kmin() > kmin) {
        kmin = own.marks().thresholds().kmin();
        rateBps = own.wire().rateBps;
      }
    }
    int others = Math.max(1, ports.length - 1);
    EcnMargin margin =
        new EcnMargin(
            buffer.total(),
            ports.length,
            classes,
            headroom,
            buffer.reserved(),
            alpha,
            buffer.fixedXoff(),
            fans.map(own -> own.out(at)).orElse(others),
            fans.map(own -> own.in(at)).orElse(others));
    return new SwitchEcnCheck(
        "", 0, margin, rateBps, kmin, (double) buffer.charged(largestFrame) / largestFrame, heeded);
  }
}
