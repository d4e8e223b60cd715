package dev.headroom.app.screen;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import java.util.stream.IntStream;

/** Check for TCP flows that ignore ECN marks beside other transports. */
final class TcpEcnCheck {
  private TcpEcnCheck() {}

  /** Whether some part of a workload of several runs over TCP that does not. */
  static boolean hasEcnUnawareTcp(Scenario scenario) {
    return IntStream.range(0, scenario.parts().size())
        .mapToObj(part -> scenario.ofPart(part).settings())
        .anyMatch(TcpEcnCheck::isTcpWithoutEcn);
  }

  private static boolean isTcpWithoutEcn(Settings own) {
    return own.get(TransportKnobs.TRANSPORT).isStream()
        && !own.find(TcpKnobs.ECN)
            .orElseGet(() -> {
              ControlType control = own.get(CongestionKnobs.ALGORITHM);
              return control.needsMarks() || control == ControlTypes.OWN;
            });
  }
}
