package dev.headroom.sim.falcon;

import dev.headroom.sim.delivery.ReceiveBitmap;
import dev.headroom.sim.packet.FalconPacket;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;

/**
 * Receiving end of a window of a connection (Falcon 0.9, section 9.2): packets within the window,
 * from the first missing one on, are placed as they come, once each; others are dropped. An ACK
 * goes at once where a packet asks for it, and else when a timer is over that the first packet
 * without one started; it has the flow label of the last packet that came, so that who changes it
 * changes both ways (the specification does not say). What the layer above has to say counts as
 * said: packets are acknowledged as they come.
 */
final class FalconReceiver {
  /** The way back to the sender. */
  final FlowTuple reverseTuple;

  private final long ackDelayPs;
  private final int window;
  private final ReceiveBitmap arrived = new ReceiveBitmap();
  private boolean droppedBeyond;
  private int marked;

  // Of the last packet that came: what the next ACK says of it.
  private long sentPs;
  private long arrivedPs;
  private int hops;
  private int flow;
  private int label;

  /** When an ACK is due that nobody asked for; {@code Long.MAX_VALUE}: none is. */
  private long ackDuePs = Long.MAX_VALUE;

  /** When the next event comes that looks at that; {@code Long.MAX_VALUE}: none does. */
  long timerPs = Long.MAX_VALUE;

  /**
   * @param window packets from the first missing one on that it takes
   */
  FalconReceiver(FalconSettings settings, int window, FlowTuple back) {
    ackDelayPs = settings.acks().delayPs();
    this.window = window;
    this.reverseTuple = back;
  }

  /** Takes a packet; returns whether it has not been received before and is placed. */
  boolean take(FalconPacket packet, long nowPs) {
    long sequence = arrived.expected() + (packet.psn - (int) arrived.expected());
    marked += packet.has(Packet.CE) ? 1 : 0;
    sentPs = packet.sentPs;
    arrivedPs = nowPs;
    hops = packet.hops;
    flow = packet.flow;
    label = packet.label;
    boolean beyond = sequence >= arrived.expected() + window;
    droppedBeyond |= beyond;
    boolean placed = !beyond && !arrived.has(sequence);
    if (placed) {
      arrived.add(sequence);
    }
    if (placed && packet.has(Packet.ACK_REQUEST)) {
      ackDuePs = nowPs; // a packet that is discarded is not heard
    } else {
      ackDuePs = Math.min(ackDuePs, nowPs + ackDelayPs);
    }
    return placed;
  }

  /**
   * Tells the first packet not received, in a packet that goes to the sender anyway; where that is
   * all there is to say, no ACK has to (9.1.6).
   */
  int takePiggybackedAck() {
    long expected = arrived.expected();
    boolean isAll =
        !droppedBeyond && (arrived.bitmap(expected) | arrived.bitmap(expected + Long.SIZE)) == 0;
    if (isAll) {
      ackDuePs = Long.MAX_VALUE;
    }
    return (int) expected;
  }

  /** An event has come; returns whether an ACK is due. */
  boolean isDue(long nowPs) {
    if (nowPs >= timerPs) {
      timerPs = Long.MAX_VALUE;
    }
    return ackDuePs <= nowPs;
  }

  /** When an ACK is due; {@code Long.MAX_VALUE} if none is. */
  long ackDuePs() {
    return ackDuePs;
  }

  /**
   * Turns a packet into an ACK.
   *
   * @param type {@link Packet#ACK}, or {@link Packet#READ_ACK} of requests
   * @param level of the buffer in which packets wait for the host, 0 to 31
   */
  void acknowledge(FalconPacket packet, int type, int level) {
    ackDuePs = Long.MAX_VALUE;
    packet.type = (byte) type;
    packet.flags = 0;
    packet.follow(reverseTuple, label);
    packet.flow = flow;
    packet.psn = (int) arrived.expected();
    packet.sentPs = sentPs;
    packet.heldPs = arrivedPs;
    packet.hops = hops;
    packet.marked = marked;
    packet.level = level;
    packet.bitmapLow = arrived.bitmap(arrived.expected());
    packet.bitmapHigh = arrived.bitmap(arrived.expected() + Long.SIZE);
    if (droppedBeyond) {
      packet.set(FalconPacket.OUT_OF_WINDOW);
      droppedBeyond = false;
    }
    if (packet.flags != 0 || (packet.bitmapLow | packet.bitmapHigh) != 0) {
      packet.set(FalconPacket.EXTENDED);
    }
  }
}
