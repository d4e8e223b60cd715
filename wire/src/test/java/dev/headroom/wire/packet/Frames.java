package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/** Frames made by hand. */
public final class Frames {
  private static final RoceWriter.Path PATH =
      new RoceWriter.Path(
          0x020000000001L, 0x020000000002L, 0x0a000001, 0x0a000002, 49152, 26 << 2 | 2, 64);

  private Frames() {}

  /** Bytes written as hexadecimal digits, spaces between them as one likes. */
  public static MemorySegment hex(String digits) {
    return MemorySegment.ofArray(HexFormat.of().parseHex(digits.replaceAll("\\s", "")));
  }

  /** An RC packet over IPv4 with a payload of this many bytes; its extended headers are zero. */
  public static MemorySegment rc(BthOperation operation, int psn, int payload) {
    return roce(Opcode.of(TransportService.RC, operation), psn, payload);
  }

  /** A packet over IPv4. */
  public static MemorySegment roce(int opcode, int psn, int payload) {
    int end = RoceWriter.BTH_AT + Bth.BYTES + Opcode.headerBytes(opcode) + payload;
    MemorySegment frame = MemorySegment.ofArray(new byte[end + 3 + Icrc.BYTES]);
    for (int i = 0; i < payload; i++) {
      BigEndianBytes.put8(frame, end - payload + i, i * 7 + 1);
    }
    int pad = -(end - RoceWriter.BTH_AT) & 3;
    Bth.write(frame, RoceWriter.BTH_AT, opcode, false, pad, Bth.DEFAULT_PKEY, 0x1234, true, psn);
    return frame.asSlice(0, new RoceWriter().close(frame, PATH, end));
  }

  /** The same packet in IPv6, its ICRC made new. */
  public static MemorySegment ipv6(MemorySegment ethernet) {
    int udpAt = Ethernet.BYTES + Ipv4.BYTES;
    int rest = (int) ethernet.byteSize() - udpAt;
    MemorySegment packet = MemorySegment.ofArray(new byte[Ipv6.BYTES + rest]);
    Ipv6.write(packet, 0, 106, 0x12345, rest, Ipv4.UDP, 64);
    BigEndianBytes.put64(packet, 8, 0xfd77_0000_0000_0000L);
    BigEndianBytes.put64(packet, 16, 1);
    BigEndianBytes.put64(packet, 24, 0xfd77_0000_0000_0000L);
    BigEndianBytes.put64(packet, 32, 2);
    MemorySegment.copy(ethernet, udpAt, packet, Ipv6.BYTES, rest);
    int bthAt = Ipv6.BYTES + Udp.BYTES;
    int icrcAt = (int) packet.byteSize() - Icrc.BYTES;
    BigEndianBytes.put32(
        packet, icrcAt, new Icrc().of(packet, NetworkLayer.IPV6, 0, bthAt, icrcAt));
    return packet;
  }
}
