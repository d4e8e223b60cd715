package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Decorator of a device that passes all events between it and its links on, both ways; a subclass
 * overrides the events that it observes, and calls this class.
 */
abstract class DeviceDecorator extends NetworkDevice {
  private final NetworkDevice delegate;

  DeviceDecorator(NetworkDevice behind) {
    super(behind.node, behind.name, behind.partition);
    this.delegate = behind;
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    delegate.receive(packet, in, nowPs);
  }

  @Override
  protected void creditIsDue(Port port, long nowPs) {
    delegate.creditIsDue(port, nowPs);
  }

  @Override
  public void pauseRefreshDue(Port port, long nowPs) {
    delegate.pauseRefreshDue(port, nowPs);
  }

  @Override
  public void pauseSent(Port port, int priority, long quanta, long nowPs) {
    delegate.pauseSent(port, priority, quanta, nowPs);
  }

  @Override
  public void pauseReceived(Port port, int priority, long quanta, long atPs) {
    delegate.pauseReceived(port, priority, quanta, atPs);
  }

  @Override
  protected void setFrozen(boolean now, long nowPs) {
    delegate.setFrozen(now, nowPs);
  }

  @Override
  protected void drainAt(long bps, long nowPs) {
    delegate.drainAt(bps, nowPs);
  }

  @Override
  public int heldPackets() {
    return delegate.heldPackets();
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {
    delegate.leaving(packet, classQueue, nowPs);
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    return delegate.pull(port, nowPs);
  }

  @Override
  protected void sent(Port port, long freeAtPs) {
    delegate.sent(port, freeAtPs);
  }
}
