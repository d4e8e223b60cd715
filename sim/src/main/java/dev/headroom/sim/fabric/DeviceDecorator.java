package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Decorator of a device that passes all events between it and its links on, both ways; a subclass
 * overrides the events that it observes, and calls this class.
 */
abstract class DeviceDecorator extends NetworkDevice {
  private final NetworkDevice behind;

  DeviceDecorator(NetworkDevice behind) {
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
  public void pauseRefreshDue(Port port, long nowPs) {
    behind.pauseRefreshDue(port, nowPs);
  }

  @Override
  public void pauseSent(Port port, int priority, long quanta, long nowPs) {
    behind.pauseSent(port, priority, quanta, nowPs);
  }

  @Override
  public void pauseReceived(Port port, int priority, long quanta, long atPs) {
    behind.pauseReceived(port, priority, quanta, atPs);
  }

  @Override
  protected void setFrozen(boolean now, long nowPs) {
    behind.setFrozen(now, nowPs);
  }

  @Override
  protected void drainAt(long bps, long nowPs) {
    behind.drainAt(bps, nowPs);
  }

  @Override
  public int heldPackets() {
    return behind.heldPackets();
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {
    behind.leaving(packet, classQueue, nowPs);
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
