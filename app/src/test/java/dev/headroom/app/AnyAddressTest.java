package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.option.LocalAddresses;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers and clients that leave it to the machine from which of its addresses they talk. */
@Timeout(120)
final class AnyAddressTest {
  private static final String SERVER = "127.0.0.1";

  /** Where the client is, which has the UDP port of the same number as the server. */
  private static final String CLIENT = "127.0.0.2";

  /** Lets a test know that a server waits. */
  private static final class Heard extends StringWriter {
    private final CountDownLatch waits = new CountDownLatch(1);

    @Override
    public void flush() {
      super.flush();
      if (toString().contains("waiting for a client")) {
        waits.countDown();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "perf write_bw -n 50 -s 4096",
        "perf send_lat -n 50 -R",
        "ping -C 20 -V",
        "ping -C 20 --pingpong -c",
        "probe -n 20 --source-ports 2"
      })
  void shouldServeWhereverTheClientCalls(String command) throws Exception {
    needs(CLIENT);
    int port = UnusedPorts.next();
    String ports = " --udp-port " + UnusedPorts.next() + " --port " + port + " -u 18";
    String same = command + (command.startsWith("probe") ? ports.replace(" -u 18", "") : ports);
    Heard heard = new Heard();
    CompletableFuture<Integer> server =
        CompletableFuture.supplyAsync(
            () -> run(Writer.nullWriter(), heard, same + " --bind 0.0.0.0"),
            serving -> Thread.ofPlatform().daemon().start(serving));
    assertThat(heard.waits.await(30, TimeUnit.SECONDS)).describedAs("%s", heard).isTrue();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = command.split(" ", -1);
    String called = words[0].equals("perf") ? words[0] + " " + words[1] : words[0];
    int code =
        run(
            out,
            err,
            called + " " + SERVER + same.substring(called.length()) + " --json --bind " + CLIENT);
    // A probe may find that a busy machine is late; that it was served is what this is about.
    assertThat(code)
        .describedAs("%s%s", out, err)
        .isBetween(0, command.startsWith("probe") ? 1 : 0);
    assertThat(out.toString()).startsWith("{");
    assertThat(server.get(30, TimeUnit.SECONDS)).describedAs("%s", heard).isZero();
  }

  @Test
  void shouldCallFromTheAddressThatLeadsThere() throws IOException {
    assertThat(LocalAddresses.localAddressFor(InetAddress.ofLiteral(SERVER)))
        .isEqualTo(InetAddress.ofLiteral(SERVER));
  }

  @Test
  void shouldWaitAtAllOfOneKind() throws IOException {
    assertThat(LocalAddresses.allOfFamily(InetAddress.ofLiteral("0.0.0.0")))
        .contains(InetAddress.ofLiteral(SERVER))
        .allMatch(address -> address.getAddress().length == 4);
    assertThat(LocalAddresses.allOfFamily(InetAddress.ofLiteral("::")))
        .allMatch(address -> address.getAddress().length == 16 && !address.isLinkLocalAddress());
  }

  private static int run(Writer out, Writer err, String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), words.toArray(String[]::new));
  }

  private static void needs(String address) {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.ofLiteral(address))) {
      assertThat(socket.isBound()).isTrue();
    } catch (IOException e) {
      Assumptions.abort(address + " is not this machine's: " + e.getMessage());
    }
  }
}
