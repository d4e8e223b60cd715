package dev.headroom.sim.check;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.build.Network;
import dev.headroom.sim.fabric.Marking;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PortSettings;
import dev.headroom.sim.switching.SharedBuffer;
import dev.headroom.sim.switching.Switch;
import java.util.List;
import java.util.Optional;

/** Check of each switch of a network whether it marks before it pauses. */
public final class MarkingOrder {
  private MarkingOrder() {}

  /**
   * One entry for each kind of switch, in the order of the switches.
   *
   * @param largestFrame bytes
   * @param heeded whether any sender slows down for marks
   */
  public static List<SwitchCheck> of(Network network, int largestFrame, boolean heeded) {
    return of(network, largestFrame, heeded, Optional.of(Fans.of(network)));
  }

  /** The same, as if each port fed all others. */
  public static List<SwitchCheck> brief(Network network, int largestFrame, boolean heeded) {
    return of(network, largestFrame, heeded, Optional.empty());
  }

  private static List<SwitchCheck> of(
      Network network, int largestFrame, boolean heeded, Optional<Fans> fans) {
    Kinds<SwitchCheck> kinds = new Kinds<>();
    for (Switch at : network.switches()) {
      kinds.add(check(at, network.ports()[at.node], fans, largestFrame, heeded), at.name);
    }
    return kinds.list((kind, first, switches) ->
        new SwitchCheck(
            first,
            switches,
            kind.margin(),
            kind.rateBps(),
            kind.kminBytes(),
            kind.chargePerByte(),
            heeded));
  }

  private static SwitchCheck check(
      Switch at, Port[] ports, Optional<Fans> fans, int largestFrame, boolean heeded) {
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
      if (own.marks().thresholds().kmin() != Marking.OFF.kmin()
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
    return new SwitchCheck(
        "", 0, margin, rateBps, kmin, (double) buffer.charged(largestFrame) / largestFrame, heeded);
  }
}
