package dev.headroom.wire.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class IwarpStreamTest {
  private final List<String> heard = new ArrayList<>();

  /** A request, a SEND of 4 bytes and the last segment of a WRITE of 5, in pieces of any size. */
  @Test
  void shouldReadSegmentsHoweverTheyAreCut() {
    byte[] bytes = stream();
    for (int piece = 1; piece <= bytes.length; piece++) {
      heard.clear();
      IwarpStream stream = new IwarpStream(new Notes());
      MemorySegment all = MemorySegment.ofArray(bytes);
      for (int at = 0; at < bytes.length; at += piece) {
        stream.take(all, at, Math.min(bytes.length, at + piece));
      }
      assertThat(heard)
          .as("pieces of " + piece)
          .containsExactly(
              "MpaStart[reply=false, markers=false, crc=true, reject=false, revision=2,"
                  + " privateBytes=4]",
              "DdpSegment[tagged=false, last=true, operation=SEND, steeringTag=0, offset=0,"
                  + " queue=0, message=1, payloadBytes=4] true",
              "DdpSegment[tagged=true, last=true, operation=WRITE, steeringTag=273, offset=4096,"
                  + " queue=0, message=0, payloadBytes=5] true");
    }
  }

  @Test
  void shouldSeeAWrongCrc() {
    byte[] bytes = stream();
    bytes[bytes.length - 6] ^= 1;
    take(bytes);
    assertThat(heard.getLast()).endsWith("false");
  }

  @Test
  void shouldLeaveOtherStreamsAlone() {
    IwarpStream stream = take("GET / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(stream.isIwarp()).isFalse();
    assertThat(heard).isEmpty();
  }

  @Test
  void shouldStopWhereASegmentIsNone() {
    byte[] bytes = stream();
    bytes[25] = 14;
    take(bytes);
    assertThat(heard.getLast()).isEqualTo("an FPDU of 14 bytes; its DDP header has 18");
    bytes[25] = 1;
    heard.clear();
    take(bytes);
    assertThat(heard.getLast()).isEqualTo("an FPDU of 1 bytes; a DDP header has at least 14");
  }

  /** Markers (RFC 5044, section 4.3) lie at every 512th byte, the first before the first FPDU. */
  @Test
  void shouldPassOverMarkers() {
    byte[] plain = stream();
    byte[] segments = new byte[plain.length - 24];
    System.arraycopy(plain, 24, segments, 0, segments.length);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int position = 0;
    for (int repeat = 0; repeat < 40; repeat++) {
      for (byte each : segments) {
        if (position % 512 == 0) {
          out.writeBytes(new byte[] {0, 0, 0, 0});
          position += 4;
        }
        out.write(each);
        position++;
      }
    }
    IwarpStream stream = new IwarpStream(new Notes());
    stream.markers(true);
    stream.take(MemorySegment.ofArray(plain), 0, 24);
    stream.take(MemorySegment.ofArray(out.toByteArray()), 0, out.size());
    assertThat(heard).hasSize(81);
    assertThat(heard.subList(1, 81)).allMatch(each -> each.startsWith("DdpSegment"));
  }

  @Test
  void shouldSurviveAnyBytes() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = stream();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      heard.clear();
      take(bytes);
      assertThat(heard.size()).isLessThan(6);
    }
  }

  private IwarpStream take(byte[] bytes) {
    IwarpStream stream = new IwarpStream(new Notes());
    stream.take(MemorySegment.ofArray(bytes), 0, bytes.length);
    return stream;
  }

  private static byte[] stream() {
    return Fpdus.stream(
        "41 43 00000000 00000000 00000001 00000000 deadbeef",
        "C1 40 00000111 0000000000001000 0102030405");
  }

  private final class Notes implements IwarpStream.Listener {
    @Override
    public void start(MpaStart start) {
      heard.add(start.toString());
    }

    @Override
    public void segment(DdpSegment segment, boolean crcGood) {
      heard.add(segment + " " + crcGood);
    }

    @Override
    public void broken(String how) {
      heard.add(how);
    }
  }
}
