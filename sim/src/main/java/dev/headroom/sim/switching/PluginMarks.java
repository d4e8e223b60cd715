package dev.headroom.sim.switching;

import dev.headroom.model.choice.MarkingAlgorithm;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.fabric.Lane;
import dev.headroom.sim.fabric.QueueMarker;
import dev.headroom.sim.fabric.UnfitScenarioException;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketView;
import dev.headroom.sim.plugin.Marker;
import dev.headroom.sim.plugin.PluginMarker;
import dev.headroom.sim.plugin.QueueView;
import java.util.Optional;

/**
 * Marker plugin of one queue. It sees the packet through a view that stands for that of the call at
 * hand.
 */
public final class PluginMarks implements QueueView, QueueMarker {
  private final Lane lane;
  private final Marker marker;
  private final PacketView shown = new PacketView();

  PluginMarks(PluginMarker.Maker maker, Lane lane) {
    this.lane = lane;
    marker = maker.make(this);
  }

  /**
   * Who makes the markers of a run; empty where they are ours.
   *
   * @throws UnfitScenarioException if the settings ask for one that nobody brought
   */
  public static Optional<PluginMarker.Maker> maker(Settings settings) {
    if (!isAsked(settings)) {
      return Optional.empty();
    }
    Optional<Plugin> name = settings.find(PluginMarkingKnobs.NAME);
    PluginMarker brought =
        name.filter(PluginMarker.class::isInstance)
            .map(PluginMarker.class::cast)
            .orElseThrow(() -> new UnfitScenarioException(notBrought(name)));
    return Optional.of(brought.with(settings.get(PluginMarkingKnobs.SETTINGS)));
  }

  /** Whether the settings ask for one. */
  public static boolean isAsked(Settings settings) {
    return settings.get(PluginMarkingKnobs.ALGORITHM) == MarkingAlgorithm.OWN;
  }

  private static String notBrought(Optional<Plugin> name) {
    return "congestion.aqm.algorithm is own, and nobody brought %s: give its source with --marking %s.java"
        .formatted(name.map(Plugin::name).orElse("one"), name.map(Plugin::name).orElse("NAME"));
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
