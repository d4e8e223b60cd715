package dev.headroom.sim.check;

import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Size;
import java.util.Optional;

/**
 * Flows that are never acknowledged to their end, as in Alibaba's HPCC simulator: go-back units
 * count only whole, and the size of these flows is no multiple of them.
 *
 * @param flows how many there are
 * @param of among so many
 * @param unit {@code transport.goBackUnit} of the first of them
 * @param first its number
 * @param bytes its size
 */
public record PartialGoBackUnits(long flows, long of, Size unit, int first, Size bytes) {

  /** Those of a scenario; empty if there are none. */
  public static Optional<PartialGoBackUnits> of(Scenario scenario) {
    FlowProgram program = scenario.flows();
    long[] units = new long[Math.max(1, scenario.parts().size())];
    boolean any = false;
    for (int part = 0; part < units.length; part++) {
      units[part] = unit(scenario.ofPart(part).settings());
      any |= units[part] > 0;
    }
    if (!any) {
      return Optional.empty();
    }
    long flows = 0;
    int first = -1;
    for (int flow = 0; flow < program.flows(); flow++) {
      long unit = units[units.length == 1 ? 0 : program.part(flow)];
      long bytes = program.bytes(flow);
      if (unit > 0 && (bytes == 0 || bytes % unit != 0)) {
        first = flows == 0 ? flow : first;
        flows++;
      }
    }
    return flows == 0
        ? Optional.empty()
        : Optional.of(
            new PartialGoBackUnits(
                flows,
                program.flows(),
                new Size(units[units.length == 1 ? 0 : program.part(first)]),
                first,
                new Size(program.bytes(first))));
  }

  /** Bytes that are acknowledged as a whole, and nothing less; 0 if there is no such unit. */
  private static long unit(Settings settings) {
    return settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3
            && settings.get(TransportKnobs.RECOVERY) == LossRecovery.GO_BACK_N
            && settings.get(TransportKnobs.OPERATION) != Verb.READ
        ? settings.find(TransportKnobs.GO_BACK_UNIT).map(Size::bytes).orElse(0L)
        : 0;
  }
}
