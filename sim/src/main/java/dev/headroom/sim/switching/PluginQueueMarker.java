package dev.headroom.sim.switching;

import dev.headroom.model.choice.MarkingAlgorithm;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.QueueMarker;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
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
public final class PluginQueueMarker implements QueueView, QueueMarker {
  private final ClassQueue classQueue;
  private final Marker marker;
  private final PacketView shown = new PacketView();

  PluginQueueMarker(PluginMarker.Maker maker, ClassQueue classQueue) {
    this.classQueue = classQueue;
    marker = maker.make(this);
  }

  /**
   * Who makes the markers of a run; empty where they are ours.
   *
   * @throws UnrunnableScenarioException if the settings ask for one that nobody brought
   */
  public static Optional<PluginMarker.Maker> maker(Settings settings) {
    if (!isConfigured(settings)) {
      return Optional.empty();
    }
    Optional<Plugin> name = settings.find(PluginMarkingKnobs.NAME);
    PluginMarker brought =
        name.filter(PluginMarker.class::isInstance)
            .map(PluginMarker.class::cast)
            .orElseThrow(() -> new UnrunnableScenarioException(missingPlugin(name)));
    return Optional.of(brought.with(settings.get(PluginMarkingKnobs.SETTINGS)));
  }

  /** Whether the settings ask for one. */
  public static boolean isConfigured(Settings settings) {
    return settings.get(PluginMarkingKnobs.ALGORITHM) == MarkingAlgorithm.OWN;
  }

  private static String missingPlugin(Optional<Plugin> name) {
    return "congestion.aqm.algorithm is own, but the source of %s is missing: pass it with --marking %s.java"
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
    return classQueue.port.device.name;
  }

  @Override
  public int port() {
    return classQueue.port.number();
  }

  @Override
  public int priority() {
    return classQueue.priority;
  }

  @Override
  public long rateBps() {
    return classQueue.port.rateBps();
  }

  @Override
  public long queuedBytes() {
    return classQueue.queuedBytes;
  }

  @Override
  public long queuedInAll() {
    return classQueue.port.queuedBytes();
  }

  @Override
  public boolean isPaused() {
    return classQueue.paused;
  }

  @Override
  public double draw() {
    return classQueue.port.link.draws.mark();
  }
}
