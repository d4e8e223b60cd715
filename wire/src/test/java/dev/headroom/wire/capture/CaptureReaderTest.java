package dev.headroom.wire.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.Tshark;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Frames;
import dev.headroom.wire.packet.LinkType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CaptureReaderTest {
  private static final long TIME_NS = 1_700_000_000_123_456_789L;

  @Test
  void shouldReadWhatItWrites() throws IOException {
    for (byte[] file : new byte[][] {pcap(), pcapng(), zipped(pcapng())}) {
      try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file))) {
        for (int frame = 1; frame <= 3; frame++) {
          assertThat(reader.next()).isTrue();
          assertThat(reader.frame()).isEqualTo(frame);
          assertThat(reader.timeNs()).isEqualTo(TIME_NS + frame);
          assertThat(reader.link()).isEqualTo(LinkType.ETHERNET);
          assertThat(reader.bytes().mismatch(frame(frame))).isEqualTo(-1);
          assertThat(reader.originalBytes()).isEqualTo(62);
        }
        assertThat(reader.next()).isFalse();
        assertThat(reader.ending()).isEmpty();
      }
    }
  }

  @Test
  void shouldReadEitherByteOrderAndMicroseconds() throws IOException {
    MemorySegment file =
        Frames.hex(
            """
            a1b2c3d4 0002 0004 00000000 00000000 00040000 00000001
            00000010 000f4239 00000002 00000003 abcd
            """);
    BigEndianBytes.put32(file, 28, 999_999);
    try (CaptureReader reader = open(file)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.timeNs()).isEqualTo(16_999_999_000L);
      assertThat(reader.originalBytes()).isEqualTo(3);
      assertThat(reader.bytes().byteSize()).isEqualTo(2);
      assertThat(reader.next()).isFalse();
    }
  }

  /** A big-endian section, an unknown block, an interface without options, a simple packet. */
  @Test
  void shouldPassOverBlocksItDoesNotKnow() throws IOException {
    MemorySegment file =
        Frames.hex(
            """
            0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c
            00000bad 00000010 12345678 00000010
            00000001 00000014 0065 0000 00000000 00000014
            00000003 00000014 00000003 01020300 00000014
            """);
    try (CaptureReader reader = open(file)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.link()).isEqualTo(LinkType.RAW_IP);
      assertThat(reader.bytes().byteSize()).isEqualTo(3);
      assertThat(reader.next()).isFalse();
      assertThat(reader.ending()).isEmpty();
    }
  }

  @Test
  void shouldSayWhereAFileIsCutOff() throws IOException {
    for (byte[] whole : new byte[][] {pcap(), pcapng()}) {
      for (int length = 0; length < whole.length; length++) {
        byte[] file = Arrays.copyOf(whole, length);
        int frames = 0;
        String ending;
        try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file))) {
          while (reader.next()) {
            frames++;
          }
          ending = reader.ending();
        } catch (CaptureException e) {
          assertThat(e).hasMessageContaining("file");
          continue;
        }
        assertThat(frames).isLessThan(4);
        if (frames == 2 && !ending.isEmpty()) {
          assertThat(ending).startsWith("the file ends in the middle of");
        }
      }
    }
  }

  /** What a file holds behind its damage is lost; what comes before it is not. */
  @Test
  void shouldKeepWhatComesBeforeDamage() throws IOException {
    byte[] second = pcap();
    BigEndianBytes.put32(MemorySegment.ofArray(second), 24 + 16 + 62 + 8, -1);
    assertThat(endingAfter(1, second))
        .isEqualTo(
            "the file is read up to frame 1 only: the length of the next frame is 4294967295 "
                + "bytes; more than 262144 are invalid");
    byte[] zipped = zipped(pcap());
    assertThat(endingAfter(3, Arrays.copyOf(zipped, zipped.length - 4)))
        .isEqualTo("the file ends in the middle of its gzip stream, after frame 3");
    zipped[zipped.length - 6] ^= 1;
    assertThat(endingAfter(3, zipped))
        .startsWith("the file is read up to frame 3 only: its gzip stream is damaged, ");
    assertThatThrownBy(() -> endingAfter(0, Arrays.copyOf(zipped, 14)))
        .isInstanceOf(CaptureException.class)
        .hasMessage("the file ends within its gzip stream, before the first frame");
  }

  @Test
  void shouldKnowFilesThatWereJoinedWithCat() throws IOException {
    byte[][] files = {pcap(), pcapng()};
    for (byte[] first : files) {
      for (byte[] then : new byte[][] {files[0], bigEndian(files[0])}) {
        assertThat(endingAfter(3, joined(first, then)))
            .isEqualTo(
                "the file is read up to frame 3 only: another capture file begins there; join "
                    + "files with mergecap -a, not with cat");
      }
    }
    assertThat(endingAfter(3, joined(files[0], files[1]))).contains("mergecap");
    assertThat(endingAfter(6, joined(files[1], files[1]))).isEmpty();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** With the first word of one that another machine has written. */
  private static byte[] bigEndian(byte[] pcap) {
    byte[] turned = pcap.clone();
    for (int i = 0; i < 4; i++) {
      turned[i] = pcap[3 - i];
    }
    return turned;
  }

  private static String endingAfter(int frames, byte[] file) throws IOException {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file))) {
      for (int frame = 1; frame <= frames; frame++) {
        assertThat(reader.next()).isTrue();
      }
      assertThat(reader.next()).isFalse();
      assertThat(reader.next()).isFalse();
      return reader.ending();
    }
  }

  @Test
  void shouldRefuseWhatIsNoCapture() {
    assertThatThrownBy(() -> open(Frames.hex("25504446 2d312e37")))
        .isInstanceOf(CaptureException.class)
        .hasMessage(
            "the file begins with 25504446, which is neither pcap (a1b2c3d4, a1b23c4d) nor pcapng (0a0d0d0a)");
    assertThatThrownBy(() -> open(Frames.hex(""))).hasMessageContaining("is empty");
    assertThatThrownBy(
            () -> {
              MemorySegment file = MemorySegment.ofArray(pcap());
              BigEndianBytes.put32(file, 24 + 8, -1);
              try (CaptureReader reader = open(file)) {
                reader.next();
              }
            })
        .hasMessageContaining(
            "before the first frame: the length of the next frame is 4294967295 bytes");
  }

  /** Whatever a file holds: frames, an ending or a message; never more memory than a frame. */
  @Test
  void shouldSurviveAnyFile() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    byte[][] files = {pcap(), pcapng()};
    for (int i = 0; i < 50_000; i++) {
      byte[] file = files[i % 2].clone();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        file[random.nextInt(file.length)] = (byte) random.nextInt();
      }
      try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(file))) {
        while (reader.next()) {
          assertThat(reader.bytes().byteSize()).isLessThanOrEqualTo(CaptureReader.MOST_BYTES);
        }
      } catch (CaptureException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  @Test
  void shouldWriteWhatTsharkReads(@TempDir Path folder) throws Exception {
    for (byte[] file : new byte[][] {pcap(), pcapng()}) {
      Path path = Files.write(folder.resolve("x.pcap"), file);
      assertThat(Tshark.fields(path, "infiniband", "frame.time_epoch", "infiniband.bth.psn"))
          .containsExactly(
              "1700000000.123456790\t1", "1700000000.123456791\t2", "1700000000.123456792\t3");
      assertThat(Tshark.read(path, "-Y", "_ws.malformed || _ws.expert.severity >= 6291456"))
          .isEmpty();
    }
  }

  private static CaptureReader open(MemorySegment file) throws IOException {
    return CaptureReader.of(new ByteArrayInputStream(file.toArray(ValueLayout.JAVA_BYTE)));
  }

  private static MemorySegment frame(int number) {
    return Frames.rc(BthOperation.ACKNOWLEDGE, number, 0);
  }

  private static byte[] pcap() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PcapWriter writer = new PcapWriter(out, LinkType.ETHERNET)) {
      for (int frame = 1; frame <= 3; frame++) {
        writer.add(TIME_NS + frame, frame(frame));
      }
    }
    return out.toByteArray();
  }

  private static byte[] pcapng() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PcapngWriter writer = new PcapngWriter(out, LinkType.ETHERNET, "test", "host-3")) {
      for (int frame = 1; frame <= 3; frame++) {
        writer.add(TIME_NS + frame, frame(frame), frame % 2 == 0);
      }
    }
    return out.toByteArray();
  }

  private static byte[] zipped(byte[] file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(file);
    }
    return out.toByteArray();
  }
}
