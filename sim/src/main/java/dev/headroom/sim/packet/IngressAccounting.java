package dev.headroom.sim.packet;

/** Buffer use in a switch by packets that came in through one class of a port. */
public abstract class IngressAccounting {
  /** Bytes that arrived here and still occupy the switch's buffer, those in headroom apart. */
  public long occupiedBytes;

  /** Bytes of them in the headroom of this class. */
  public long headroomBytes;

  /** Whether the peer is to be silent. */
  public boolean xoff;
}
