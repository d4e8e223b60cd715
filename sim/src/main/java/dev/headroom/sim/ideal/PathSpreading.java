package dev.headroom.sim.ideal;

import dev.headroom.model.choice.RoutingAlgorithm;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;

/**
 * Spreading of the packets of one flow over several paths, on which some overtake others.
 *
 * @param data that of its data
 * @param spreadsAcks that of its ACKs, or of what asks for its data
 */
public record PathSpreading(boolean data, boolean spreadsAcks) {
  /**
   * That of flows with these settings: switches spread data alone, but for cells, in which all
   * travels; transports all that they send.
   */
  public static PathSpreading of(Settings settings) {
    RoutingAlgorithm routing = settings.get(RoutingKnobs.ROUTING);
    boolean all = byTransport(settings) || routing == RoutingAlgorithm.CELLS;
    return new PathSpreading(all || !routing.isOneWay(), all);
  }

  private static boolean byTransport(Settings settings) {
    return switch (settings.get(TransportKnobs.TRANSPORT)) {
      case UEC -> settings.get(UetKnobs.ENTROPY_VALUES) > 1;
      case SRD -> settings.get(SrdKnobs.WAYS) > 1;
      case FALCON -> settings.get(FalconKnobs.PATH_CHANGE);
      case ROCEV2, ROCEV1, INFINIBAND, TCP, IWARP -> false;
    };
  }
}
