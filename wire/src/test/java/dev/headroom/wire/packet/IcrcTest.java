package dev.headroom.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IcrcTest {
  /** The transport part of the example packet of IBA 7.8.3. */
  private static final String TRANSPORT =
      """
      0A 20 24 87 00 87 B1 B3 00 0D EC 2A 01 71 0A 1C 01 5D 40 02 38 F2 7A 05
      00 00 00 0E BB 88 4D 85 FD 5C FB A4 72 8B C0 69 0E D4 00 00
      """;

  @Test
  void shouldAgreeWithTheSpecificationsLocalPacket() {
    MemorySegment packet = Frames.hex("70 12 37 5C 00 0E 17 D2" + TRANSPORT + "96 25 B7 5A 00 00");
    FrameHeaders frame = new FrameHeaders();

    assertThat(frame.read(packet, LinkType.INFINIBAND, packet.byteSize()))
        .isEqualTo(FrameHeaders.Kind.RDMA);
    assertThat(frame.network()).isEqualTo(NetworkLayer.IB_LOCAL);
    assertThat(frame.operation()).isEqualTo(BthOperation.WRITE_ONLY);
    assertThat(frame.payloadBytes()).isEqualTo(14);
    assertThat(Reth.length(packet, frame.extensionAt())).isEqualTo(14);
    assertThat(Bth.padBytes(packet, frame.bthAt())).isEqualTo(2);
    assertThat(frame.icrcGood()).isTrue();
    flipEachBit(frame, packet, LinkType.INFINIBAND, 56);
  }

  /** What a switch or router may change does not change the ICRC; anything else does. */
  @Test
  void shouldCoverAllButWhatRoutersChangeInIpv4() {
    MemorySegment packet = Frames.rc(BthOperation.SEND_ONLY, 77, 21);

    assertThat(variant(packet, LinkType.ETHERNET))
        .as("TOS, TTL, header checksum, UDP checksum, FECN and BECN")
        .containsExactly(15, 22, 24, 25, 40, 41, 46);
  }

  @Test
  void shouldCoverAllButWhatRoutersChangeInIpv6() {
    MemorySegment packet = Frames.ipv6(Frames.rc(BthOperation.SEND_ONLY, 77, 21));

    assertThat(variant(packet, LinkType.RAW_IP))
        .as("traffic class, flow label, hop limit, UDP checksum, FECN and BECN")
        .containsExactly(1, 2, 3, 7, 46, 47, 52);
  }

  /** Bit by bit, as the specification defines the polynomial, over masked bytes. */
  @Test
  void shouldBeEthernetsCrcOverTheMaskedPacket() {
    MemorySegment packet = Frames.rc(BthOperation.SEND_ONLY, 0xabcdef, 9);
    int end = (int) packet.byteSize() - Icrc.BYTES;
    byte[] masked = new byte[8 + end - Ethernet.BYTES];
    Arrays.fill(masked, 0, 8, (byte) 0xff);
    MemorySegment.copy(packet, ValueLayout.JAVA_BYTE, Ethernet.BYTES, masked, 8, end - 14);
    for (int at : new int[] {1, 8, 10, 11, 26, 27, 32}) {
      masked[8 + at] = (byte) 0xff;
    }

    assertThat(BigEndianBytes.i32(packet, end)).isEqualTo(Integer.reverseBytes(bitwise(masked)));
  }

  private static int bitwise(byte[] bytes) {
    int crc = -1;
    for (byte each : bytes) {
      for (int bit = 0; bit < 8; bit++) {
        int out = (crc ^ each >> bit) & 1;
        crc = crc >>> 1 ^ (out == 0 ? 0 : Integer.reverse(0x04c11db7));
      }
    }
    return ~crc;
  }

  /** The bytes of which every bit may change without the ICRC becoming wrong. */
  private static List<Integer> variant(MemorySegment packet, LinkType link) {
    List<Integer> variant = new ArrayList<>();
    FrameHeaders frame = new FrameHeaders();
    for (int at = link == LinkType.ETHERNET ? Ethernet.BYTES : 0; at < packet.byteSize(); at++) {
      int before = BigEndianBytes.u8(packet, at);
      boolean always = true;
      for (int bit = 0; bit < 8; bit++) {
        BigEndianBytes.put8(packet, at, before ^ 1 << bit);
        boolean read = frame.read(packet, link, packet.byteSize()) == FrameHeaders.Kind.RDMA;
        always &= read && frame.icrcGood();
      }
      BigEndianBytes.put8(packet, at, before);
      if (always) {
        variant.add(at);
      }
    }
    // The upper half of IPv6's traffic class shares a byte with the version, so it is not listed.
    return variant;
  }

  private static void flipEachBit(
      FrameHeaders frame, MemorySegment packet, LinkType link, int bytes) {
    for (int at = 8; at < bytes; at++) {
      int before = BigEndianBytes.u8(packet, at);
      BigEndianBytes.put8(packet, at, before ^ 1);
      boolean good =
          frame.read(packet, link, packet.byteSize()) == FrameHeaders.Kind.RDMA && frame.icrcGood();
      assertThat(good).as("bit 0 of byte " + at + " turned").isEqualTo(at == 12);
      BigEndianBytes.put8(packet, at, before);
    }
  }
}
