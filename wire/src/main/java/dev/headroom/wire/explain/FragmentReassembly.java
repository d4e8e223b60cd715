package dev.headroom.wire.explain;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.NetworkLayer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reassembly of UDP datagrams that came in fragments (RFC 791, 3.2; RFC 8200, 4.5). No RNIC does
 * this, but it shows what the datagrams would have been. It follows a few datagrams at once, and
 * forgets the one that has waited longest for its rest.
 */
final class FragmentReassembly {
  private static final int MOST = 64;
  private static final int MOST_DATAGRAM = 65_535;

  /** Fragments begin at multiples of this. */
  private static final int UNIT = 8;

  private static final int MORE_IPV4 = 0x2000;
  private static final int OFFSET_IPV4 = 0x1fff;
  private static final int UNFRAGMENTED = 0;
  private static final int DONT_FRAGMENT = 0x4000;
  private static final int FLAGS_AT = 6;

  /**
   * A datagram that is whole, as it was before it was fragmented.
   *
   * @param wireBytes what its fragments took
   */
  record Whole(MemorySegment datagram, long wireBytes) {}

  private record Key(PacketAddress from, PacketAddress to, long id) {}

  /** What has come of a datagram. */
  private static final class Pieces {
    private byte[] header = new byte[0];
    private byte[] payload = new byte[2048];
    private final BitSet units = new BitSet();
    private int length = -1;
    private long wireBytes;

    boolean isWhole() {
      return length >= 0
          && header.length > 0
          && units.nextClearBit(0) >= (length + UNIT - 1) / UNIT;
    }
  }

  private final Map<Key, Pieces> open =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Pieces> eldest) {
          return size() > MOST;
        }
      };

  /** Takes a fragment; the datagram, if this was what was missing of it. */
  Optional<Whole> take(FrameHeaders fragment, long wireBytes) {
    if (!fragment.hasWholeFragment()) {
      return Optional.empty();
    }
    MemorySegment s = fragment.bytes();
    boolean four = fragment.network() == NetworkLayer.IPV4;
    long ip = fragment.networkAt();
    long at = fragment.fragmentAt();
    int field =
        four
            ? BigEndianBytes.u16(s, ip + FLAGS_AT)
            : BigEndianBytes.u16(s, at - Ipv6.FRAGMENT_BYTES + 2);
    int offset = four ? (field & OFFSET_IPV4) * UNIT : field & -UNIT;
    boolean last = (field & (four ? MORE_IPV4 : 1)) == 0;
    long id = four ? Ipv4.id(s, ip) : BigEndianBytes.u32(s, at - Ipv6.FRAGMENT_BYTES + 4);
    int length = (int) (fragment.end() - at);
    int headers = four ? (int) (at - ip) : Ipv6.BYTES;
    if (length <= 0 || (!last && length % UNIT != 0) || headers + offset + length > MOST_DATAGRAM) {
      return Optional.empty();
    }
    Key key = new Key(PacketAddress.source(fragment), PacketAddress.destination(fragment), id);
    Pieces pieces = open.computeIfAbsent(key, _ -> new Pieces());
    pieces.wireBytes += wireBytes;
    put(pieces, offset, s, at, length);
    if (offset == 0) {
      pieces.header = s.asSlice(ip, headers).toArray(ValueLayout.JAVA_BYTE);
    }
    if (last) {
      pieces.length = offset + length;
    }
    if (!pieces.isWhole()) {
      return Optional.empty();
    }
    open.remove(key);
    return Optional.of(new Whole(whole(pieces, four), pieces.wireBytes));
  }

  private static void put(Pieces pieces, int offset, MemorySegment s, long at, int length) {
    if (offset + length > pieces.payload.length) {
      int more = Math.max(offset + length, 2 * pieces.payload.length);
      pieces.payload = Arrays.copyOf(pieces.payload, more);
    }
    MemorySegment.copy(s, ValueLayout.JAVA_BYTE, at, pieces.payload, offset, length);
    pieces.units.set(offset / UNIT, (offset + length + UNIT - 1) / UNIT);
  }

  private static MemorySegment whole(Pieces pieces, boolean four) {
    int headers = pieces.header.length;
    byte[] all = Arrays.copyOf(pieces.header, headers + pieces.length);
    System.arraycopy(pieces.payload, 0, all, headers, pieces.length);
    MemorySegment s = MemorySegment.ofArray(all);
    if (four) {
      BigEndianBytes.put16(s, 2, all.length);
      BigEndianBytes.put16(s, FLAGS_AT, UNFRAGMENTED);
    } else {
      BigEndianBytes.put16(s, 4, pieces.length);
      BigEndianBytes.put8(s, FLAGS_AT, Ipv4.UDP);
    }
    return s;
  }

  /**
   * Whether the ICRC of a datagram that was put together is right. It covers the flag that asks not
   * to fragment, which a sender may have had in mind and a router on the way has not minded.
   */
  static boolean icrcGood(FrameHeaders frame) {
    if (frame.icrcGood() || frame.network() != NetworkLayer.IPV4) {
      return frame.icrcGood();
    }
    BigEndianBytes.put16(frame.bytes(), frame.networkAt() + FLAGS_AT, DONT_FRAGMENT);
    return frame.icrcGood();
  }
}
