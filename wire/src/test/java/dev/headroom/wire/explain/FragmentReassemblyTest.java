package dev.headroom.wire.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Tshark;
import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.capture.PcapWriter;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Frames;
import dev.headroom.wire.packet.Ipv4;
import dev.headroom.wire.packet.Ipv6;
import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RoCE packets in fragments, as a sender without "don't fragment" and a narrow path make them. */
final class FragmentReassemblyTest {
  private static final int PACKETS = 20;
  private static final int PAYLOAD = 1024;
  private static final int NETWORK_AT = 14;
  private static final int UDP_AT = NETWORK_AT + Ipv4.BYTES;

  @TempDir Path folder;
  private final List<byte[]> frames = new ArrayList<>();

  @Test
  void shouldPutTogetherWhatTsharkPutsTogether() throws Exception {
    for (int pieces = 2; pieces <= 4; pieces++) {
      for (boolean six : List.of(false, true)) {
        frames.clear();
        fragments(pieces, six);
        shuffleWithinPackets(pieces);
        CaptureReport explanation = explain();
        assertThat(explanation.frames().fragments()).isEqualTo((long) PACKETS * pieces);
        assertThat(explanation.frames().transports().roce()).isEqualTo(PACKETS);
        assertThat(explanation.packets().icrc())
            .isEqualTo(new CaptureReport.Verdicts(PACKETS, 0, 0));
        assertThat(explanation.traffic().connections().getFirst().retransmissions()).isZero();
        assertThat(explanation.findings().getFirst().sentence())
            .startsWith(PACKETS + " RoCE packets were fragmented on the path");
        assertThat(Tshark.fields(capture(), "infiniband.bth.opcode", "infiniband.bth.psn"))
            .hasSize(PACKETS);
      }
    }
  }

  /** Of each packet a piece is missing, and there are more than are followed at once. */
  @Test
  void shouldNotBeFilledByPiecesWithoutTheirRest() throws IOException {
    for (int round = 0; round < 200; round++) {
      int begun = frames.size();
      fragments(3, false);
      for (int i = begun; i < frames.size(); i++) {
        BigEndianBytes.put16(MemorySegment.ofArray(frames.get(i)), NETWORK_AT + 4, 1 + i / 3);
      }
    }
    List<byte[]> all = List.copyOf(frames);
    frames.clear();
    for (int i = 0; i < all.size(); i++) {
      if (i % 3 != i / 3 % 3) {
        frames.add(all.get(i));
      }
    }
    fragments(2, false); // and then some of which none is
    CaptureReport explanation = explain();
    assertThat(explanation.frames().fragments()).isEqualTo(200 * PACKETS * 2 + PACKETS * 2);
    assertThat(explanation.frames().transports().roce()).isEqualTo(PACKETS);
  }

  @Test
  void shouldSurviveAnyFragments() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      frames.clear();
      fragments(3, round % 2 == 0);
      for (byte[] each : frames) {
        each[NETWORK_AT + random.nextInt(48)] = (byte) random.nextInt();
      }
      assertThat(explain().frames().all()).isEqualTo(PACKETS * 3L);
    }
  }

  private void shuffleWithinPackets(int pieces) {
    Random random = new Random(pieces);
    for (int at = 0; at < frames.size(); at += pieces) {
      Collections.shuffle(frames.subList(at, at + pieces), random);
    }
  }

  /** Packets of 1 KiB, each in so many pieces. */
  private void fragments(int pieces, boolean six) {
    for (int psn = 1; psn <= PACKETS; psn++) {
      MemorySegment four = Frames.rc(BthOperation.SEND_ONLY, psn, PAYLOAD);
      byte[] whole =
          (six ? Frames.ipv6(four) : four.asSlice(NETWORK_AT)).toArray(ValueLayout.JAVA_BYTE);
      int header = six ? Ipv6.BYTES : Ipv4.BYTES;
      int step = (((whole.length - header) / pieces + 7) / 8) * 8;
      for (int from = 0; from < whole.length - header; from += step) {
        int length = Math.min(step, whole.length - header - from);
        boolean more = header + from + length < whole.length;
        byte[] payload = Arrays.copyOfRange(whole, header + from, header + from + length);
        frames.add(six ? six(whole, payload, from, more, psn) : four(whole, payload, from, more));
      }
    }
  }

  /** The id stays 0, which the ICRC covers: packets come one after the other. */
  private static byte[] four(byte[] whole, byte[] payload, int from, boolean more) {
    byte[] frame = new byte[UDP_AT + payload.length];
    MemorySegment s = MemorySegment.ofArray(frame);
    BigEndianBytes.put16(s, 12, 0x0800);
    System.arraycopy(whole, 0, frame, NETWORK_AT, Ipv4.BYTES);
    System.arraycopy(payload, 0, frame, UDP_AT, payload.length);
    BigEndianBytes.put16(s, NETWORK_AT + 2, Ipv4.BYTES + payload.length);
    BigEndianBytes.put16(s, NETWORK_AT + 6, (more ? 0x2000 : 0) | from / 8);
    BigEndianBytes.put16(s, NETWORK_AT + 10, 0);
    BigEndianBytes.put16(s, NETWORK_AT + 10, Ipv4.checksum(s, NETWORK_AT));
    return frame;
  }

  private static byte[] six(byte[] whole, byte[] payload, int from, boolean more, int id) {
    int at = NETWORK_AT + Ipv6.BYTES;
    byte[] frame = new byte[at + 8 + payload.length];
    MemorySegment s = MemorySegment.ofArray(frame);
    BigEndianBytes.put16(s, 12, 0x86dd);
    System.arraycopy(whole, 0, frame, NETWORK_AT, Ipv6.BYTES);
    System.arraycopy(payload, 0, frame, at + 8, payload.length);
    BigEndianBytes.put16(s, NETWORK_AT + 4, 8 + payload.length);
    BigEndianBytes.put8(s, NETWORK_AT + 6, 44);
    BigEndianBytes.put8(s, at, Ipv4.UDP);
    BigEndianBytes.put16(s, at + 2, from | (more ? 1 : 0));
    BigEndianBytes.put32(s, at + 4, id);
    return frame;
  }

  private Path capture() {
    return folder.resolve("fragments.pcap");
  }

  private CaptureReport explain() throws IOException {
    try (PcapWriter writer = new PcapWriter(Files.newOutputStream(capture()), LinkType.ETHERNET)) {
      for (int i = 0; i < frames.size(); i++) {
        writer.add(1_000_000_000L + i * 1000L, MemorySegment.ofArray(frames.get(i)));
      }
    }
    try (CaptureReader reader = CaptureReader.open(capture())) {
      return CaptureAnalyzer.explain(reader, _ -> true);
    }
  }
}
