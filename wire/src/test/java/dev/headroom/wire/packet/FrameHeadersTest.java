package dev.headroom.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FrameHeadersTest {
  private final FrameHeaders frame = new FrameHeaders();

  @Test
  void shouldFindEveryHeaderOfAWrite() {
    MemorySegment bytes = Frames.rc(BthOperation.WRITE_ONLY_IMM, 0xfffffe, 5);

    assertThat(read(bytes)).isEqualTo(FrameHeaders.Kind.RDMA);
    assertThat(frame.network()).isEqualTo(NetworkLayer.IPV4);
    assertThat(frame.dscp()).isEqualTo(26);
    assertThat(frame.ecn()).isEqualTo(Ecn.ECT_0);
    assertThat(frame.pcp()).isEqualTo(-1);
    assertThat(frame.service()).isEqualTo(TransportService.RC);
    assertThat(frame.operation()).isEqualTo(BthOperation.WRITE_ONLY_IMM);
    assertThat(Bth.destinationQp(bytes, frame.bthAt())).isEqualTo(0x1234);
    assertThat(Bth.psn(bytes, frame.bthAt())).isEqualTo(0xfffffe);
    assertThat(Bth.ackRequest(bytes, frame.bthAt())).isTrue();
    assertThat(frame.extensionAt()).isEqualTo(54);
    assertThat(frame.payloadAt()).isEqualTo(54 + Reth.BYTES + 4);
    assertThat(frame.payloadBytes()).isEqualTo(5);
    assertThat(BigEndianBytes.u8(bytes, frame.payloadAt() + 4)).isEqualTo(29);
    assertThat(frame.hasIcrc()).isTrue();
    assertThat(frame.icrcGood()).isTrue();
    assertThat(Ipv4.checksum(bytes, frame.networkAt())).isZero();
  }

  @Test
  void shouldReadThePriorityOfAVlanTag() {
    MemorySegment plain = Frames.rc(BthOperation.SEND_ONLY, 1, 8);
    MemorySegment tagged = MemorySegment.ofArray(new byte[(int) plain.byteSize() + 4]);
    MemorySegment.copy(plain, 0, tagged, 0, 12);
    BigEndianBytes.put32(tagged, 12, 0x8100_6000 | 100);
    MemorySegment.copy(plain, 12, tagged, 16, plain.byteSize() - 12);

    assertThat(read(tagged)).isEqualTo(FrameHeaders.Kind.RDMA);
    assertThat(frame.pcp()).isEqualTo(3);
    assertThat(frame.icrcGood()).isTrue();
  }

  @Test
  void shouldNotTakeEthernetPaddingForPayload() {
    MemorySegment plain = Frames.rc(BthOperation.ACKNOWLEDGE, 1, 0);
    MemorySegment padded = MemorySegment.ofArray(new byte[64]);
    MemorySegment.copy(plain, 0, padded, 0, plain.byteSize());

    assertThat(plain.byteSize()).isEqualTo(62);
    assertThat(read(padded)).isEqualTo(FrameHeaders.Kind.RDMA);
    assertThat(frame.icrcGood()).isTrue();
    assertThat(frame.payloadBytes()).isZero();
  }

  @Test
  void shouldKnowTheCookedHeadersOfLinux() {
    MemorySegment plain = Frames.rc(BthOperation.SEND_ONLY, 1, 8);
    MemorySegment cooked = MemorySegment.ofArray(new byte[(int) plain.byteSize() + 6]);
    MemorySegment.copy(plain, 14, cooked, 20, plain.byteSize() - 14);
    BigEndianBytes.put16(cooked, 0, Ethernet.IPV4);

    assertThat(frame.read(cooked, LinkType.LINUX_SLL2, cooked.byteSize()))
        .isEqualTo(FrameHeaders.Kind.RDMA);
    assertThat(frame.icrcGood()).isTrue();
  }

  @Test
  void shouldReadRoceVersionOne() {
    MemorySegment v2 = Frames.rc(BthOperation.SEND_ONLY, 1, 8);
    int transport = (int) v2.byteSize() - RoceWriter.BTH_AT;
    MemorySegment v1 = MemorySegment.ofArray(new byte[14 + 40 + transport]);
    BigEndianBytes.put16(v1, 12, Ethernet.ROCE_V1);
    Ipv6.write(v1, 14, 0, 0, transport, Ipv6.IBA_TRANSPORT, 1);
    MemorySegment.copy(v2, RoceWriter.BTH_AT, v1, 54, transport);
    long icrcAt = v1.byteSize() - 4;
    BigEndianBytes.put32(v1, icrcAt, new Icrc().of(v1, NetworkLayer.ETHERNET_GRH, 14, 54, icrcAt));

    assertThat(read(v1)).isEqualTo(FrameHeaders.Kind.RDMA);
    assertThat(frame.network()).isEqualTo(NetworkLayer.ETHERNET_GRH);
    assertThat(frame.icrcGood()).isTrue();
  }

  @Test
  void shouldSayWhatContradictsItself() {
    MemorySegment bytes = Frames.rc(BthOperation.WRITE_ONLY, 1, 0);
    BigEndianBytes.put16(bytes, 38, 20);
    assertThat(read(bytes)).isEqualTo(FrameHeaders.Kind.MALFORMED);
    assertThat(frame.fault()).isEqualTo("the UDP datagram is too short for a BTH and an ICRC");
    BigEndianBytes.put16(bytes, 38, 8 + 12 + 4 + 4);
    assertThat(read(bytes)).isEqualTo(FrameHeaders.Kind.MALFORMED);
    assertThat(frame.fault()).isEqualTo("it is too short for the headers of its opcode");
    BigEndianBytes.put16(bytes, 38, 2000);
    assertThat(read(bytes)).isEqualTo(FrameHeaders.Kind.MALFORMED);
    assertThat(frame.fault()).isEqualTo("the UDP length exceeds the IP datagram");
  }

  @Test
  void shouldReadFramesThatWereCapturedInPart() {
    MemorySegment bytes = Frames.rc(BthOperation.WRITE_FIRST, 1, 1024);

    assertThat(frame.read(bytes.asSlice(0, 128), LinkType.ETHERNET, bytes.byteSize()))
        .isEqualTo(FrameHeaders.Kind.RDMA);
    assertThat(frame.hasIcrc()).isFalse();
    assertThat(frame.payloadBytes()).isEqualTo(1024);
    assertThat(frame.read(bytes.asSlice(0, 60), LinkType.ETHERNET, bytes.byteSize()))
        .as("within RETH")
        .isEqualTo(FrameHeaders.Kind.CUT);
    assertThat(frame.operation()).isEqualTo(BthOperation.WRITE_FIRST);
    assertThat(frame.read(bytes.asSlice(0, 50), LinkType.ETHERNET, bytes.byteSize()))
        .as("within BTH")
        .isEqualTo(FrameHeaders.Kind.CUT);
    assertThat(frame.bthAt()).isNegative();
  }

  /** Whatever the bytes: an answer, no exception, and no offset outside of them. */
  @Test
  void shouldSurviveAnyBytes() {
    SplittableRandom random = new SplittableRandom(1);
    List<LinkType> links = List.of(LinkType.values());
    for (int i = 0; i < 200_000; i++) {
      MemorySegment bytes = mutated(random);
      LinkType link = links.get(random.nextInt(links.size()));
      long original = bytes.byteSize() + (random.nextBoolean() ? 0 : random.nextInt(2000));
      if (frame.read(bytes, link, original) == FrameHeaders.Kind.RDMA) {
        assertThat(frame.payloadAt()).isBetween(12L, bytes.byteSize());
        assertThat(frame.payloadBytes()).isGreaterThanOrEqualTo(0);
        if (frame.hasIcrc()) {
          frame.icrcGood();
        }
        if (frame.hasVcrc()) {
          frame.vcrcGood();
        }
      }
    }
  }

  private static MemorySegment mutated(SplittableRandom random) {
    MemorySegment bytes;
    if (random.nextInt(4) == 0) {
      bytes = MemorySegment.ofArray(new byte[random.nextInt(120)]);
      for (int at = 0; at < bytes.byteSize(); at++) {
        BigEndianBytes.put8(bytes, at, random.nextInt());
      }
      return bytes;
    }
    bytes = Frames.roce(random.nextInt(256), random.nextInt(), random.nextInt(40));
    for (int changes = random.nextInt(6); changes > 0; changes--) {
      BigEndianBytes.put8(bytes, random.nextLong(bytes.byteSize()), random.nextInt());
    }
    return bytes.asSlice(0, random.nextLong(bytes.byteSize() + 1));
  }

  private FrameHeaders.Kind read(MemorySegment bytes) {
    return frame.read(bytes, LinkType.ETHERNET, bytes.byteSize());
  }
}
