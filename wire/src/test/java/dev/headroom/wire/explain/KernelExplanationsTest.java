package dev.headroom.wire.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Captures;
import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.capture.PcapWriter;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.LinkType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What captures of the Linux kernel's soft-RoCE and soft-iWARP show. */
final class KernelExplanationsTest {
  /**
   * Counted from tshark's list of frames: a packet is sent again, and a duplicate, if its PSN was
   * seen before in its direction; a sender that goes back without a NAK does so after a timeout.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // file, connections, set-up, datagrams, retransmissions, duplicates, timeouts, NAKs, CNPs
    "cm_rping, 1, CM, 0, 0, 0, 0, 0, 0",
    "cm_rping_persistent_read_lat, 2, CM, 0, 0, 0, 0, 0, 0",
    "cm_udaddy, 0, , 2, 0, 0, 0, 0, 0",
    "cm_write_bw_R, 2, CM, 0, 0, 0, 0, 0, 0",
    "hand_after_restore, 1, answers, 0, 9, 9, 3, 0, 0",
    "hand_atomic, 1, answers, 0, 1, 1, 1, 1, 0",
    "hand_cm_rping_pyclient, 1, CM, 0, 0, 0, 0, 0, 0",
    "hand_cm_rping_pyserver, 1, CM, 0, 0, 0, 0, 0, 0",
    "hand_cnp_to_rxe, 1, answers, 0, 3, 3, 1, 0, 3",
    "hand_drop_last_timeout, 1, answers, 0, 11, 11, 4, 0, 0",
    "hand_ipv6_nocheck6rx, 1, answers, 0, 0, 0, 0, 0, 0",
    "hand_ipv6_plain, 1, answers, 0, 145, 145, 145, 0, 0",
    "hand_java25_df, 1, answers, 0, 0, 0, 0, 0, 0",
    "hand_java25_nodf, 1, one way only, 0, 0, 0, 0, 0, 0",
    "hand_neg_connected, 1, one way only, 0, 42, 42, 14, 0, 0",
    "hand_neg_default_pmtud, 1, one way only, 0, 42, 42, 14, 0, 0",
    "hand_neg_zero_icrc, 1, one way only, 0, 42, 42, 14, 0, 0",
    "hand_pos_control, 1, answers, 0, 3, 3, 1, 0, 0",
    "hand_rc_pingpong_pyclient, 1, answers, 0, 6, 6, 2, 0, 0",
    "hand_rc_pingpong_pyserver, 1, answers, 0, 6, 6, 2, 0, 0",
    "hand_siw_pyclient, 1, MPA, 0, 0, 0, 0, 0, 0",
    "hand_siw_pyclient_crc, 1, MPA, 0, 0, 0, 0, 0, 0",
    "mckey_multicast, 0, , 1, 0, 0, 0, 0, 0",
    "rc_atomic_fadd, 1, answers, 0, 0, 0, 0, 0, 0",
    "rc_pingpong_send, 1, answers, 0, 3, 3, 1, 0, 0",
    "rc_send_bw, 1, answers, 0, 0, 0, 0, 0, 0",
    "rc_write_bw, 1, answers, 0, 0, 0, 0, 0, 0",
    "rc_write_large_mtu4096neg, 1, answers, 0, 0, 0, 0, 0, 0",
    "rc_write_lat, 1, answers, 0, 2, 2, 2, 0, 0",
    "siw_read_bw, 2, MPA, 0, 0, 0, 0, 0, 0",
    "siw_rping, 1, MPA, 0, 0, 0, 0, 0, 0",
    "siw_write_bw, 2, MPA, 0, 0, 0, 0, 0, 0",
    "uc_write_bw, 1, one way only, 0, 0, 0, 0, 0, 0",
    "ud_pingpong, 0, , 2, 0, 0, 0, 0, 0"
  })
  void shouldCountAsAPersonDoes(
      String file,
      int connections,
      String setUp,
      int datagrams,
      long retransmissions,
      long duplicates,
      long timeouts,
      long naks,
      long cnps)
      throws IOException {
    CaptureReport explanation = explain(Captures.of(file + ".pcap"));

    assertThat(explanation.traffic().connections()).hasSize(connections);
    assertThat(explanation.traffic().connections()).allMatch(each -> each.setUp().equals(setUp));
    assertThat(explanation.traffic().datagrams()).hasSize(datagrams);
    assertThat(sum(explanation, CaptureReport.Connection::retransmissions))
        .isEqualTo(retransmissions);
    assertThat(sum(explanation, CaptureReport.Connection::duplicates)).isEqualTo(duplicates);
    assertThat(sum(explanation, CaptureReport.Connection::timeouts)).isEqualTo(timeouts);
    assertThat(sum(explanation, CaptureReport.Connection::naks)).isEqualTo(naks);
    assertThat(sum(explanation, CaptureReport.Connection::cnps)).isEqualTo(cnps);
  }

  /** As many as were asked of the programs that were captured. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "rc_write_bw, WRITE, 10",
    "rc_send_bw, SEND, 10",
    "rc_atomic_fadd, ATOMIC, 10",
    "uc_write_bw, WRITE, 10",
    "siw_read_bw, READ, 10",
    "siw_write_bw, WRITE, 10",
    "hand_java25_df, SEND, 50"
  })
  void shouldCountMessages(String file, MessageKind kind, long count) throws IOException {
    CaptureReport explanation = explain(Captures.of(file + ".pcap"));

    CaptureReport.Way way = explanation.traffic().connections().getLast().directions().getFirst();
    assertThat(way.operations().messages().get(kind)).isEqualTo(count);
  }

  /**
   * Captures with some bytes changed, all in one and each alone, where addresses that are no longer
   * right have fewer to be taken for: an explanation every time.
   */
  @Test
  void shouldSurviveAnyCapture(@TempDir Path folder) throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    Path changed = folder.resolve("changed.pcap");
    for (int round = 0; round < 20; round++) {
      List<MemorySegment> all = new ArrayList<>();
      for (Path file : Captures.all()) {
        List<MemorySegment> frames = frames(file);
        all.addAll(frames);
        assertThat(spoiled(frames, changed, random).frames().all()).isEqualTo(frames.size());
      }
      assertThat(spoiled(all, changed, random).frames().all()).isGreaterThan(2000);
    }
  }

  private static CaptureReport spoiled(
      List<MemorySegment> frames, Path changed, SplittableRandom random) throws IOException {
    boolean cut = random.nextBoolean();
    try (PcapWriter writer = new PcapWriter(Files.newOutputStream(changed), LinkType.ETHERNET)) {
      for (MemorySegment each : frames) {
        MemorySegment frame = MemorySegment.ofArray(each.toArray(ValueLayout.JAVA_BYTE));
        for (int changes = random.nextInt(4); changes > 0; changes--) {
          long at = random.nextLong(Math.min(120, frame.byteSize()));
          BigEndianBytes.put8(frame, at, random.nextInt());
        }
        writer.add(1, cut ? frame.asSlice(0, random.nextLong(frame.byteSize()) + 1) : frame);
      }
    }
    return explain(changed);
  }

  private static List<MemorySegment> frames(Path file) throws IOException {
    List<MemorySegment> frames = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      while (reader.next()) {
        byte[] copy = reader.bytes().toArray(ValueLayout.JAVA_BYTE);
        frames.add(MemorySegment.ofArray(copy));
      }
    }
    return frames;
  }

  private static long sum(
      CaptureReport explanation, ToLongFunction<CaptureReport.Connection> what) {
    return explanation.traffic().connections().stream().mapToLong(what).sum();
  }

  private static CaptureReport explain(Path file) throws IOException {
    try (CaptureReader reader = CaptureReader.open(file)) {
      return CaptureAnalyzer.explain(reader, frames -> true);
    }
  }
}
