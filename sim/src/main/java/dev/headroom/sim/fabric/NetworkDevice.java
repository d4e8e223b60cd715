package dev.headroom.sim.fabric;

import dev.headroom.sim.kernel.DeviceEventQueue;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/** Device at the end of a link: a switch or a host. */
public abstract class NetworkDevice {
  public final int node;
  public final String name;

  /** Where it is simulated. */
  public final Partition partition;

  /** What is to happen here. */
  public final DeviceEventQueue events;

  protected NetworkDevice(int node, String name, Partition home) {
    this.node = node;
    this.name = name;
    this.partition = home;
    events = home.eventQueueOf(node);
  }

  /**
   * Tells a flow that waits at another device; that is told so much later at least as it takes to
   * hear of each other.
   */
  public final void postTrigger(long atPs, int flow, NetworkDevice to) {
    if (to.partition == partition) {
      to.events.schedule(atPs, EventKind.TRIGGER, flow);
    } else {
      partition.postTrigger(atPs, flow, to);
    }
  }

  /** Whether packets leave it, where they may, before their tails have come in. */
  public boolean cutsThrough() {
    return false;
  }

  /** A packet has come in through a port. */
  protected abstract void receive(Packet packet, Port in, long nowPs);

  /** A port of it may grant credit to those who send to it from afar. */
  protected void creditIsDue(Port port, long nowPs) {}

  /** A port has asked for silence for half of a pause time more, and would ask for it again. */
  public void pauseRefreshDue(Port port, long nowPs) {}

  /**
   * A port sends a PFC frame.
   *
   * @param quanta pause time; 0 lasts until XON, -1 is XON
   */
  public void pauseSent(Port port, int priority, long quanta, long nowPs) {}

  /** One whose last bit came to a port at {@code atPs} takes effect. */
  public void pauseReceived(Port port, int priority, long quanta, long atPs) {}

  /** It stands still, or goes on: takes nothing of what comes, and hands nothing out. */
  protected void setFrozen(boolean now, long nowPs) {}

  /**
   * It takes what comes at another rate from now on.
   *
   * @param bps {@code Long.MAX_VALUE}: at once
   */
  protected void drainAt(long bps, long nowPs) {}

  /** Packets that it keeps for itself, in no queue of a port; for the books. */
  public int heldPackets() {
    return 0;
  }

  /** A packet has been chosen to leave a queue of a port; it is no longer counted there. */
  protected abstract void leaving(Packet packet, ClassQueue classQueue, long nowPs);

  /**
   * Makes a packet for a port that is free and has nothing queued, or says when to ask again
   * through {@link Port#wakeBy}.
   */
  protected abstract @Nullable Packet pull(Port port, long nowPs);

  /**
   * The transmitter of a port is taken until {@code freeAtPs}: a device that makes packets of its
   * own asks for a wake-up when it will have one.
   */
  protected abstract void sent(Port port, long freeAtPs);
}
