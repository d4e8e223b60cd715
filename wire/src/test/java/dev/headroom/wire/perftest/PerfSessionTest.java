package dev.headroom.wire.perftest;

import static dev.headroom.wire.pingpong.Neighbours.address;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.perftest.PerfSettings.Course;
import dev.headroom.wire.pingpong.Neighbours;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.verbs.QueuePairType;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PerfSessionTest {
  private static final String HERE = "127.0.0.17";
  private static final String THERE = "127.0.0.18";

  /** Nobody else's: 4791 of ::1 may be taken by another test. */
  private static final int FREE_PORT = 14_791;

  /** Keeps what was measured. */
  private static final class Heard implements PerfSession.ResultListener {
    private final List<PerfReport> reports = new ArrayList<>();

    @Override
    public void connected(PerfSettings agreed, List<PerfQpInfo> mine, List<PerfQpInfo> theirs) {}

    @Override
    public void progress(long done, long total) {}

    @Override
    public void measured(PerfReport report) {
      reports.add(report);
    }
  }

  @ParameterizedTest
  @EnumSource(PerfTest.class)
  void shouldMeasureEveryTest(PerfTest test) throws Exception {
    int bytes = test.verb() == PerfTest.Verb.ATOMIC ? 8 : 3000;
    List<PerfReport> reports = run(settings(test, QueuePairType.RC, bytes, 1, 1024));
    assertThat(reports).hasSize(1);
    switch (reports.getFirst()) {
      case BandwidthResult b -> {
        assertThat(test.latency()).isFalse();
        assertThat(b.messages()).isEqualTo(200);
        assertThat(b.bytes()).isEqualTo(bytes);
        assertThat(b.peakMiBps()).isGreaterThanOrEqualTo(b.averageMiBps());
      }
      case LatencyResult l -> {
        assertThat(test.latency()).isTrue();
        assertThat(l.messages()).isEqualTo(200);
        assertThat(l.minUs()).isPositive().isLessThanOrEqualTo(l.medianUs());
        assertThat(l.medianUs()).isLessThanOrEqualTo(l.p99Us());
        assertThat(l.p99Us()).isLessThanOrEqualTo(l.maxUs());
      }
      case MeanLatencyResult _ -> throw new AssertionError("nobody asked for a duration");
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
    assertThat(run(settings(test, type, bytes, pairs, 1024))).hasSize(1);
  }

  /** Both sides on one device, since a machine has no more than one loopback address of IPv6. */
  @ParameterizedTest
  @CsvSource({"WRITE_BW,RC", "SEND_LAT,RC", "READ_BW,RC", "SEND_BW,UD"})
  void shouldMeasureOverIpv6(PerfTest test, QueuePairType type) throws Exception {
    InetAddress loopback = InetAddress.ofLiteral("::1");
    PerfSettings settings = settings(test, type, 900, 1, 1024);
    try (SoftDevice device = SoftDevice.open(loopback, FREE_PORT);
        SoftLoop _ = SoftLoop.start(device);
        ServerSocket door = new ServerSocket(0, 1, loopback)) {
      CompletableFuture<Boolean> server =
          Neighbours.beside(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              PerfSession.server(device, channel, channel.remote(), settings, new Heard());
              return true;
            }
          });
      Heard heard = new Heard();
      try (SideChannel channel = SideChannel.connect(loopback, loopback, door.getLocalPort())) {
        PerfSession.client(device, channel, loopback, settings, heard);
        assertThat(server.get(20, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(heard.reports).hasSize(1);
    }
  }

  /** Keys as {@code ib_write_bw} of perftest 4.5-0.17 sends them. */
  @Test
  void shouldReadAndWriteKeysAsPerftestDoes() throws Exception {
    String said =
        "0000:0010:000011:37925e:0000023e:000055e061725000:"
            + "00:00:00:00:00:00:00:00:00:00:ff:ff:0a:4d:00:03:00000000:\0";
    byte[] message = said.getBytes(StandardCharsets.US_ASCII);
    PerfQpInfo keys = PerfQpInfo.read(message);
    assertThat(keys)
        .isEqualTo(
            new PerfQpInfo(address("10.77.0.3"), 16, 0x11, 0x37925e, 0x23e, 0x55e061725000L));
    assertThat(keys.write()).isEqualTo(message);
    message[20] = 'x';
    assertThatThrownBy(() -> PerfQpInfo.read(message)).isInstanceOf(ProtocolException.class);
  }

  /** The client has another number of queue pairs, and sends keys where a bandwidth is due. */
  @Test
  void shouldNotTakeKeysForABandwidth() throws Exception {
    InetAddress here = InetAddress.ofLiteral("127.0.0.1");
    byte[] keys =
        "0000:0010:000011:37925e:0000023e:000055e061725000:".getBytes(StandardCharsets.US_ASCII);
    try (ServerSocket door = new ServerSocket(0, 1, here);
        SideChannel client = SideChannel.connect(here, here, door.getLocalPort());
        SideChannel server = SideChannel.of(door.accept())) {
      client.write(keys);
      PerfExchange exchange = new PerfExchange(new TcpPerfChannel(server, here), false);
      assertThatThrownBy(() -> exchange.bandwidth(BandwidthResult.NONE))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("is invalid: both sides need the same test");
    }
  }

  /** A server of perftest's measures nothing when it is written to, and sends what lay there. */
  @Test
  void shouldNotMindWhatAServerSaysThatMeasuredNothing() throws Exception {
    InetAddress here = InetAddress.ofLiteral("127.0.0.1");
    try (ServerSocket door = new ServerSocket(0, 1, here);
        SideChannel client = SideChannel.connect(here, here, door.getLocalPort());
        SideChannel server = SideChannel.of(door.accept())) {
      byte[] leftovers = new byte[40];
      Arrays.fill(leftovers, (byte) 0xa5);
      server.write(leftovers);
      new PerfExchange(new TcpPerfChannel(client, here), true).sendResult(BandwidthResult.NONE);
      assertThat(server.read(leftovers.length)).containsOnly(0);
    }
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
    BandwidthResult b = BandwidthResult.of(1 << 20, posted, completed);
    assertThat(b.averageMiBps()).isEqualTo(10 / 21e-6, Offset.offset(1.0));
    // From the first post to the last completion is the best there is.
    assertThat(b.peakMiBps()).isEqualTo(10 / 21e-6, Offset.offset(1.0));
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITE_BW", "SEND_BW", "READ_BW", "WRITE_LAT", "SEND_LAT", "READ_LAT"})
  void shouldMeasureAllSizesInOneSession(PerfTest test) throws Exception {
    List<PerfReport> reports =
        run(settings(test, QueuePairType.RC, 4096, 1, 1024), new Course(true, false, 0));
    assertThat(reports).extracting(PerfSessionTest::bytes).containsExactly(SIZES);
  }

  private static final Long[] SIZES = {
    2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 512L, 1024L, 2048L, 4096L
  };

  private static long bytes(PerfReport report) {
    return switch (report) {
      case BandwidthResult b -> b.bytes();
      case LatencyResult l -> l.bytes();
      case MeanLatencyResult l -> l.bytes();
    };
  }

  /** What is reported is the sum of what both sides sent, and both report the same. */
  @ParameterizedTest
  @CsvSource({"WRITE_BW,false", "SEND_BW,false", "READ_BW,false", "SEND_BW,true"})
  void shouldMeasureBothWaysAtOnce(PerfTest test, boolean all) throws Exception {
    Heard server = new Heard();
    List<PerfReport> reports =
        run(settings(test, QueuePairType.RC, 2048, 2, 1024), new Course(all, true, 0), server);
    assertThat(reports).hasSize(all ? 11 : 1);
    assertThat(server.reports).hasSameSizeAs(reports);
    for (int i = 0; i < reports.size(); i++) {
      BandwidthResult here = (BandwidthResult) reports.get(i);
      BandwidthResult there = (BandwidthResult) server.reports.get(i);
      assertThat(here.averageMiBps())
          .isPositive()
          .isCloseTo(there.averageMiBps(), Percentage.withPercentage(1e-6));
    }
  }

  @ParameterizedTest
  @CsvSource({"SEND_BW,false", "READ_BW,true"})
  void shouldMeasureForAWhile(PerfTest test, boolean bothWays) throws Exception {
    measureForAWhile(test, bothWays);
  }

  @Tag("whole")
  @ParameterizedTest
  @CsvSource({"WRITE_BW,false", "SEND_BW,true"})
  void shouldMeasureOthersForAWhile(PerfTest test, boolean bothWays) throws Exception {
    measureForAWhile(test, bothWays);
  }

  private static void measureForAWhile(PerfTest test, boolean bothWays) throws Exception {
    long startNs = System.nanoTime();
    List<PerfReport> reports =
        run(settings(test, QueuePairType.RC, 2048, 1, 1024), new Course(false, bothWays, 1));
    assertThat(System.nanoTime() - startNs).isGreaterThan(1_000_000_000L);
    assertThat(reports).hasSize(1);
    BandwidthResult measured = (BandwidthResult) reports.getFirst();
    assertThat(measured.messages()).as("more than by count").isGreaterThan(200);
    double perSecond = measured.messageRateMpps() * 1e6;
    if (bothWays && test != PerfTest.SEND_BW) {
      assertThat(perSecond).as("and the peer's").isGreaterThan(measured.messages() * 1.01);
    } else {
      assertThat(perSecond)
          .as("in the second, all of which counts")
          .isCloseTo(measured.messages(), Percentage.withPercentage(1));
    }
  }

  /** Of those that wait for the other's, a message takes half of the time from one to the next. */
  @ParameterizedTest
  @CsvSource({"WRITE_LAT,RC,0.5", "READ_LAT,RC,1"})
  void shouldMeasureLatencyForAWhile(PerfTest test, QueuePairType type, double share)
      throws Exception {
    measureLatencyForAWhile(test, type, share);
  }

  @Tag("whole")
  @ParameterizedTest
  @CsvSource({"SEND_LAT,RC,0.5", "SEND_LAT,UD,0.5", "ATOMIC_LAT,RC,1"})
  void shouldMeasureLatencyOfOthersForAWhile(PerfTest test, QueuePairType type, double share)
      throws Exception {
    measureLatencyForAWhile(test, type, share);
  }

  private static void measureLatencyForAWhile(PerfTest test, QueuePairType type, double share)
      throws Exception {
    Heard server = new Heard();
    List<PerfReport> reports =
        run(settings(test, type, 8, 1, 1024), new Course(false, false, 1), server);
    assertThat(server.reports).hasSize(share == 0.5 ? 1 : 0);
    MeanLatencyResult measured = (MeanLatencyResult) reports.getFirst();
    assertThat(measured.messages()).as("more than by count").isGreaterThan(200);
    assertThat(measured.perSecond()).isEqualTo(measured.messages());
    assertThat(measured.meanUs() * measured.perSecond())
        .isCloseTo(share * 1e6, Percentage.withPercentage(1e-6));
  }

  /** Perftest's margin is a quarter in whole seconds: none of 3, 1 of 7, 5 of 20. */
  @ParameterizedTest
  @CsvSource({"1,0", "3,0", "4,1", "7,1", "20,5"})
  void shouldCountTheMiddle(int seconds, int margin) {
    SampleWindow window = SampleWindow.from(-500, seconds);
    long second = 1_000_000_000L;
    assertThat(window.seconds()).isEqualTo(seconds - 2.0 * margin);
    assertThat(window.counts(-501 + margin * second)).isFalse();
    assertThat(window.counts(-500 + margin * second)).isTrue();
    assertThat(window.counts(-500 + (seconds - margin) * second)).isFalse();
    assertThat(window.isOver(-501 + seconds * second)).isFalse();
    assertThat(window.isOver(-500 + seconds * second)).isTrue();
  }

  @Test
  void shouldRefuseCoursesThatATestHasNot() {
    assertThatThrownBy(() ->
            with(
                settings(PerfTest.WRITE_BW, QueuePairType.RC, 8, 1, 1024),
                new Course(true, false, 5)))
        .hasMessageContaining("all sizes (-a) need a number of messages");
    assertThatThrownBy(() ->
            with(
                settings(PerfTest.SEND_LAT, QueuePairType.RC, 8, 1, 1024),
                new Course(false, true, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("for bandwidth tests");
    assertThatThrownBy(() ->
            with(
                settings(PerfTest.ATOMIC_BW, QueuePairType.RC, 8, 1, 1024),
                new Course(true, false, 0)))
        .hasMessageContaining("atomics have 8 bytes");
  }

  private static PerfSettings settings(
      PerfTest test, QueuePairType type, int bytes, int pairs, int mtu) {
    return new PerfSettings(
        test,
        type,
        new PerfSettings.Messages(bytes, 200, false),
        new PerfSettings.Queues(pairs, 16, 200, 8),
        new PerfSettings.Connection(mtu, 14, 16),
        Course.PLAIN);
  }

  private static PerfSettings with(PerfSettings s, Course course) {
    return new PerfSettings(s.test(), s.type(), s.messages(), s.queues(), s.connection(), course);
  }

  private static List<PerfReport> run(PerfSettings settings) throws Exception {
    return run(settings, Course.PLAIN);
  }

  private static List<PerfReport> run(PerfSettings settings, Course course) throws Exception {
    return run(settings, course, new Heard());
  }

  /** Runs it between two devices on the loopback interface; what the client measured. */
  private static List<PerfReport> run(PerfSettings plain, Course course, Heard served)
      throws Exception {
    PerfSettings settings = with(plain, course);
    try (Neighbours ends = new Neighbours(HERE, THERE);
        ServerSocket door = new ServerSocket(0, 1, address(THERE))) {
      CompletableFuture<Boolean> server =
          Neighbours.beside(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              PerfSession.server(ends.there, channel, channel.remote(), settings, served);
              return true;
            }
          });
      Heard heard = new Heard();
      try (SideChannel channel =
          SideChannel.connect(address(HERE), address(THERE), door.getLocalPort())) {
        PerfSession.client(ends.here, channel, address(THERE), settings, heard);
        assertThat(server.get(20, TimeUnit.SECONDS)).isTrue();
        return heard.reports;
      }
    }
  }
}
