package dev.headroom.sim.packet;

/**
 * A packet of SRD. {@link Packet#psn} is the packet's own number, in an ACK the first one not
 * received.
 */
public final class SrdPacket extends Packet {
  /** The way that it goes; in an ACK, that of the packet which it answers. */
  public int way;

  /** When it was sent; in an ACK, when the packet which it answers was. */
  public long sentPs;

  /** ACK: the packet that the lowest bit of {@link #bitmap} stands for. */
  public int bitmapBase;

  /** ACK: which of 64 packets have been received. */
  public long bitmap;

  @Override
  public void follow(FlowTuple along, int entropyValue) {
    super.follow(along, entropyValue);
    way = entropyValue;
  }
}
