package dev.headroom.wire.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.linux.Linux;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both sides on the loopback interface, and strangers. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ProbeSessionTest {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
  private static final InetAddress THERE = InetAddress.ofLiteral("127.0.0.2");
  private static final int UDP_PORT = 14_870;
  private static final ProbeSettings SETTINGS =
      new ProbeSettings(5000, 100, 26, 4, 4, 50, UDP_PORT);

  @BeforeEach
  void needsLinux() {
    Assumptions.assumeTrue(Linux.isHere(), "no Linux");
  }

  private interface Client {
    void talk(SideChannel channel) throws IOException, InterruptedException;
  }

  /** Serves one client; throws what ends the service. */
  private static long serve(Client client) throws Exception {
    return serve(HERE, THERE, client);
  }

  private static long serve(InetAddress here, InetAddress there, Client client) throws Exception {
    try (SoftDevice device = SoftDevice.open(there, UDP_PORT);
        SoftLoop _ = SoftLoop.start(device);
        ServerSocket door = new ServerSocket()) {
      door.bind(new InetSocketAddress(there, 0));
      FutureTask<Long> server =
          new FutureTask<>(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              return ProbeServer.serve(device, channel);
            }
          });
      Thread.ofPlatform().daemon().start(server);
      try (SideChannel channel = SideChannel.connect(here, there, door.getLocalPort())) {
        client.talk(channel);
      }
      try {
        return server.get();
      } catch (java.util.concurrent.ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : e;
      }
    }
  }

  @Test
  void shouldFindNothingWrongOnAMachineItself() throws Exception {
    long arrived =
        serve(channel -> {
          ProbeReport report = Prober.probe(HERE, channel, SETTINGS, 65_536, _ -> {});
          assertThat(report.troubles()).isEmpty();
          assertThat(report.routers()).isEmpty();
          assertThat(report.ways().distinct()).hasValue(1);
          assertThat(report.train()).isEqualTo(new ProbeReport.Train(100, 100, 0, 0, 0));
          assertThat(report.sizes().getLast()).isEqualTo(new ProbeReport.Size(4096, 4148, 10, 10));
        });
    assertThat(arrived).isGreaterThan(300);
  }

  @Test
  void shouldFindNothingWrongOverIpv6() throws Exception {
    InetAddress here = InetAddress.ofLiteral("::1");
    Assumptions.assumeTrue(NetworkInterface.getByInetAddress(here) != null, "no IPv6");
    long arrived =
        serve(
            here,
            here,
            channel -> {
              ProbeReport report = Prober.probe(here, channel, SETTINGS, 65_536, _ -> {});
              assertThat(report.troubles()).isEmpty();
              assertThat(report.train()).isEqualTo(new ProbeReport.Train(100, 100, 0, 0, 0));
              assertThat(report.sizes().getLast())
                  .isEqualTo(new ProbeReport.Size(4096, 4168, 10, 10));
            });
    assertThat(arrived).isGreaterThan(300);
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
                          .put(
                              "headroom-probe-1"
                                  .getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                          .array());
              var _ = client.getInputStream().read(new byte[24]);
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          });
      try (SideChannel channel = SideChannel.connect(HERE, THERE, stranger.getLocalPort())) {
        assertThatThrownBy(() -> Prober.probe(HERE, channel, SETTINGS, 1500, _ -> {}))
            .isInstanceOf(ProtocolException.class)
            .hasMessageContaining("nothing is sent to it");
      }
    }
  }

  @Test
  void shouldRefuseWhatNoClientSays() {
    assertThatThrownBy(() -> serve(channel -> channel.write(new byte[24])))
        .hasMessageContaining("no 'headroom probe'");
    assertThatThrownBy(() ->
            serve(channel -> {
              ProbeExchange exchange = new ProbeExchange(channel);
              var _ = exchange.greet(new java.security.SecureRandom());
              exchange.begin(1_000_000);
            }))
        .isInstanceOf(ProtocolException.class);
  }

  /** Another address that knows all that a client is told still is not that client. */
  @Test
  void shouldCountWhatTheClientSentAlone() throws Exception {
    long arrived =
        serve(channel -> {
          ProbeExchange exchange = new ProbeExchange(channel);
          ProbeExchange.Lent lent = exchange.greet(new java.security.SecureRandom());
          InetAddress stranger = InetAddress.ofLiteral("127.0.0.3");
          try (ProbeSocket own = new ProbeSocket(HERE, 0xc000, THERE, UDP_PORT, lent);
              ProbeSocket other = new ProbeSocket(stranger, 0xc000, THERE, UDP_PORT, lent)) {
            exchange.begin(4);
            assertThat(own.send(64, 0x6a, 1, 8)).isTrue();
            assertThat(other.send(64, 0x6a, 2, 8)).isTrue();
            assertThat(own.send(64, 0xc1, 3, 4096)).isTrue();
            TimeUnit.MILLISECONDS.sleep(200);
            assertThat(exchange.end())
                .isEqualTo(
                    List.of(
                        new ProbeExchange.Arrival(1, 0x6a), new ProbeExchange.Arrival(3, 0xc1)));
            exchange.part();
          }
        });
    assertThat(arrived).isEqualTo(2);
  }

  @Test
  void shouldNameWhoDoesNotListen() {
    assertThatThrownBy(() -> SideChannel.connect(HERE, THERE, 1))
        .isInstanceOf(java.net.ConnectException.class)
        .hasMessageStartingWith("127.0.0.2 TCP port 1: ");
  }
}
