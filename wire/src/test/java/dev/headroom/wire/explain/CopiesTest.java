package dev.headroom.wire.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.capture.PcapWriter;
import dev.headroom.wire.capture.PcapngWriter;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.Ethernet;
import dev.headroom.wire.packet.Frames;
import dev.headroom.wire.packet.LinkType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same packet on several interfaces of a capture, as {@code tcpdump -i any} shows it. */
final class CopiesTest {
  private static final int NETWORK_AT = 14;
  private static final int COOKED = 16;
  private static final int COOKED_2 = 20;

  private record Seen(int psn, int on, long atNs) {}

  @TempDir Path folder;
  private final List<Seen> seen = new ArrayList<>();

  /** What a router between the two interfaces makes of DSCP and ECN; negative: nothing. */
  private int marksOn4 = -1;

  /** Five packets, the third sent again 1 ms later; bridge 3 shows each before its port 4. */
  private void talk() {
    for (int psn = 1; psn <= 5; psn++) {
      both(psn, psn * 10_000L);
    }
    both(3, 1_000_000);
  }

  private void both(int psn, long atNs) {
    seen.add(new Seen(psn, 3, atNs));
    seen.add(new Seen(psn, 4, atNs + 2000));
  }

  @Test
  void shouldJudgeAPacketOnce() throws IOException {
    talk();
    for (LinkType link : List.of(LinkType.LINUX_SLL2, LinkType.LINUX_SLL)) {
      CaptureReport explanation = explain(link);
      assertThat(explanation.frames().transports().roce()).isEqualTo(12);
      assertThat(explanation.frames().copies()).as("" + link).isEqualTo(6);
      assertThat(explanation.traffic().connections()).hasSize(1);
      CaptureReport.Connection connection = explanation.traffic().connections().getFirst();
      assertThat(connection.retransmissions()).isEqualTo(1);
      assertThat(connection.duplicates()).isEqualTo(1);
      assertThat(connection.directions().getFirst().volume().packets()).isEqualTo(6);
      assertThat(explanation.findings())
          .anySatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo("copies");
            assertThat(finding.problem()).isFalse();
            assertThat(finding.frames()).startsWith(2L, 4L);
          });
    }
  }

  /** A bond's other port takes over when the first is silent. */
  @Test
  void shouldFollowTrafficThatMoves() throws IOException {
    for (int psn = 1; psn <= 3; psn++) {
      seen.add(new Seen(psn, 3, psn * 10_000L));
    }
    for (int psn = 4; psn <= 6; psn++) {
      seen.add(new Seen(psn, 4, 200_000_000L + psn * 10_000L));
    }
    CaptureReport explanation = explain(LinkType.LINUX_SLL2);
    assertThat(explanation.frames().copies()).isZero();
    assertThat(
            explanation
                .traffic()
                .connections()
                .getFirst()
                .directions()
                .getFirst()
                .volume()
                .packets())
        .isEqualTo(6);
  }

  /** Two places on the path, and something between that rewrites DSCP and ECN. */
  @Test
  void shouldSayWhatThePathDoesToMarks() throws IOException {
    talk();
    assertThat(explain(LinkType.LINUX_SLL2).findings())
        .extracting(CaptureReport.Finding::kind)
        .doesNotContain("dscp-rewritten", "ecn-cleared");
    marksOn4 = 8 << 2;
    assertThat(explain(LinkType.LINUX_SLL2).findings())
        .anySatisfy(finding -> {
          assertThat(finding.kind()).isEqualTo("dscp-rewritten");
          assertThat(finding.sentence())
              .startsWith("6 packets to QP 0x1234 at ")
              .contains("with DSCP [26] where first captured had [8] on another interface");
          assertThat(finding.frames()).startsWith(2L, 4L);
        })
        .anySatisfy(finding -> {
          assertThat(finding.kind()).isEqualTo("ecn-cleared");
          assertThat(finding.frames()).startsWith(2L, 4L);
        });
  }

  /** One interface, and a sender that sends the same packet twice: nothing is a copy. */
  @Test
  void shouldNotTakeARetransmissionForACopy() throws IOException {
    for (int psn : new int[] {1, 2, 2, 3}) {
      seen.add(new Seen(psn, 3, (seen.size() + 1) * 1000L));
    }
    CaptureReport explanation = explain(LinkType.LINUX_SLL2);
    assertThat(explanation.frames().copies()).isZero();
    assertThat(explanation.traffic().connections().getFirst().duplicates()).isEqualTo(1);
  }

  /** Captures that were put behind one another go on; captures of the same time do not. */
  @Test
  void shouldFollowTrafficFromSectionToSection() throws IOException {
    assertThat(
            inSections(1000, 2000, 3000, 4000)
                .traffic()
                .connections()
                .getFirst()
                .directions()
                .getFirst())
        .satisfies(way -> {
          assertThat(way.volume().packets()).isEqualTo(4);
          assertThat(way.delivery().retransmissions()).isZero();
        });
    CaptureReport twice = inSections(1000, 2000, 1000, 2000);
    assertThat(twice.frames().copies()).isEqualTo(2);
    assertThat(twice.traffic().connections().getFirst().directions().getFirst().volume().packets())
        .isEqualTo(2);
  }

  /** Half of the packets in one section, half in the next; their PSNs are their times. */
  private CaptureReport inSections(long... timesNs) throws IOException {
    Path file = folder.resolve("sections.pcapng");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int half = timesNs.length / 2;
    for (long[] section :
        List.of(Arrays.copyOf(timesNs, half), Arrays.copyOfRange(timesNs, half, timesNs.length))) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (PcapngWriter writer = new PcapngWriter(out, LinkType.ETHERNET, "test", "a")) {
        for (long each : section) {
          writer.add(each, Frames.rc(BthOperation.SEND_ONLY, (int) each / 1000, 100), true);
        }
      }
      all.writeBytes(out.toByteArray());
    }
    Files.write(file, all.toByteArray());
    try (CaptureReader reader = CaptureReader.open(file)) {
      return CaptureAnalyzer.explain(reader, _ -> true);
    }
  }

  private CaptureReport explain(LinkType link) throws IOException {
    Path file = folder.resolve("capture.pcap");
    try (PcapWriter writer = new PcapWriter(Files.newOutputStream(file), link)) {
      for (Seen each : seen) {
        writer.add(each.atNs, cooked(link, each));
      }
    }
    try (CaptureReader reader = CaptureReader.open(file)) {
      return CaptureAnalyzer.explain(reader, _ -> true);
    }
  }

  private MemorySegment cooked(LinkType link, Seen each) {
    MemorySegment plain = Frames.rc(BthOperation.SEND_ONLY, each.psn, 100);
    if (each.on == 4 && marksOn4 >= 0) {
      BigEndianBytes.put8(plain, NETWORK_AT + 1, marksOn4);
    }
    boolean second = link == LinkType.LINUX_SLL2;
    int header = second ? COOKED_2 : COOKED;
    long datagram = plain.byteSize() - NETWORK_AT;
    MemorySegment cooked = MemorySegment.ofArray(new byte[header + (int) datagram]);
    BigEndianBytes.put16(cooked, second ? 0 : 14, Ethernet.IPV4);
    if (second) {
      BigEndianBytes.put32(cooked, 4, each.on);
    }
    MemorySegment.copy(
        plain, ValueLayout.JAVA_BYTE, NETWORK_AT, cooked, ValueLayout.JAVA_BYTE, header, datagram);
    return cooked;
  }
}
