package dev.headroom.wire.perf;

import static dev.headroom.wire.ping.Neighbours.address;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.ping.Neighbours;
import dev.headroom.wire.verbs.QueuePairType;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PerfSessionTest {
  private static final String HERE = "127.0.0.17";
  private static final String THERE = "127.0.0.18";

  private static final PerfSession.Witness NOBODY =
      new PerfSession.Witness() {
        @Override
        public void connected(PerfSettings agreed, List<PerfKeys> mine, List<PerfKeys> theirs) {}

        @Override
        public void progress(long done, long total) {}
      };

  @ParameterizedTest
  @EnumSource(PerfTest.class)
  void shouldMeasureEveryTest(PerfTest test) throws Exception {
    int bytes = test.verb() == PerfTest.Verb.ATOMIC ? 8 : 3000;
    Optional<PerfReport> report = run(settings(test, QueuePairType.RC, bytes, 1, 1024));
    assertThat(report).isPresent();
    switch (report.get()) {
      case Bandwidth b -> {
        assertThat(test.latency()).isFalse();
        assertThat(b.messages()).isEqualTo(200);
        assertThat(b.bytes()).isEqualTo(bytes);
        assertThat(b.peakMiBps()).isGreaterThanOrEqualTo(b.averageMiBps());
      }
      case Latency l -> {
        assertThat(test.latency()).isTrue();
        assertThat(l.messages()).isEqualTo(200);
        assertThat(l.minUs()).isPositive().isLessThanOrEqualTo(l.medianUs());
        assertThat(l.medianUs()).isLessThanOrEqualTo(l.p99Us());
        assertThat(l.p99Us()).isLessThanOrEqualTo(l.maxUs());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WRITE_BW,RC,64,100",
    "SEND_BW,RC,16,5000",
    "SEND_LAT,UC,1,5000",
    "SEND_LAT,UD,1,900"
  })
  void shouldMeasureManyQueuePairsAndOtherTypes(
      PerfTest test, QueuePairType type, int pairs, int bytes) throws Exception {
    assertThat(run(settings(test, type, bytes, pairs, 1024))).isPresent();
  }

  /** Keys as {@code ib_write_bw} of perftest 4.5-0.17 sends them. */
  @Test
  void shouldReadAndWriteKeysAsPerftestDoes() throws Exception {
    String said =
        "0000:0010:000011:37925e:0000023e:000055e061725000:"
            + "00:00:00:00:00:00:00:00:00:00:ff:ff:0a:4d:00:03:00000000:\0";
    byte[] message = said.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    PerfKeys keys = PerfKeys.read(message);
    assertThat(keys)
        .isEqualTo(new PerfKeys(address("10.77.0.3"), 16, 0x11, 0x37925e, 0x23e, 0x55e061725000L));
    assertThat(keys.write()).isEqualTo(message);
    message[20] = 'x';
    assertThatThrownBy(() -> PerfKeys.read(message)).isInstanceOf(ProtocolException.class);
  }

  /** Ten posts a microsecond apart, completed five at a time, the second five at once. */
  @Test
  void shouldFindThePeak() {
    long[] posted = new long[10];
    long[] completed = new long[10];
    for (int i = 0; i < 10; i++) {
      posted[i] = 1_000_000 + i * 1000L;
    }
    completed[4] = 1_020_000;
    completed[9] = 1_021_000;
    Bandwidth b = Bandwidth.of(1 << 20, posted, completed);
    assertThat(b.averageMiBps()).isEqualTo(10 / 21e-6, org.assertj.core.data.Offset.offset(1.0));
    // From the first post to the last completion is the best there is.
    assertThat(b.peakMiBps()).isEqualTo(10 / 21e-6, org.assertj.core.data.Offset.offset(1.0));
  }

  private static PerfSettings settings(
      PerfTest test, QueuePairType type, int bytes, int pairs, int mtu) {
    return new PerfSettings(test, type, bytes, 200, pairs, 16, 200, 8, mtu, 14, 16, false);
  }

  /** Runs it between two devices on the loopback interface; what the client measured. */
  private static Optional<PerfReport> run(PerfSettings settings) throws Exception {
    try (Neighbours ends = new Neighbours(HERE, THERE);
        ServerSocket door = new ServerSocket(0, 1, address(THERE))) {
      CompletableFuture<Optional<PerfReport>> server =
          Neighbours.beside(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              return PerfSession.server(ends.there, channel, channel.remote(), settings, NOBODY);
            }
          });
      try (SideChannel channel =
          SideChannel.connect(address(HERE), address(THERE), door.getLocalPort())) {
        Optional<PerfReport> report =
            PerfSession.client(ends.here, channel, address(THERE), settings, NOBODY);
        server.get(20, TimeUnit.SECONDS);
        return report;
      }
    }
  }
}
