package dev.headroom.sim.packet;

/**
 * Falcon packet, with the header fields that other packets do not have. {@link Packet#psn} is the
 * packet's own number, in an ACK the first one not received.
 */
public final class FalconPacket extends Packet {
  /** An ACK carries bitmaps: it is an extended one. */
  public static final int EXTENDED = 32;

  /** Extended ACK: the receiver dropped a packet beyond its window. */
  public static final int OUT_OF_WINDOW = 64;

  /** Flow label, which switches hash; in an ACK, that of the last packet that came. */
  public int label;

  /** When the packet left its sender (T1); in an ACK, when the last one that came did. */
  public long sentPs;

  /** ACK: when that one came (T2), and once the ACK has left, how long it stayed (T3 - T2). */
  public long heldPs;

  /** Switches on the way to the receiver. */
  public int hops;

  /** ACK: packets of the connection that came with a mark; 14 bits on the wire. */
  public int marked;

  /** ACK: level of the receiver's buffer, 0 to 31. */
  public int level;

  /** ACK: which of 128 packets have been received, the first not received in the lowest bit. */
  public long bitmapLow;

  public long bitmapHigh;

  /** Pull request, pull data: the first packet not received of those that come the other way. */
  public int piggybackedAck;

  @Override
  public void follow(FlowTuple along, int entropyValue) {
    super.follow(along, entropyValue);
    label = entropyValue;
  }
}
