package dev.headroom.wire.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.probe.ProbeReport.Kind;
import dev.headroom.wire.probe.ProbeReport.Place;
import dev.headroom.wire.probe.ProbeReport.Trouble;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A path between the machines {@code c} and {@code s} of a network, and a probe of it. */
record ProbedPath(Namespaces network, InetAddress client, InetAddress server) {
  private static final int PORT = 18_516;

  /**
   * Probes it from end to end.
   *
   * @param arrives whether anything is expected to
   * @param train packets of one flow
   */
  ProbeReport probe(boolean arrives, int train) throws Exception {
    boolean flow = train > 200; // as fast as routers are asked, so that queues do the same
    ProbeSettings settings =
        new ProbeSettings(flow ? 800 : 2000, train, 26, 32, 8, flow ? 300 : 100, 4791);
    FutureTask<Long> serving = network.start("s", this::serve);
    ProbeReport report =
        network.on(
            "c",
            () -> {
              for (int attempt = 0; ; attempt++) {
                try (SideChannel channel = SideChannel.connect(client, server, PORT)) {
                  return Prober.probe(client, channel, settings, 9000, _ -> {});
                } catch (java.net.ConnectException e) {
                  if (attempt == 100 || serving.isDone()) {
                    throw e;
                  }
                  TimeUnit.MILLISECONDS.sleep(20);
                }
              }
            });
    assertThat(serving.get(10, TimeUnit.SECONDS) > 0).isEqualTo(arrives);
    return report;
  }

  private long serve() throws Exception {
    try (SoftDevice device = SoftDevice.open(server);
        SoftLoop loop = SoftLoop.start(device);
        ServerSocket door = new ServerSocket()) {
      door.bind(new InetSocketAddress(server, PORT), 1);
      door.setSoTimeout(20_000);
      try (SideChannel channel = SideChannel.of(door.accept())) {
        long arrived = ProbeServer.serve(device, channel);
        assertThat(loop.failure()).isEmpty();
        return arrived;
      }
    }
  }

  static void assertOnly(ProbeReport report, Kind kind, int after, int before) {
    assertThat(report.troubles()).extracting(Trouble::kind).containsExactly(kind);
    assertThat(report.troubles().getFirst().where())
        .as(report.troubles().getFirst().sentence())
        .contains(new Place(after, before));
  }
}
