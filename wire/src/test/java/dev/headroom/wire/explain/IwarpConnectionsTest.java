package dev.headroom.wire.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.capture.PcapWriter;
import dev.headroom.wire.iwarp.Fpdus;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Ethernet;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What TCP does to iWARP: segments come again, too early, in pieces, or were not captured. */
final class IwarpConnectionsTest {
  private static final String SEND = "41 43 00000000 00000000 00000001 00000000 deadbeef";
  private static final String WRITE = "C1 40 00000111 0000000000001000 0102030405";
  private static final int TCP_AT = Ethernet.BYTES + Ipv4.BYTES;
  private static final int DATA_AT = TCP_AT + 20;
  private static final int ACK = 0x10;
  private static final int SYN = 2;
  private static final int NEAR_THE_END = -100; // of TCP's numbers, which go on at 0

  @TempDir Path folder;
  private final byte[] stream = Fpdus.stream(SEND, WRITE, SEND);
  private PcapWriter writer;
  private long timeNs = 1_000_000_000L;

  @BeforeEach
  void begin() throws IOException {
    writer = new PcapWriter(Files.newOutputStream(file()), LinkType.ETHERNET);
  }

  private Path file() {
    return folder.resolve("iwarp.pcap");
  }

  @Test
  void shouldReadAStreamHoweverItIsCut() throws IOException {
    for (int from = 0; from < stream.length; from += 7) {
      data(from, Math.min(from + 7, stream.length));
    }
    assertThat(messages(explain())).isEqualTo(Map.of(MessageKind.SEND, 2L, MessageKind.WRITE, 1L));
  }

  @Test
  void shouldCountWhatIsSentAgainAndReadItOnce() throws IOException {
    data(0, 40);
    data(60, stream.length); // too early
    data(20, 60); // half of it again
    data(60, stream.length); // again
    CaptureReport explanation = explain();
    assertThat(messages(explanation))
        .isEqualTo(Map.of(MessageKind.SEND, 2L, MessageKind.WRITE, 1L));
    assertThat(explanation.traffic().connections().getFirst().retransmissions()).isEqualTo(2);
  }

  @Test
  void shouldTakeTheSamePortsForAnotherConnection() throws IOException {
    segment(NEAR_THE_END - 1, SYN, new byte[0], 0);
    data(0, stream.length);
    segment(12_345_677, SYN, new byte[0], 0);
    segment(12_345_677, SYN, new byte[0], 0); // nobody has answered the first yet
    segment(12_345_678, ACK, stream, stream.length);
    CaptureReport explanation = explain();
    assertThat(explanation.traffic().connections()).hasSize(2);
    assertThat(explanation.traffic().connections())
        .allSatisfy(each -> {
          assertThat(each.retransmissions()).isZero();
          assertThat(each.directions().getFirst().operations().messages())
              .isEqualTo(Map.of(MessageKind.SEND, 2L, MessageKind.WRITE, 1L));
        });
  }

  @Test
  void shouldNotTakeAProbeForARetransmission() throws IOException {
    data(0, stream.length);
    segment(NEAR_THE_END + stream.length - 1, ACK, new byte[1], 1);
    assertThat(explain().traffic().connections().getFirst().retransmissions()).isZero();
  }

  @Test
  void shouldSayWhereAStreamWasNotCaptured() throws IOException {
    data(0, 24);
    data(24 + 28, stream.length); // the first SEND is missing
    CaptureReport explanation = explain();
    assertThat(messages(explanation)).isEmpty();
    assertUnreadFrom(explanation, 2);
  }

  @Test
  void shouldKeepLittleOfWhatCannotBeRead() throws IOException {
    data(0, 24);
    byte[] much = new byte[1000];
    for (int i = 1; i <= 1000; i++) {
      segment(NEAR_THE_END + 24 + i * 1000, ACK, much, much.length);
    }
    segment(NEAR_THE_END + 24 + 500_000, ACK, much, much.length); // again
    CaptureReport explanation = explain();
    assertThat(explanation.traffic().connections().getFirst().retransmissions()).isEqualTo(1);
    assertUnreadFrom(explanation, 2);
  }

  @Test
  void shouldSayThatSegmentsWereCutOff() throws IOException {
    data(0, 24);
    byte[] rest = Arrays.copyOfRange(stream, 24, stream.length);
    segment(NEAR_THE_END + 24, ACK, rest, 10);
    segment(NEAR_THE_END + 24, ACK, rest, 10);
    CaptureReport explanation = explain();
    assertThat(explanation.traffic().connections().getFirst().retransmissions()).isEqualTo(1);
    assertUnreadFrom(explanation, 2);
  }

  private static void assertUnreadFrom(CaptureReport explanation, long frame) {
    assertThat(explanation.findings())
        .anySatisfy(finding -> {
          assertThat(finding.kind()).isEqualTo("unread");
          assertThat(finding.sentence()).contains("was not captured completely");
          assertThat(finding.frames()).first().isEqualTo(frame);
        });
  }

  private static Map<MessageKind, Long> messages(CaptureReport explanation) {
    return explanation
        .traffic()
        .connections()
        .getFirst()
        .directions()
        .getFirst()
        .operations()
        .messages();
  }

  private void data(int from, int to) throws IOException {
    segment(NEAR_THE_END + from, ACK, Arrays.copyOfRange(stream, from, to), to - from);
  }

  private void segment(int sequence, int flags, byte[] data, int captured) throws IOException {
    byte[] frame = new byte[DATA_AT + data.length];
    MemorySegment s = MemorySegment.ofArray(frame);
    Ethernet.write(s, 0, 1, 2, Ethernet.IPV4);
    Ipv4.write(
        s,
        Ethernet.BYTES,
        0,
        frame.length - Ethernet.BYTES,
        1,
        64,
        Ipv4.TCP,
        0x0a000001,
        0x0a000002);
    BigEndianBytes.put16(s, TCP_AT, 40_000);
    BigEndianBytes.put16(s, TCP_AT + 2, 7174);
    BigEndianBytes.put32(s, TCP_AT + 4, sequence);
    BigEndianBytes.put16(s, TCP_AT + 12, 5 << 12 | flags);
    System.arraycopy(data, 0, frame, DATA_AT, data.length);
    timeNs += 1000;
    writer.add(timeNs, s.asSlice(0, DATA_AT + captured));
  }

  private CaptureReport explain() throws IOException {
    writer.close();
    try (CaptureReader reader = CaptureReader.open(file())) {
      return CaptureAnalyzer.explain(reader, _ -> true);
    }
  }
}
