package dev.headroom.run.summary;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NumberText;
import java.util.stream.IntStream;

/**
 * Flows whose senders get no acknowledgement, so that losses are never repaired: Ultra Ethernet's
 * UUD.
 */
final class UnacknowledgedFlows {
  private UnacknowledgedFlows() {}

  /** Whether the flows of some part of the workload are such. */
  static boolean isSome(Scenario scenario) {
    return IntStream.range(0, Math.max(1, scenario.parts().size()))
        .anyMatch(part -> is(scenario.ofPart(part).settings()));
  }

  private static boolean is(Settings own) {
    return own.get(TransportKnobs.TRANSPORT) == TransportType.UEC
        && !own.get(UetKnobs.DELIVERY).isReliable();
  }

  /** What of a flow has not arrived, to follow why it did not finish; blank of other transports. */
  static String missing(Scenario scenario, int flow, long bytes, long deliveredBytes) {
    return bytes == 0 || !is(scenario.ofFlow(flow).settings())
        ? ""
        : ": %s of it is missing"
            .formatted(NumberText.percent((double) (bytes - deliveredBytes) / bytes));
  }
}
