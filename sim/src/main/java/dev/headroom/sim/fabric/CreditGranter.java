package dev.headroom.sim.fabric;

import static dev.headroom.sim.fabric.CreditSettings.wrap;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.EventQueue;
import java.util.Arrays;

/**
 * The half of credit-based flow control that receives (IBTA volume 1, section 7.9.4): the input
 * buffers of a port, one for each class, and what the peer is told of them. For each class it
 * counts the blocks that have come (ABR, adjusted blocks received) and grants
 *
 * <pre>
 *   FCCL = (ABR + min(free, 2048)) mod 4096
 * </pre>
 *
 * A flow control packet names the class, this limit, and how much was sent here in the other
 * direction, from which the peer learns what was lost on the wire. The specification leaves open
 * when they are sent: here as soon as the peer has credit for no more than half of the buffer, else
 * once in a period, as Mellanox's model of its switches does (ib_flit_sim, {@code obuf.cc}).
 */
final class CreditGranter {
  private final Port port;
  private final CreditSettings settings;
  private final CreditSender sender;
  private final int[] received = new int[ClassSchedule.CLASSES];
  private final int[] occupied = new int[ClassSchedule.CLASSES];
  private final int[] told = new int[ClassSchedule.CLASSES];
  private final int[] toldSent = new int[ClassSchedule.CLASSES];
  private final long[] nextPs = new long[ClassSchedule.CLASSES];

  /** Classes whose peer is to be told at the end of the period, as bits. */
  private int later;

  /** Packets that a slow host has yet to take out: when, of which class, how many blocks. */
  private final PauseFifo draining = new PauseFifo();

  private long emptyPs;
  private long wakePs = EventQueue.NEVER;
  private long syncPs = EventQueue.NEVER;

  /** Flow control packets sent. */
  private long frames;

  CreditGranter(Port port, CreditSettings settings, CreditSender sender) {
    this.port = port;
    this.settings = settings;
    this.sender = sender;
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      told[priority] = limit(priority);
    }
  }

  /** A packet has come in: it holds its blocks until it is {@linkplain #release given back}. */
  void arrived(Packet packet, long nowPs) {
    int priority = packet.priority;
    if (!settings.covers(priority)) {
      return;
    }
    int blocks = CreditSettings.blocks(packet.bytes);
    packet.cells = (short) blocks;
    received[priority] = wrap(received[priority] + blocks);
    occupied[priority] += blocks;
    if (occupied[priority] > settings.bufferBlocks()) {
      throw new IllegalStateException(
          port.device.name + " port " + port.number() + " was sent more than it granted");
    }
    if (settings.drainBps() == CreditSettings.AT_ONCE) {
      release(priority, blocks, nowPs);
    } else if (settings.drainBps() > 0) {
      drain(packet, blocks, nowPs);
    }
  }

  /** A slow host takes a packet out after those before it. */
  private void drain(Packet packet, int blocks, long nowPs) {
    long takesPs = (long) Math.ceil(packet.bytes * 8e12 / settings.drainBps());
    emptyPs = Math.max(emptyPs, nowPs) + takesPs;
    draining.add(emptyPs, packet.priority, blocks);
    wakeBy(draining.effectPs());
  }

  private void takeOut(long nowPs) {
    while (!draining.isEmpty() && draining.effectPs() <= nowPs) {
      int priority = draining.priority();
      int blocks = (int) draining.quanta();
      draining.remove();
      release(priority, blocks, nowPs);
    }
    if (!draining.isEmpty()) {
      wakeBy(draining.effectPs());
    }
  }

  /** What a packet held is free again, and the transmitter may be idle. */
  void release(int priority, int blocks, long nowPs) {
    if (releaseNext(priority, blocks, nowPs)) {
      port.kick(nowPs);
    }
  }

  /**
   * The same while a packet is being chosen to leave here: a flow control packet that is due goes
   * right after it. Returns whether there is one.
   */
  boolean releaseNext(int priority, int blocks, long nowPs) {
    occupied[priority] -= blocks;
    return isDue(priority, nowPs);
  }

  /** Whether the peer is to be told at once; sees to it that it is told later if it may wait. */
  private boolean isDue(int priority, long nowPs) {
    if (limit(priority) == told[priority] || port.isDown()) {
      return false;
    }
    int left = wrap(told[priority] - received[priority]);
    if (2 * left <= settings.bufferBlocks() || nowPs >= nextPs[priority]) {
      later &= ~(1 << priority);
      port.tellLater(1 << priority);
      return true;
    }
    if ((later & (1 << priority)) == 0) {
      later |= 1 << priority;
      wakeBy(nextPs[priority]);
    }
    return false;
  }

  /** Something has been sent here: the peer will want to know how much, after a while. */
  void sent() {
    if (syncPs == EventQueue.NEVER) {
      syncPs = port.home.events.timePs() + settings.syncPs();
      wakeBy(syncPs);
    }
  }

  private void wakeBy(long atPs) {
    if (atPs < wakePs) {
      wakePs = atPs;
      port.home.events.schedule(atPs, EventKind.CREDIT, port.id);
    }
  }

  /** A period may be over. */
  void wake(long nowPs) {
    if (nowPs != wakePs) {
      return; // an earlier one was asked for after this one
    }
    wakePs = EventQueue.NEVER;
    takeOut(nowPs);
    int due = 0;
    for (int mask = later; mask != 0; mask &= mask - 1) {
      int priority = Integer.numberOfTrailingZeros(mask);
      if (nextPs[priority] <= nowPs) {
        due |= 1 << priority;
      } else {
        wakeBy(nextPs[priority]);
      }
    }
    later &= ~due;
    if (syncPs <= nowPs) {
      syncPs = EventQueue.NEVER;
      due |= unsynced();
    } else {
      wakeBy(syncPs);
    }
    if (due != 0 && !port.isDown()) {
      port.tellLater(due);
      port.kick(nowPs);
    }
  }

  /** Classes of which more has been sent than the peer was told. */
  private int unsynced() {
    int mask = 0;
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      mask |= sender.sent(priority) == toldSent[priority] ? 0 : 1 << priority;
    }
    return mask;
  }

  /** Makes the flow control packet of a class; returns how long it holds the transmitter. */
  long send(int priority, long nowPs) {
    told[priority] = limit(priority);
    toldSent[priority] = sender.sent(priority);
    nextPs[priority] = nowPs + settings.periodPs();
    later &= ~(1 << priority);
    frames++;
    port.peer()
        .link
        .credits()
        .comeFrom(
            port,
            nowPs + flightPs(),
            priority,
            CreditLink.word(toldSent[priority], told[priority]));
    return holdPs();
  }

  /**
   * From the start of a flow control packet to its last bit at the peer. Where times are cut to
   * nanoseconds packets may take none; it must not overtake what was sent before it all the same.
   */
  long flightPs() {
    return Math.max(1, holdPs() - port.wire().gapPs()) + port.delayPs();
  }

  private long holdPs() {
    return Math.max(1, port.wire().holdPs(settings.frameBytes(), 0));
  }

  /** The peer says how much it had sent: what has not come was lost, and its room is free. */
  void sync(int priority, int sentByPeer, long nowPs) {
    int lost = wrap(sentByPeer - received[priority]);
    if (lost != 0 && lost < CreditSettings.MOST_GRANTED) {
      received[priority] = sentByPeer;
      if (isDue(priority, nowPs)) {
        port.kick(nowPs);
      }
    }
  }

  /** The link went down. */
  void cut() {
    Arrays.fill(received, 0);
    Arrays.fill(toldSent, 0);
    later = 0;
    syncPs = EventQueue.NEVER;
  }

  /** The link came up: the peer is told first of all. */
  void restart() {
    port.tellOnly(settings.classes());
  }

  /** Up to which the peer would be granted now, modulo 4096. */
  int limit(int priority) {
    int free = settings.bufferBlocks() - occupied[priority];
    return wrap(received[priority] + Math.min(free, CreditSettings.MOST_GRANTED));
  }

  /** Blocks that have come, modulo 4096, those known to be lost included; for the books. */
  int received(int priority) {
    return received[priority];
  }

  /** Blocks in the input buffer; for the books. */
  int occupied(int priority) {
    return occupied[priority];
  }

  /** The limit that the peer was last told; for the books. */
  int told(int priority) {
    return told[priority];
  }

  /** Flow control packets sent. */
  long frames() {
    return frames;
  }

  /** Blocks of the buffer that the peer would have if it were told now; for the books. */
  int free(int priority) {
    return settings.bufferBlocks() - occupied[priority];
  }
}
