package dev.headroom.wire.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Captures;
import dev.headroom.wire.Tshark;
import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.Bth;
import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.LinkType;
import dev.headroom.wire.packet.Mad;
import dev.headroom.wire.packet.TransportService;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the Linux kernel's soft-RoCE sent and what was sent to it, read packet by packet. */
final class KernelCapturesTest {
  @Test
  void shouldJudgeEveryIcrc() throws IOException {
    long[] judged = new long[2];
    for (Path file : Captures.all()) {
      String name = file.getFileName().toString();
      boolean good = !name.startsWith("hand_neg_") && !name.equals("hand_java25_nodf.pcap");
      each(
          file,
          frame -> {
            assertThat(frame.icrcGood()).as(name).isEqualTo(good);
            judged[good ? 0 : 1]++;
          });
    }
    assertThat(judged).containsExactly(1531, 136);
  }

  /** All captures in one file, since tshark takes long to start. */
  @Test
  void shouldReadEveryFieldAsTsharkDoes(@TempDir Path folder) throws Exception {
    Path all = folder.resolve("all.pcap");
    List<String> own = new ArrayList<>();
    FrameHeaders frame = new FrameHeaders();
    try (PcapWriter writer = new PcapWriter(Files.newOutputStream(all), LinkType.ETHERNET)) {
      for (Path file : Captures.all()) {
        try (CaptureReader reader = CaptureReader.open(file)) {
          while (reader.next()) {
            writer.add(reader.timeNs(), reader.bytes());
            if (frame.read(reader.bytes(), reader.link(), reader.originalBytes())
                == FrameHeaders.Kind.RDMA) {
              own.add(line(frame));
            }
          }
        }
      }
    }
    List<String> tshark =
        Tshark.fields(
                all,
                "infiniband",
                "infiniband.bth.opcode",
                "infiniband.bth.destqp",
                "infiniband.bth.psn",
                "infiniband.aeth.syndrome",
                "infiniband.aeth.msn",
                "infiniband.mad.attributeid",
                "infiniband.cm.req.localqpn",
                "infiniband.cm.req.startpsn",
                "infiniband.cm.req.pppmtu",
                "infiniband.cm.req.retrcount",
                "infiniband.cm.req.rnrretrcount")
            .stream()
            .map(line -> line.replaceAll("(?<=\\t)0x0?([0-9a-f])(?=\\t|$)", "$1"))
            .toList();
    assertThat(own).hasSize(1667).isEqualTo(tshark);
  }

  private static String line(FrameHeaders frame) {
    MemorySegment bytes = frame.bytes();
    StringBuilder line = new StringBuilder();
    line.append(frame.opcode())
        .append("\t0x%06x\t".formatted(Bth.destinationQp(bytes, frame.bthAt())))
        .append(Bth.psn(bytes, frame.bthAt()));
    boolean aeth = frame.operation().hasAeth() && !frame.isCnp();
    long extension = frame.extensionAt();
    line.append(aeth ? "\t" + Aeth.syndrome(bytes, extension) : "\t")
        .append(aeth ? "\t" + Aeth.msn(bytes, extension) : "\t");
    long madAt = frame.payloadAt();
    line.append(isCm(frame) ? "\t0x%04x".formatted(Mad.attribute(bytes, madAt)) : "\t");
    if (isCm(frame) && CmMessage.read(bytes, madAt) instanceof CmMessage.Request request) {
      int mtu = Integer.numberOfTrailingZeros(request.pathMtuBytes()) - 7;
      line.append("\t0x%06x".formatted(request.localQp()))
          .append("\t0x%06x".formatted(request.startingPsn()))
          .append("\t" + mtu + "\t" + request.retries() + "\t" + request.rnrRetries());
    } else {
      line.append("\t".repeat(5));
    }
    return line.toString();
  }

  private static boolean isCm(FrameHeaders frame) {
    return frame.service() == TransportService.UD
        && Bth.destinationQp(frame.bytes(), frame.bthAt()) == 1
        && frame.payloadBytes() == Mad.BYTES
        && BigEndianBytes.u8(frame.bytes(), frame.payloadAt() + 1) == Mad.COMMUNICATION_MANAGEMENT;
  }

  private static void each(Path file, Consumer<FrameHeaders> use) throws IOException {
    FrameHeaders frame = new FrameHeaders();
    try (CaptureReader reader = CaptureReader.open(file)) {
      while (reader.next()) {
        FrameHeaders.Kind kind = frame.read(reader.bytes(), reader.link(), reader.originalBytes());
        assertThat(kind).isNotIn(FrameHeaders.Kind.MALFORMED, FrameHeaders.Kind.CUT);
        if (kind == FrameHeaders.Kind.RDMA) {
          assertThat(frame.hasIcrc()).isTrue();
          use.accept(frame);
        }
      }
      assertThat(reader.ending()).isEmpty();
    }
  }
}
