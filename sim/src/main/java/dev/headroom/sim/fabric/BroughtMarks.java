package dev.headroom.sim.fabric;

import dev.headroom.model.knob.MarkingAlgorithm;
import dev.headroom.model.knob.OwnClass;
import dev.headroom.model.knob.OwnMarkingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.mark.BroughtMarker;
import dev.headroom.sim.mark.Marker;
import dev.headroom.sim.mark.QueueView;
import java.util.Optional;

/**
 * A marker that somebody brought along, of one queue. It sees the packet through a view that stands
 * for that of the call at hand.
 */
public final class BroughtMarks implements QueueView, QueueMarker {
  private final Lane lane;
  private final Marker marker;
  private final PacketView shown = new PacketView();

  BroughtMarks(BroughtMarker.Maker maker, Lane lane) {
    this.lane = lane;
    marker = maker.make(this);
  }

  /**
   * Who makes the markers of a run; empty where they are ours.
   *
   * @throws UnfitScenarioException if the settings ask for one that nobody brought
   */
  static Optional<BroughtMarker.Maker> maker(Settings settings) {
    if (!isAsked(settings)) {
      return Optional.empty();
    }
    Optional<OwnClass> name = settings.find(OwnMarkingKnobs.NAME);
    BroughtMarker brought =
        name.filter(BroughtMarker.class::isInstance)
            .map(BroughtMarker.class::cast)
            .orElseThrow(() -> new UnfitScenarioException(notBrought(name)));
    return Optional.of(brought.with(settings.get(OwnMarkingKnobs.SETTINGS)));
  }

  /** Whether the settings ask for one. */
  static boolean isAsked(Settings settings) {
    return settings.get(OwnMarkingKnobs.ALGORITHM) == MarkingAlgorithm.OWN;
  }

  private static String notBrought(Optional<OwnClass> name) {
    return "congestion.aqm.algorithm is own, and nobody brought %s: give its source with --marking %s.java"
        .formatted(name.map(OwnClass::name).orElse("one"), name.map(OwnClass::name).orElse("NAME"));
  }

  @Override
  public boolean marksComing(Packet packet, long nowPs) {
    shown.of = packet;
    packet.followerPs = nowPs;
    return marker.marksComing(shown, nowPs);
  }

  @Override
  public boolean marksLeaving(Packet packet, long nowPs) {
    shown.of = packet;
    return marker.marksLeaving(shown, nowPs - packet.followerPs, nowPs);
  }

  @Override
  public String switchName() {
    return lane.port.device.name;
  }

  @Override
  public int port() {
    return lane.port.number();
  }

  @Override
  public int priority() {
    return lane.priority;
  }

  @Override
  public long rateBps() {
    return lane.port.rateBps();
  }

  @Override
  public long queuedBytes() {
    return lane.queuedBytes;
  }

  @Override
  public long queuedInAll() {
    return lane.port.queuedBytes();
  }

  @Override
  public boolean isPaused() {
    return lane.paused;
  }

  @Override
  public double draw() {
    return lane.port.link.draws.mark();
  }
}
