package dev.headroom.wire.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.probe.ProbeServer.Served;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both sides on the loopback interface, and strangers. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ProbeSessionTest {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
  private static final InetAddress THERE = InetAddress.ofLiteral("127.0.0.2");
  private static final int UDP_PORT = 14_870;
  private static final ProbeSettings SETTINGS = new ProbeSettings(100, 26, 4, 4, 50);
  private static final ProbeSide OWN = side(HERE);

  private static ProbeSide side(InetAddress address) {
    return new ProbeSide(address, UDP_PORT, 65_536, 5000);
  }

  @BeforeEach
  void needsLinux() {
    Assumptions.assumeTrue(LinuxSockets.isHere(), "no Linux");
  }

  private interface Client {
    void talk(SideChannel channel) throws IOException, InterruptedException;
  }

  /** Serves one client; throws what ends the service. */
  private static Served serve(Client client) throws Exception {
    return serve(HERE, THERE, client);
  }

  private static Served serve(InetAddress here, InetAddress there, Client client) throws Exception {
    try (SoftDevice device = SoftDevice.open(there, UDP_PORT);
        SoftLoop _ = SoftLoop.start(device);
        ServerSocket door = new ServerSocket()) {
      door.bind(new InetSocketAddress(there, 0));
      FutureTask<Served> server =
          new FutureTask<>(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              return ProbeServer.serve(device, side(there), channel);
            }
          });
      Thread.ofPlatform().daemon().start(server);
      try (SideChannel channel = SideChannel.connect(here, there, door.getLocalPort())) {
        client.talk(channel);
      }
      try {
        return server.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : e;
      }
    }
  }

  private static void assertFine(PathReport report, int longest) {
    assertThat(report.problems()).isEmpty();
    assertThat(report.routers()).isEmpty();
    assertThat(report.paths().distinct()).hasValue(1);
    assertThat(report.train()).isEqualTo(new PathReport.Train(100, 100, 0, 0, 0));
    assertThat(report.sizes().getLast()).isEqualTo(new PathReport.Size(4096, longest, 10, 10));
  }

  @Test
  void shouldFindNothingWrongOnAMachineItself() throws Exception {
    Served served =
        serve(channel -> {
          try (SoftDevice device = SoftDevice.open(HERE, UDP_PORT);
              SoftLoop _ = SoftLoop.start(device)) {
            ProbeReport report =
                ProbeClient.probe(OWN, Optional.of(device), channel, SETTINGS, _ -> {});
            assertFine(report.forward(), 4148);
            assertFine(report.reverse().orElseThrow(), 4148);
          }
        });
    assertThat(served.arrived()).isGreaterThan(300);
    assertThat(served.sent()).isEqualTo(served.arrived());
  }

  @Test
  void shouldFindNothingWrongOverIpv6() throws Exception {
    InetAddress here = InetAddress.ofLiteral("::1");
    Assumptions.assumeTrue(NetworkInterface.getByInetAddress(here) != null, "no IPv6");
    Served served =
        serve(
            here,
            here,
            channel -> {
              ProbeReport report =
                  ProbeClient.probe(side(here), Optional.empty(), channel, SETTINGS, _ -> {});
              assertFine(report.forward(), 4168);
              assertThat(report.reverse()).as("nobody takes packets there").isEmpty();
            });
    assertThat(served.arrived()).isGreaterThan(300);
    assertThat(served.sent()).isZero();
  }

  @Test
  void shouldSendNothingToOneThatDoesNotAnswerTheGreeting() throws Exception {
    try (ServerSocket stranger = new ServerSocket()) {
      stranger.bind(new InetSocketAddress(THERE, 0));
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try (Socket client = stranger.accept()) {
              // The right words with a number that is not the client's.
              client
                  .getOutputStream()
                  .write(
                      ByteBuffer.allocate(32)
                          .put("headroom-probe-2".getBytes(StandardCharsets.US_ASCII))
                          .array());
              var _ = client.getInputStream().read(new byte[24]);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      try (SideChannel channel = SideChannel.connect(HERE, THERE, stranger.getLocalPort())) {
        assertThatThrownBy(
                () -> ProbeClient.probe(OWN, Optional.empty(), channel, SETTINGS, _ -> {}))
            .isInstanceOf(ProtocolException.class)
            .hasMessageContaining("no packets are sent to it");
      }
    }
  }

  @Test
  void shouldRefuseWhatNoClientSays() {
    assertThatThrownBy(() -> serve(channel -> channel.write(new byte[24])))
        .hasMessageContaining("not a 'headroom probe'");
    assertThatThrownBy(() ->
            serve(channel -> {
              ProbeExchange exchange = new ProbeExchange(channel);
              var _ = exchange.greet(new SecureRandom());
              exchange.sink().begin(1_000_000, 0);
            }))
        .isInstanceOf(ProtocolException.class);
  }

  /** Another address that knows all that a client is told still is not that client. */
  @Test
  void shouldCountWhatTheClientSentAlone() throws Exception {
    Served served =
        serve(channel -> {
          ProbeExchange exchange = new ProbeExchange(channel);
          ProbeExchange.Lent lent = exchange.greet(new SecureRandom());
          InetAddress stranger = InetAddress.ofLiteral("127.0.0.3");
          try (ProbeSocket own = new ProbeSocket(HERE, 0xc000, THERE, UDP_PORT, lent);
              ProbeSocket other = new ProbeSocket(stranger, 0xc000, THERE, UDP_PORT, lent)) {
            ProbeSink probeSink = exchange.sink();
            probeSink.begin(4, 0);
            assertThat(own.send(64, 0x6a, 1, 8)).isTrue();
            assertThat(other.send(64, 0x6a, 2, 8)).isTrue();
            assertThat(own.send(64, 0xc1, 3, 4096)).isTrue();
            TimeUnit.MILLISECONDS.sleep(200);
            assertThat(probeSink.end())
                .isEqualTo(List.of(new ProbeSink.Arrival(1, 0x6a), new ProbeSink.Arrival(3, 0xc1)));
            exchange.part();
          }
        });
    assertThat(served.arrived()).isEqualTo(2);
  }

  /** What a client says after its greeting, and what the server refuses it with. */
  @ParameterizedTest
  @CsvSource({
    "4 1 0 0 1 0 40 40 6a, '', without a destination",
    "3 2 0 100 0 1, 4 1 0 0 1 2 40 40 6a, a port that is not open",
    "3 2 0 100 0 1, 4 1 0 0 1 0 40 0 6a, TTL 0",
    "3 2 0 100 0 1, 4 1 0 0 1 0 1001 40 6a, payload 4097",
    "3 2 0 100 0 1, 4 1 8b b2c97001 1 0 40 40 6a, more than ten minutes",
    "3 2 0 100 0 1, 3 2 0 100 0 1, a second reverse path",
    "3 101 0 100 0 1, '', source ports 257",
    "3 2 0 7fffffff 0 1, '', settling time 2147483647",
    "4 2001 0 0, '', packets of a round 8193",
    "9 0 0 0, '', which is unknown",
  })
  void shouldSendNothingThatItMustNot(String first, String second, String why) {
    assertThatThrownBy(() ->
            serve(channel -> {
              var _ = new ProbeExchange(channel).greet(new SecureRandom());
              channel.write(words(first));
              channel.write(words(second));
            }))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining(why);
  }

  /** Numbers of four bytes, but for those of a shot, which have two. */
  private static byte[] words(String said) {
    ByteBuffer bytes = ByteBuffer.allocate(64);
    String[] each = said.isEmpty() ? new String[0] : said.split(" ");
    for (int i = 0; i < each.length; i++) {
      int word = Integer.parseUnsignedInt(each[i], 16);
      if (each[0].equals("4") && i > 4) {
        bytes.putShort((short) word);
      } else {
        bytes.putInt(word);
      }
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static final SocketSource.Aim AIM =
      new SocketSource.Aim(new ProbeExchange.Lent(17, 1), 2, 50);

  /** However fast it is asked to be. */
  @Test
  void shouldSendBackNoFasterThanItMay() throws Exception {
    Served served =
        serve(channel -> {
          ProbeExchange exchange = new ProbeExchange(channel);
          var _ = exchange.greet(new SecureRandom());
          ProbeSource source = exchange.source(AIM);
          assertThat(source.means())
              .isEqualTo(new ProbeSource.Means(2, source.means().quotes(), 65_536, 200_000));
          long before = System.nanoTime();
          ProbeSource.Fired fired =
              source.sendBurst(
                  new ProbeBurst(1, 0, Collections.nCopies(100, Probe.small(0, 64, 0x6a))));
          assertThat(System.nanoTime() - before).isGreaterThan(99 * 200_000);
          assertThat(fired.sent()).isEqualTo(100);
          exchange.part();
        });
    assertThat(served).isEqualTo(new Served(0, 100));
  }

  @Test
  void shouldNameWhoDoesNotListen() {
    assertThatThrownBy(() -> SideChannel.connect(HERE, THERE, 1))
        .isInstanceOf(ConnectException.class)
        .hasMessageStartingWith("127.0.0.2 TCP port 1: ");
  }
}
