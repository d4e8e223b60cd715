package dev.headroom.wire.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.Namespaces;
import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A path between the machines {@code c} and {@code s} of a network, and a probe of it. */
record ProbedPath(Namespaces network, InetAddress client, InetAddress server) {
  private static final int PORT = 18_516;
  private static final int MTU = 9000;

  /**
   * Probes it both ways.
   *
   * @param train packets of one flow
   */
  ProbeReport probe(int train) throws Exception {
    boolean flow = train > 200; // as fast as routers are asked, so that queues do the same
    int rate = flow ? 800 : 2000;
    ProbeSettings settings = new ProbeSettings(train, 26, 32, 8, flow ? 300 : 100);
    FutureTask<ProbeServer.Served> serving =
        network.start("s", () -> serve(new ProbeSide(server, 4791, MTU, rate)));
    ProbeReport report =
        network.on("c", () -> ask(new ProbeSide(client, 4791, MTU, rate), settings, serving));
    assertThat(serving.get(10, TimeUnit.SECONDS).sent())
        .isEqualTo(report.reverse().orElseThrow().packets());
    return report;
  }

  private ProbeReport ask(ProbeSide own, ProbeSettings settings, FutureTask<?> serving)
      throws Exception {
    try (SoftDevice device = SoftDevice.open(client);
        SoftLoop loop = SoftLoop.start(device)) {
      for (int attempt = 0; ; attempt++) {
        try (SideChannel channel = SideChannel.connect(client, server, PORT)) {
          ProbeReport report =
              ProbeClient.probe(own, Optional.of(device), channel, settings, _ -> {});
          assertThat(loop.failure()).isEmpty();
          return report;
        } catch (ConnectException e) {
          if (attempt == 100 || serving.isDone()) {
            throw e;
          }
          TimeUnit.MILLISECONDS.sleep(20);
        }
      }
    }
  }

  private ProbeServer.Served serve(ProbeSide own) throws Exception {
    try (SoftDevice device = SoftDevice.open(server);
        SoftLoop loop = SoftLoop.start(device);
        ServerSocket door = new ServerSocket()) {
      door.bind(new InetSocketAddress(server, PORT), 1);
      door.setSoTimeout(20_000);
      try (SideChannel channel = SideChannel.of(door.accept())) {
        ProbeServer.Served served = ProbeServer.serve(device, own, channel);
        assertThat(loop.failure()).isEmpty();
        return served;
      }
    }
  }
}
