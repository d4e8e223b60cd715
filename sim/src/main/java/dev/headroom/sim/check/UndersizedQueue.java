package dev.headroom.sim.check;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.PfcBufferPlan;
import dev.headroom.sim.packet.FrameSizes;
import java.util.List;

/**
 * Queue that is too small for a full frame: that of a lossy class that carries data, at switches
 * that are alike, even when queue and buffer are empty. No full frame gets through, and each is
 * retransmitted without end.
 *
 * @param first the name of one of them
 * @param switches how many there are
 * @param sharedBytes of their buffer, what is neither reserved nor headroom
 * @param alpha the share of what is free of it that a lossy queue may hold
 * @param chargedBytes what the buffer is charged for a full frame: whole cells
 */
public record UndersizedQueue(
    String first, int switches, long sharedBytes, double alpha, long chargedBytes) {

  /** What such a queue may hold, in bytes. */
  public double roomBytes() {
    return Math.min(sharedBytes, alpha * sharedBytes);
  }

  private boolean isTight() {
    return roomBytes() < chargedBytes;
  }

  /**
   * One entry for each kind of such switches; empty where links are under credits.
   *
   * @param frames of the scenario's transport
   */
  public static List<UndersizedQueue> of(Scenario scenario, FrameSizes frames) {
    if (scenario.settings().get(CreditKnobs.CREDITS)) {
      return List.of();
    }
    PfcBufferPlan pfcBufferPlan = PfcBufferPlan.of(scenario, frames);
    List<List<Integer>> links = scenario.fabric().ports();
    NodeKinds<UndersizedQueue> kinds = new NodeKinds<>();
    for (Node node : scenario.fabric().switches()) {
      if (DscpMapping.isLossless(scenario, node)) {
        continue;
      }
      Settings own = scenario.at(node);
      long cell = own.get(SwitchKnobs.SWITCH_CELL).bytes();
      UndersizedQueue nameless =
          new UndersizedQueue(
              "",
              0,
              own.get(SwitchKnobs.SWITCH_BUFFER).bytes()
                  - pfcBufferPlan.committed(node, links.get(node.id())),
              own.get(SwitchKnobs.LOSSY_ALPHA),
              (frames.largest() + cell - 1) / cell * cell);
      if (nameless.isTight()) {
        kinds.add(nameless, node.name());
      }
    }
    return kinds.list((kind, first, switches) ->
        new UndersizedQueue(first, switches, kind.sharedBytes, kind.alpha, kind.chargedBytes));
  }
}
