package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Decorator of a device that passes all events between it and its links on, both ways; a subclass
 * overrides the events that it observes, and calls this class.
 */
abstract class StandIn extends Device {
  private final Device behind;

  StandIn(Device behind) {
    super(behind.node, behind.name, behind.home);
    this.behind = behind;
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    behind.receive(packet, in, nowPs);
  }

  @Override
  protected void creditIsDue(Port port, long nowPs) {
    behind.creditIsDue(port, nowPs);
  }

  @Override
  public void stillPauses(Port port, long nowPs) {
    behind.stillPauses(port, nowPs);
  }

  @Override
  public void pauseLeaves(Port port, int priority, long quanta, long nowPs) {
    behind.pauseLeaves(port, priority, quanta, nowPs);
  }

  @Override
  public void pauseCame(Port port, int priority, long quanta, long atPs) {
    behind.pauseCame(port, priority, quanta, atPs);
  }

  @Override
  protected void standStill(boolean now, long nowPs) {
    behind.standStill(now, nowPs);
  }

  @Override
  protected void drainAt(long bps, long nowPs) {
    behind.drainAt(bps, nowPs);
  }

  @Override
  public int held() {
    return behind.held();
  }

  @Override
  protected void leaving(Packet packet, Lane lane, long nowPs) {
    behind.leaving(packet, lane, nowPs);
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    return behind.pull(port, nowPs);
  }

  @Override
  protected void sent(Port port, long freeAtPs) {
    behind.sent(port, freeAtPs);
  }
}
