package dev.headroom.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

final class HeadersTest {
  @Test
  void shouldCountPsnsAround() {
    assertThat(Bth.distance(0xfffffe, 1)).isEqualTo(3);
    assertThat(Bth.distance(1, 0xfffffe)).isEqualTo(-3);
    assertThat(Bth.distance(0, 0x7fffff)).isEqualTo(0x7fffff);
    assertThat(Bth.distance(0, 0x800000)).isEqualTo(-0x800000);
  }

  /** The numbers of the specification's table of opcodes. */
  @Test
  void shouldNameOpcodesAsTheSpecification() {
    assertThat(Opcode.name(0x00)).isEqualTo("RC SEND FIRST");
    assertThat(Opcode.name(0x0a)).isEqualTo("RC WRITE ONLY");
    assertThat(Opcode.name(0x0c)).isEqualTo("RC READ REQUEST");
    assertThat(Opcode.name(0x11)).isEqualTo("RC ACKNOWLEDGE");
    assertThat(Opcode.name(0x14)).isEqualTo("RC FETCH ADD");
    assertThat(Opcode.name(0x27)).isEqualTo("UC WRITE MIDDLE");
    assertThat(Opcode.name(0x64)).isEqualTo("UD SEND ONLY");
    assertThat(Opcode.name(0x81)).isEqualTo("CNP");
    assertThat(Opcode.name(0xff)).isEqualTo("opcode 0xff");
  }

  @Test
  void shouldKnowHowLongTheHeadersOfAnOpcodeAre() {
    assertThat(Opcode.headerBytes(0x0b)).isEqualTo(20);
    assertThat(Opcode.headerBytes(0x12)).isEqualTo(12);
    assertThat(Opcode.headerBytes(0x13)).isEqualTo(28);
    assertThat(Opcode.headerBytes(0x65)).isEqualTo(12);
    assertThat(Opcode.headerBytes(0x81)).isZero();
    assertThat(Opcode.headerBytes(0xac)).as("XRC READ request").isEqualTo(20);
  }

  @Test
  void shouldTellSyndromesApart() {
    assertThat(Aeth.isAck(0x1f)).isTrue();
    assertThat(Aeth.isRnr(Aeth.rnr(12))).isTrue();
    assertThat(Aeth.rnrMicroseconds(Aeth.rnr(12))).isEqualTo(640);
    assertThat(Aeth.rnrMicroseconds(Aeth.rnr(0))).isEqualTo(655_360);
    assertThat(Aeth.isNak(0x60)).isTrue();
    assertThat(NakCause.of(0x60)).isEqualTo(NakCause.PSN_SEQUENCE_ERROR);
    assertThat(NakCause.of(0x62)).isEqualTo(NakCause.REMOTE_ACCESS_ERROR);
    assertThat(Aeth.nak(NakCause.INVALID_REQUEST)).isEqualTo(0x61);
  }

  /** RFC 1071's way of checking: the sum with the checksum in it is all ones. */
  @Test
  void shouldWriteIpv4HeadersWithAChecksum() {
    MemorySegment s = MemorySegment.ofArray(new byte[20]);
    Ipv4.write(s, 0, 0x68, 1082 - 14, 0, 64, Ipv4.UDP, 0x0a4d0001, 0x0a4d0002);

    assertThat(Ipv4.checksum(s, 0)).isZero();
    assertThat(BigEndianBytes.i32(s, 0)).isEqualTo(0x4568042c);
    assertThat(BigEndianBytes.i32(s, 4)).isEqualTo(0x00004000);
  }

  /**
   * An example that others publish for CRC-16 with this polynomial is not known; the sum of a
   * message with its own CRC is a constant, whatever the message.
   */
  @Test
  void shouldLeaveAConstantBehindTheVcrc() {
    int first = residue("70 12 37 5C 00 0E 17 D2");
    assertThat(residue("00")).isEqualTo(first);
    assertThat(residue("FF FF 01 02 03")).isEqualTo(first);
  }

  private static int residue(String message) {
    MemorySegment text = Frames.hex(message + "00 00");
    long end = text.byteSize() - 2;
    BigEndianBytes.put16(text, end, Vcrc.of(text, 0, end));
    return Vcrc.of(text, 0, end + 2);
  }
}
