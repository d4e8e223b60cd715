package dev.headroom.app.plugin;

import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.Marker;

/**
 * Wrapper of an ECN marker plugin with the same behaviour. An exception ends the run with the
 * source line.
 */
public final class WatchedMarker extends Marker {
  private final Marker own;
  private final PluginErrors faults;

  WatchedMarker(Marker own, PluginErrors faults) {
    this.own = own;
    this.faults = faults;
  }

  @Override
  public boolean marksComing(DataPacket packet, long nowPs) {
    try {
      return own.marksComing(packet, nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("marksComing", e);
    }
  }

  @Override
  public boolean marksLeaving(DataPacket packet, long waitedPs, long nowPs) {
    try {
      return own.marksLeaving(packet, waitedPs, nowPs);
    } catch (RuntimeException | Error e) {
      throw faults.of("marksLeaving", e);
    }
  }
}
