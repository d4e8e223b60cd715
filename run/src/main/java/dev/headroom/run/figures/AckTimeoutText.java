package dev.headroom.run.figures;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Time;
import java.util.Optional;

/** ACK timeout of queue pairs, with the setting that determines it. */
public final class AckTimeoutText {
  private AckTimeoutText() {}

  /**
   * {@code 67.1 ms (transport.ackTimeout 14)}; empty where it is not one for all, or there is none.
   */
  public static Optional<String> of(Scenario scenario) {
    Settings settings = scenario.settings();
    if (!settings.get(TransportKnobs.TRANSPORT).hasQueuePairs()
        || settings.isSet(TransportKnobs.SHORT_TIMEOUT)
        || scenario.flows() instanceof CombinedFlowProgram) {
      return Optional.empty();
    }
    long exponent = settings.get(TransportKnobs.ACK_TIMEOUT);
    Optional<Time> own = settings.find(TransportKnobs.RETRANSMIT_TIMEOUT);
    return own.isPresent()
        ? Optional.of(
            "%s (%s)"
                .formatted(
                    NumberText.time(own.get().ps()), TransportKnobs.RETRANSMIT_TIMEOUT.name()))
        : Optional.of(exponent)
            .filter(n -> n > 0)
            .map(n ->
                "%s (%s %d)"
                    .formatted(
                        NumberText.time(4_096_000L << n), TransportKnobs.ACK_TIMEOUT.name(), n));
  }
}
