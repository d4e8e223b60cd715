package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * ICRC check of an IPv4 packet with an unknown id: a socket does not show the id, and the ICRC
 * covers it. A CRC is linear, so the ids that a sender may have had spread over 2^16 of the 2^32
 * values: which those are depends on the length of the packet only. A packet is good if one of them
 * fits, so that of packets that are spoiled at random one in 65,536 passes. Not thread-safe.
 */
public final class UnknownIpIdCheck {
  private static final int ID_AT = 4;
  private static final int ID_BITS = 16;

  /** Packets are multiples of four bytes long; a UDP datagram has fewer than 2^16. */
  private static final int LENGTHS = 1 << 14;

  private final Icrc icrc = new Icrc();
  private final int[] @Nullable [] bases = new int[LENGTHS] @Nullable [];

  /**
   * Whether the ICRC is right for some id.
   *
   * @param datagram from {@code networkAt} on it has an IPv4 header of 20 bytes without
   *     fragmentation; its id is overwritten with 0
   */
  public boolean fits(MemorySegment datagram, long networkAt, long bthAt, long icrcAt) {
    BigEndianBytes.put16(datagram, networkAt + ID_AT, 0);
    int found = BigEndianBytes.i32(datagram, icrcAt);
    int withZero = icrc.of(datagram, NetworkLayer.IPV4, networkAt, bthAt, icrcAt);
    if (found == withZero) {
      return true;
    }
    long length = icrcAt - bthAt;
    if ((length & 3) != 0 || length / 4 >= LENGTHS) {
      return false;
    }
    int index = (int) length / 4;
    int[] basis = bases[index];
    if (basis == null) {
      basis = basis(datagram, networkAt, bthAt, icrcAt, withZero);
      bases[index] = basis;
    }
    return reduced(found ^ withZero, basis) == 0;
  }

  /** What each bit of the id changes, with the leading bits of one another taken out. */
  private int[] basis(
      MemorySegment datagram, long networkAt, long bthAt, long icrcAt, int withZero) {
    int[] basis = new int[ID_BITS];
    for (int bit = 0; bit < ID_BITS; bit++) {
      BigEndianBytes.put16(datagram, networkAt + ID_AT, 1 << bit);
      int change = icrc.of(datagram, NetworkLayer.IPV4, networkAt, bthAt, icrcAt) ^ withZero;
      basis[bit] = reduced(change, basis);
    }
    BigEndianBytes.put16(datagram, networkAt + ID_AT, 0);
    return basis;
  }

  /** What is left of a value when everything that the basis can make is taken out of it. */
  private static int reduced(int value, int[] basis) {
    int rest = value;
    for (int each : basis) {
      if (each != 0 && (rest & Integer.highestOneBit(each)) != 0) {
        rest ^= each;
      }
    }
    return rest;
  }
}
