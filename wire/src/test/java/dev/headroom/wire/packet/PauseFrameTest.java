package dev.headroom.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Against frames that scapy 2.7 builds ({@code scapy.contrib.mac_control}). */
final class PauseFrameTest {
  private static final String ZEROS = "0000";
  private static final long SOURCE = 0x0200_8000_0005L;

  /** {@code MACControlClassBasedFlowControl(c3_enabled=1, c3_pause_time=0xffff)}. */
  private static final String CLASS_3 =
      "0180c2000001" + "020080000005" + "8808" + "0101" + "0008" + ZEROS.repeat(3) + "ffff";

  /** {@code MACControlPause(pause_time=0x1234)}. */
  private static final String LINK = "0180c2000001" + "020080000005" + "8808" + "0001" + "1234";

  private final FrameHeaders frame = new FrameHeaders();

  private static MemorySegment bytes(String hex) {
    return MemorySegment.ofArray(HexFormat.of().parseHex(hex + "0".repeat(120 - hex.length())));
  }

  private FrameHeaders.Kind read(MemorySegment bytes) {
    return frame.read(bytes, LinkType.ETHERNET, bytes.byteSize());
  }

  @Test
  void shouldWriteWhatScapyBuilds() {
    MemorySegment written = MemorySegment.ofArray(new byte[PauseFrame.BYTES]);
    PauseFrame.write(written, SOURCE, 3, 0xffff);
    assertThat(written.mismatch(bytes(CLASS_3))).isEqualTo(-1);
    PauseFrame.write(written, SOURCE, 3, 0);
    assertThat(written.mismatch(bytes(CLASS_3.replace("ffff", ZEROS)))).isEqualTo(-1);
  }

  @Test
  void shouldReadPausesOfClassesAndOfTheLink() {
    MemorySegment ofClass = bytes(CLASS_3);
    assertThat(read(ofClass)).isEqualTo(FrameHeaders.Kind.PAUSE);
    assertThat(PauseFrame.isGlobalPause(ofClass, frame.pauseAt())).isFalse();
    assertThat(PauseFrame.classes(ofClass, frame.pauseAt())).isEqualTo(1 << 3);
    assertThat(PauseFrame.quanta(ofClass, frame.pauseAt(), 3)).isEqualTo(0xffff);
    assertThat(PauseFrame.quanta(ofClass, frame.pauseAt(), 4)).isZero();
    assertThat(PauseFrame.source(ofClass, frame.pauseAt())).isEqualTo(SOURCE);

    MemorySegment ofLink = bytes(LINK);
    assertThat(read(ofLink)).isEqualTo(FrameHeaders.Kind.PAUSE);
    assertThat(PauseFrame.isGlobalPause(ofLink, frame.pauseAt())).isTrue();
    assertThat(PauseFrame.quanta(ofLink, frame.pauseAt(), 7)).isEqualTo(0x1234);
  }

  /** Other MAC control frames (here the GATE of EPON, 0x0002), and what was cut off. */
  @Test
  void shouldLeaveOtherFramesAlone() {
    assertThat(read(bytes(LINK.replace("8808" + "0001", "8808" + "0002"))))
        .isEqualTo(FrameHeaders.Kind.OTHER);
    MemorySegment whole = bytes(CLASS_3);
    for (long length = 0; length < 34; length++) {
      assertThat(frame.read(whole.asSlice(0, length), LinkType.ETHERNET, whole.byteSize()))
          .as(length + " bytes")
          .isEqualTo(FrameHeaders.Kind.OTHER);
    }
    assertThat(frame.read(whole.asSlice(0, 34), LinkType.ETHERNET, whole.byteSize()))
        .isEqualTo(FrameHeaders.Kind.PAUSE);
  }
}
