package dev.headroom.sim.credit;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.packet.Packet;
import java.util.Arrays;

/**
 * Receiving side of credit-based flow control: the input buffers of a port, one for each class. For
 * each class it counts the units that have come and grants
 *
 * <pre>
 *   limit = (come + min(free, half of what counters tell apart)) modulo what they count to
 * </pre>
 *
 * <p>This is InfiniBand's FCCL, with ABR, the adjusted blocks received, for what has come (IBTA
 * volume 1, section 7.9.4); and, since what has come and is not there any more was freed, the
 * credits freed of Ultra Ethernet's CBFC on top of the credit limit. Where classes share a {@link
 * CreditPool} it is what was freed alone, and the sender knows the limits. What the peer is told of
 * it and when is its {@link CreditAdvertiser}'s business.
 */
public final class CreditReceiver {
  private final Port port;
  private final CreditSettings settings;
  private final boolean drains;
  private final CreditUnits count;
  private final int[] received = new int[ClassSchedule.CLASSES];
  private final int[] occupied = new int[ClassSchedule.CLASSES];
  private final boolean shares;

  /** Units in the input buffer of all classes. */
  private int occupiedOfAll;

  public final CreditAdvertiser advertiser;

  /** Packets that a slow host has yet to take out. */
  private final DrainingInputBuffer draining;

  private long wakePs = EventQueue.NEVER;

  CreditReceiver(Port port, CreditSettings settings, CreditSender sender) {
    this.port = port;
    this.settings = settings;
    count = settings.count();
    drains = settings.drain().bps() > 0;
    draining = new DrainingInputBuffer(settings.drain().bps());
    shares = settings.pool() != null;
    advertiser =
        switch (settings.form()) {
          case INFINIBAND -> new FlowControlPackets(port, settings, this, sender);
          case CBFC -> new ControlOrderedSets(port, settings, this, sender);
        };
  }

  /** A packet has come in: it holds its blocks until it is {@linkplain #release given back}. */
  void arrived(Packet packet, long nowPs) {
    int priority = packet.priority;
    if (!settings.covers(priority)) {
      return;
    }
    int blocks = count.of(packet.bytes);
    packet.cells = (short) blocks;
    received[priority] = count.wrap(received[priority] + blocks);
    occupied[priority] += blocks;
    occupiedOfAll += blocks;
    if (held(priority) > settings.bufferBlocks()) {
      throw new IllegalStateException(
          port.device.name + " port " + port.number() + " received more than it granted");
    }
    if (draining.takesAtOnce()) {
      release(priority, blocks, nowPs);
    } else if (drains) { // a switch keeps packets itself
      draining.add(packet.bytes, priority, blocks, nowPs);
      wakeBy(draining.duePs());
    }
  }

  private void takeOut(long nowPs) {
    while (draining.duePs() <= nowPs) {
      int priority = draining.priority();
      int blocks = draining.blocks();
      draining.remove();
      release(priority, blocks, nowPs);
    }
    wakeBy(draining.duePs());
  }

  /** The host takes nothing out, or goes on. */
  void setFrozen(boolean now, long nowPs) {
    draining.setFrozen(now, nowPs);
    takeOut(nowPs);
  }

  /**
   * The host takes out what comes at another rate from now on, if it is the slower; and what waits,
   * too.
   *
   * @param bps {@link CreditSettings#AT_ONCE}: as fast as it was made to
   */
  void drainAt(long bps, long nowPs) {
    draining.drainAt(Math.min(bps, settings.drain().fastestBps()), nowPs);
    takeOut(nowPs);
  }

  /** What a packet held is free again, and the transmitter may be idle. */
  void release(int priority, int blocks, long nowPs) {
    if (releaseNext(priority, blocks, nowPs)) {
      port.trySend(nowPs);
    }
  }

  /**
   * The same while a packet is being chosen to leave here: a flow control packet that is due goes
   * right after it. Returns whether there is one.
   */
  boolean releaseNext(int priority, int blocks, long nowPs) {
    occupied[priority] -= blocks;
    occupiedOfAll -= blocks;
    return advertiser.freed(priority, nowPs);
  }

  /** Asks for a wake-up no later than this. */
  void wakeBy(long atPs) {
    if (atPs < wakePs) {
      wakePs = atPs;
      port.events.schedule(atPs, EventKind.CREDIT, port.id);
    }
  }

  /** A time that was asked for may have come. */
  void wake(long nowPs) {
    if (nowPs != wakePs) {
      return; // an earlier one was asked for after this one
    }
    wakePs = EventQueue.NEVER;
    takeOut(nowPs);
    advertiser.wake(nowPs);
  }

  /** The peer says how much it had sent: what has not come was lost, and its room is free. */
  void sync(int priority, int sentByPeer, long nowPs) {
    int lost = count.wrap(sentByPeer - received[priority]);
    if (lost != 0 && lost < count.most()) {
      received[priority] = sentByPeer;
      if (advertiser.freed(priority, nowPs)) {
        port.trySend(nowPs);
      }
    }
  }

  /** The link went down. */
  void cut() {
    Arrays.fill(received, 0);
    advertiser.cut();
  }

  /** Up to which the peer would be granted now, modulo what the counters count to. */
  public int limit(int priority) {
    return count.wrap(received[priority] + beyond(priority));
  }

  /** The limit beyond what has come. */
  public int beyond(int priority) {
    return shares ? -occupied[priority] : Math.min(free(priority), count.most());
  }

  /** Units in the buffer that a class may use. */
  private int held(int priority) {
    return shares ? occupiedOfAll : occupied[priority];
  }

  /** Units that have come, cut to the counter, those known to be lost included. */
  public int received(int priority) {
    return received[priority];
  }

  /** Units in the input buffer; for the books. */
  public int occupied(int priority) {
    return occupied[priority];
  }

  /** Units of the buffer that the peer would have if it were told now; for the books. */
  public int free(int priority) {
    return settings.bufferBlocks() - held(priority);
  }
}
