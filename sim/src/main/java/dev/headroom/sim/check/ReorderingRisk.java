package dev.headroom.sim.check;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import java.util.Optional;

/**
 * Reordering by switches that spread packets of one flow over several paths, to a receiver that
 * takes out-of-order packets for lost: most are then sent several times.
 *
 * @param routing what {@code routing.algorithm} is
 * @param key the setting of the receiver
 * @param value what it is
 * @param instead a value of it that places what comes, or what else to change
 */
public record ReorderingRisk(String routing, String key, String value, String instead) {
  /** What settings say, on a fabric with several ways. */
  public static Optional<ReorderingRisk> of(Settings settings) {
    return settings.get(RoutingKnobs.ROUTING).isPerPacket()
        ? inOrderOnly(settings)
        : Optional.empty();
  }

  /** What settings say of a receiver, whatever the switches do. */
  public static Optional<ReorderingRisk> inOrderOnly(Settings settings) {
    TransportType transport = settings.get(TransportKnobs.TRANSPORT);
    if (transport.hasQueuePairs()) {
      return settings.get(TransportKnobs.RECOVERY) == LossRecovery.OUT_OF_ORDER
          ? Optional.empty()
          : Optional.of(
              of(
                  settings,
                  TransportKnobs.RECOVERY,
                  settings.get(TransportKnobs.OPERATION) == Verb.WRITE
                      ? "out-of-order"
                      : "out-of-order, with transport.operation write,"));
    }
    return transport == TransportType.UEC && settings.get(UetKnobs.DELIVERY) == UetDeliveryMode.ROD
        ? Optional.of(of(settings, UetKnobs.DELIVERY, "rud"))
        : Optional.empty();
  }

  private static ReorderingRisk of(Settings settings, Knob<?> knob, String instead) {
    return new ReorderingRisk(
        settings.get(RoutingKnobs.ROUTING).word(),
        knob.name(),
        settings.print(knob).orElseThrow(),
        instead);
  }
}
