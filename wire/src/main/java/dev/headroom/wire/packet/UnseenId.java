package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks the ICRC of an IPv4 packet whose id nobody knows: a socket does not show it, and the ICRC
 * covers it. A CRC is linear, so the ids that a sender may have had spread over 2^16 of the 2^32
 * values: which those are depends on the length of the packet only. A packet is good if one of them
 * fits, so that of packets that are spoiled at random one in 65,536 passes. Not thread-safe.
 */
public final class UnseenId {
  private static final int ID_AT = 4;
  private static final int ID_BITS = 16;

  /** Lengths whose values are kept; each takes 64 bytes. */
  private static final int KEPT = 1024;

  private final Icrc icrc = new Icrc();
  private final Map<Integer, int[]> bases =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, int[]> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * Whether the ICRC is right for some id.
   *
   * @param datagram begins with an IPv4 header of 20 bytes without fragmentation; its id is
   *     overwritten with 0
   */
  public boolean fits(MemorySegment datagram, long bthAt, long icrcAt) {
    Bytes.put16(datagram, ID_AT, 0);
    int found = Bytes.i32(datagram, icrcAt);
    int withZero = icrc.of(datagram, Network.IPV4, 0, bthAt, icrcAt);
    int length = (int) (icrcAt - bthAt);
    int[] basis = bases.get(length);
    if (basis == null) {
      basis = basis(datagram, bthAt, icrcAt, withZero);
      bases.put(length, basis);
    }
    return reduced(found ^ withZero, basis) == 0;
  }

  /** What each bit of the id changes, with the leading bits of one another taken out. */
  private int[] basis(MemorySegment datagram, long bthAt, long icrcAt, int withZero) {
    int[] basis = new int[ID_BITS];
    for (int bit = 0; bit < ID_BITS; bit++) {
      Bytes.put16(datagram, ID_AT, 1 << bit);
      int change = icrc.of(datagram, Network.IPV4, 0, bthAt, icrcAt) ^ withZero;
      basis[bit] = reduced(change, basis);
    }
    Bytes.put16(datagram, ID_AT, 0);
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
