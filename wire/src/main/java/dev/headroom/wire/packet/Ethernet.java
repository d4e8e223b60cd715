package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;

/**
 * The Ethernet header (IEEE 802.3) and its VLAN tags (802.1Q): destination 6, source 6, ethertype
 * 2; a tag is 2 bytes of priority, drop eligibility and VLAN, and 2 of the next ethertype.
 */
public final class Ethernet {
  public static final int BYTES = 14;
  public static final int TAG_BYTES = 4;
  public static final int IPV4 = 0x0800;
  public static final int IPV6 = 0x86dd;

  /** RoCEv1: a GRH follows (IBA annex A16). */
  public static final int ROCE_V1 = 0x8915;

  /** Below this it is a length (IEEE 802.3, 3.2.6). */
  static final int LEAST_TYPE = 1536;

  private static final int VLAN = 0x8100;
  private static final int SERVICE_VLAN = 0x88a8;

  /** What switches used for outer tags before 802.1ad. */
  private static final int OLD_SERVICE_VLAN = 0x9100;

  private Ethernet() {}

  /** Whether a tag follows this ethertype. */
  public static boolean isTag(int ethertype) {
    return ethertype == VLAN || ethertype == SERVICE_VLAN || ethertype == OLD_SERVICE_VLAN;
  }

  /** The ethertype that ends a header or a tag which begins here. */
  public static int ethertype(MemorySegment s, long at) {
    return BigEndianBytes.u16(s, at + BYTES - 2);
  }

  /** The address as 48 bits. */
  public static long destination(MemorySegment s, long at) {
    return address(s, at);
  }

  /** The address as 48 bits. */
  public static long source(MemorySegment s, long at) {
    return address(s, at + 6);
  }

  private static long address(MemorySegment s, long at) {
    return (long) BigEndianBytes.u16(s, at) << 32 | BigEndianBytes.u32(s, at + 2);
  }

  /** Writes a header without tags. */
  public static void write(MemorySegment s, long at, long destination, long source, int ethertype) {
    BigEndianBytes.put16(s, at, (int) (destination >> 32));
    BigEndianBytes.put32(s, at + 2, (int) destination);
    BigEndianBytes.put16(s, at + 6, (int) (source >> 32));
    BigEndianBytes.put32(s, at + 8, (int) source);
    BigEndianBytes.put16(s, at + 12, ethertype);
  }
}
