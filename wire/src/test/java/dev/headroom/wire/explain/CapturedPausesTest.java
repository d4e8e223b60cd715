package dev.headroom.wire.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.capture.PcapngWriter;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.PauseFrame;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CapturedPausesTest {
  private static final long ONE = 0x0200_8000_0005L;
  private static final long OTHER = 0x0200_0000_0000L;

  @TempDir private Path folder;

  private void add(PcapngWriter writer, long atNs, long source, int priority, int quanta)
      throws IOException {
    MemorySegment frame = MemorySegment.ofArray(new byte[PauseFrame.BYTES]);
    PauseFrame.write(frame, source, priority, quanta);
    writer.add(atNs, frame, false);
  }

  /** Asked, asked again and let go; asked until the end; a class and a sender that never ask. */
  @Test
  void shouldTellWhoAskedForSilenceAndHowLong() throws IOException {
    Path file = folder.resolve("pauses.pcapng");
    try (PcapngWriter writer =
        new PcapngWriter(Files.newOutputStream(file), LinkType.ETHERNET, "test", "eth0")) {
      add(writer, 1_000, ONE, 3, 0xffff);
      add(writer, 1_500, ONE, 3, 100);
      add(writer, 3_000, ONE, 3, 0);
      add(writer, 4_000, OTHER, 4, 0);
      add(writer, 5_000, ONE, 3, 50);
      MemorySegment both = MemorySegment.ofArray(new byte[PauseFrame.BYTES]);
      PauseFrame.write(both, ONE, 0, 7);
      BigEndianBytes.put16(
          both, PauseFrame.OPCODE_AT, 1); // of the whole link; its time stands where classes do
      writer.add(6_000, both, false);
    }
    CaptureReport explanation;
    try (CaptureReader reader = CaptureReader.open(file)) {
      explanation = CaptureAnalyzer.explain(reader, frames -> true);
    }
    assertThat(explanation.pauses())
        .containsExactly(
            new CaptureReport.Pauses("02:00:80:00:00:05", 3, 3, 1, 3_000, 2_000, 0xffff),
            new CaptureReport.Pauses("02:00:00:00:00:00", 4, 0, 1, 0, 0, 0),
            new CaptureReport.Pauses("02:00:80:00:00:05", -1, 1, 0, 0, 0, 1));
    assertThat(explanation.findings())
        .extracting(CaptureReport.Finding::sentence)
        .containsExactly(
            "02:00:80:00:00:05 paused its neighbor in class 3: 3 PAUSE frames, 3.0 us"
                + " in total, the longest pause 2.0 us",
            "02:00:80:00:00:05 paused its neighbor on the whole link: 1 PAUSE frame,"
                + " 0.0 us in total, the longest pause 0.0 us");
    assertThat(explanation.findings().getFirst().frames()).containsExactly(1L, 2L, 5L);
    assertThat(explanation.hasProblems()).isFalse();
  }
}
