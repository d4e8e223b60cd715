package dev.headroom.sim.packet;

/**
 * Packet of Ultra Ethernet's transport, with the header fields that other packets do not have.
 * {@link Packet#psn} is the packet's own number, in an ACK the first one not received, in a NACK
 * the one refused.
 */
public final class UetPacket extends Packet {
  /** Packet type: credit that a receiver grants. */
  public static final int CREDIT = 11;

  /** Packet type: a sender asks for credit that has nothing to send with the request. */
  public static final int CREDIT_REQUEST = 12;

  /** Packet type: refuses one that came before its turn; {@link #psn} is the one that is due. */
  public static final int OUT_OF_ORDER = 31;

  /** Data that was sent before; in an ACK, that what it answers was. */
  public static final int REPEATED = 32;

  /** A switch took the payload away for want of room. */
  public static final int TRIMMED = 64;

  /** The switch that did it was the last one, where all ways to the receiver meet. */
  public static final int LAST_HOP = -128;

  /** Entropy value; in ACK and NACK that of the packet they answer. */
  public int value;

  /** ACK: the packet that it answers. */
  public int ackedPacket;

  /** ACK: the packet that the lowest bit of {@link #bitmap} stands for. */
  public int bitmapBase;

  /** ACK: which of 64 packets have been received. */
  public long bitmap;

  /** ACK: bytes of frames received so far, each packet counted once. */
  public long receivedBytes;

  /**
   * Data: bytes since the start up to which the sender wants to be granted credit. Credit: up to
   * which it is.
   */
  public long creditBytes;

  @Override
  public void follow(FlowTuple along, int entropyValue) {
    super.follow(along, entropyValue);
    value = entropyValue;
  }

  /** A switch takes the payload away. */
  public void trim(int frameBytes, int intoClass, boolean atLastHop) {
    bytes = (short) frameBytes;
    priority = (byte) intoClass;
    set(atLastHop ? TRIMMED | LAST_HOP : TRIMMED);
  }
}
