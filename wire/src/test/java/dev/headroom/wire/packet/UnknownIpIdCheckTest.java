package dev.headroom.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Captures;
import dev.headroom.wire.capture.CaptureReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class UnknownIpIdCheckTest {
  private final UnknownIpIdCheck unseen = new UnknownIpIdCheck();

  @Test
  void shouldFitEveryIdAndNothingElse() {
    SplittableRandom random = new SplittableRandom(6);
    int passed = 0;
    for (int round = 0; round < 20_000; round++) {
      MemorySegment datagram = datagram(random.nextInt(64), random.nextInt(1 << 16));
      long icrcAt = datagram.byteSize() - Icrc.BYTES;
      assertThat(unseen.fits(datagram, 0, 28, icrcAt)).isTrue();
      long at = 28 + random.nextLong(icrcAt - 28 - 8);
      BigEndianBytes.put8(datagram, at < 32 ? 33 : at, random.nextInt());
      BigEndianBytes.put32(datagram, icrcAt, random.nextInt());
      passed += unseen.fits(datagram, 0, 28, icrcAt) ? 1 : 0;
    }
    assertThat(passed).as("of 20,000 at random, one in 65,536").isLessThan(5);
  }

  /** The kernel's soft-RoCE gives its packets ids of all kinds. */
  @Test
  void shouldFitWhatTheKernelSends() throws IOException {
    int ids = 0;
    int packets = 0;
    for (Path file : Captures.all()) {
      String name = file.getFileName().toString();
      if (name.startsWith("hand_neg_") || name.contains("nodf")) {
        continue;
      }
      FrameHeaders frame = new FrameHeaders();
      try (CaptureReader reader = CaptureReader.open(file)) {
        while (reader.next()) {
          boolean rdma =
              frame.read(reader.bytes(), reader.link(), reader.originalBytes())
                  == FrameHeaders.Kind.RDMA;
          if (rdma && frame.network() == NetworkLayer.IPV4) {
            byte[] bytes =
                frame
                    .bytes()
                    .asSlice(frame.networkAt(), frame.icrcAt() + 4 - frame.networkAt())
                    .toArray(ValueLayout.JAVA_BYTE);
            MemorySegment datagram = MemorySegment.ofArray(bytes);
            ids += Ipv4.id(datagram, 0) == 0 ? 0 : 1;
            packets++;
            assertThat(unseen.fits(datagram, 0, 28, bytes.length - 4L)).as(name).isTrue();
            BigEndianBytes.put32(datagram, bytes.length - 4L, 0);
            assertThat(unseen.fits(datagram, 0, 28, bytes.length - 4L)).as(name).isFalse();
          }
        }
      }
    }
    assertThat(packets).isGreaterThan(1000);
    assertThat(ids).as("packets with an id").isGreaterThan(500);
  }

  private static MemorySegment datagram(int payload, int id) {
    MemorySegment frame = Frames.rc(BthOperation.SEND_ONLY, payload, payload);
    MemorySegment datagram =
        MemorySegment.ofArray(frame.asSlice(14).toArray(ValueLayout.JAVA_BYTE));
    BigEndianBytes.put16(datagram, 4, id);
    long icrcAt = datagram.byteSize() - Icrc.BYTES;
    BigEndianBytes.put32(
        datagram, icrcAt, new Icrc().of(datagram, NetworkLayer.IPV4, 0, 28, icrcAt));
    return datagram;
  }
}
