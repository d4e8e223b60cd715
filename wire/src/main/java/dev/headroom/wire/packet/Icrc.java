package dev.headroom.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The invariant CRC: 32 bits over what no switch or router may change (IBA 7.8.1; RoCEv2: annex
 * A17.3.3). It is Ethernet's CRC-32, sent lowest byte first, over the packet with its variant
 * fields set to ones:
 *
 * <ul>
 *   <li>a local route header that is not there or may change (RoCE, global packets): 8 bytes;
 *   <li>IPv4: type of service, TTL, checksum; IPv6 and GRH: traffic class, flow label, hop limit;
 *   <li>UDP: checksum; InfiniBand within a subnet: the virtual lane;
 *   <li>BTH: the byte with FECN and BECN.
 * </ul>
 *
 * <p>Not thread-safe: it keeps a few bytes to lay the masked headers out in.
 */
public final class Icrc {
  public static final int BYTES = 4;

  /** 8 of ones, IPv4 with all options, UDP, BTH: only IPv6 with extension headers has more. */
  private static final int USUAL_HEADERS = 8 + 60 + Udp.BYTES + Bth.BYTES;

  private final CRC32 crc = new CRC32();
  private byte[] headers = new byte[USUAL_HEADERS];
  private MemorySegment viewed = MemorySegment.NULL;
  private ByteBuffer view = ByteBuffer.allocate(0);

  /**
   * The ICRC of a packet, as its four bytes read in network order.
   *
   * @param network what lies at {@code networkAt}
   * @param networkAt where the IP header, the GRH or, within an InfiniBand subnet, the LRH begins
   * @param bthAt where the base transport header begins
   * @param end where the ICRC belongs: after payload and padding
   */
  public int of(MemorySegment s, NetworkLayer network, long networkAt, long bthAt, long end) {
    boolean local = network == NetworkLayer.IB_LOCAL;
    int from = local ? 0 : Lrh.BYTES;
    int transport = (int) (bthAt - networkAt);
    if (from + transport + Bth.BYTES > headers.length) {
      headers = new byte[from + transport + Bth.BYTES];
    }
    for (int i = 0; i < from; i++) {
      headers[i] = -1;
    }
    MemorySegment.copy(s, JAVA_BYTE, networkAt, headers, from, transport + Bth.BYTES);
    switch (network) {
      case IPV4 -> {
        mask(from + 1);
        mask(from + 8);
        mask(from + 10);
        mask(from + 11);
        maskChecksum(from + transport - Udp.BYTES);
      }
      case IPV6 -> {
        maskIpv6(from);
        maskChecksum(from + transport - Udp.BYTES);
      }
      case ETHERNET_GRH, IB_GLOBAL -> maskIpv6(from);
      case IB_LOCAL -> headers[0] |= (byte) 0xf0;
    }
    mask(from + transport + Bth.VARIANT_BYTE);
    crc.reset();
    crc.update(headers, 0, from + transport + Bth.BYTES);
    long bodyAt = bthAt + Bth.BYTES;
    if (end > bodyAt) {
      crc.update(body(s, bodyAt, end));
    }
    return Integer.reverseBytes((int) crc.getValue());
  }

  /**
   * Many packets lie in one segment one after another: it is looked at through one buffer. An equal
   * segment may be of an arena that is closed; only the same one will do.
   */
  @SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"})
  private ByteBuffer body(MemorySegment s, long from, long to) {
    if (s.byteSize() > Integer.MAX_VALUE) {
      return s.asSlice(from, to - from).asByteBuffer();
    }
    if (s != viewed) {
      viewed = s;
      view = s.asByteBuffer();
    }
    return view.limit((int) to).position((int) from);
  }

  private void maskIpv6(int at) {
    headers[at] |= 15;
    mask(at + 1);
    mask(at + 2);
    mask(at + 3);
    mask(at + 7);
  }

  private void maskChecksum(int udpAt) {
    mask(udpAt + 6);
    mask(udpAt + 7);
  }

  private void mask(int at) {
    headers[at] = -1;
  }
}
