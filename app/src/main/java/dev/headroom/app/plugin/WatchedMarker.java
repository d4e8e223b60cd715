package dev.headroom.app.plugin;

import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.Marker;

/**
 * A user's marker, asked as it would be alone; what it throws ends the run with the line of its
 * source.
 */
public final class WatchedMarker extends Marker {
  private final Marker own;
  private final Faults faults;

  WatchedMarker(Marker own, Faults faults) {
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
