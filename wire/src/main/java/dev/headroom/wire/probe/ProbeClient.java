package dev.headroom.wire.probe;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.probe.SocketSource.Aim;
import dev.headroom.wire.verbs.Device;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Consumer;

/** Client side of a probe, which probes the path to the server, then the path back. */
public final class ProbeClient {
  private ProbeClient() {}

  /**
   * Probes the ways between this machine and the server at the other end of a channel.
   *
   * @param own this side, of the same kind of address as the server's
   * @param device that receives at this side's address; without one only the way there is probed
   * @param progress told in a few words what is being looked at
   * @throws IOException if the server is none or breaks off
   */
  public static ProbeReport probe(
      ProbeSide own,
      Optional<Device> device,
      SideChannel channel,
      ProbeSettings settings,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    InetAddress peer = channel.remote();
    ProbeExchange exchange = new ProbeExchange(channel);
    Aim there =
        new Aim(exchange.greet(new SecureRandom()), settings.sourcePorts(), settings.settleMs());
    PathReport wayThere;
    try (SocketSource source = new SocketSource(own, peer, there)) {
      PathDescription route =
          new PathDescription("this machine", "the server (" + peer.getHostAddress() + ")");
      wayThere =
          new PathProbe(settings, new ProbeSender(source, exchange.sink()), route, peer, progress)
              .run();
    }
    Optional<PathReport> wayBack =
        device.isEmpty()
            ? Optional.empty()
            : Optional.of(back(device.get(), exchange, peer, settings, progress));
    exchange.part();
    return new ProbeReport(peer, wayThere, wayBack);
  }

  private static PathReport back(
      Device device,
      ProbeExchange exchange,
      InetAddress peer,
      ProbeSettings settings,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    try (QueuePairSink sink = new QueuePairSink(device, peer)) {
      Aim back = new Aim(sink.lent(), settings.sourcePorts(), settings.settleMs());
      ProbeSender probeSender = new ProbeSender(exchange.source(back), sink);
      PathDescription route =
          new PathDescription("the server (" + peer.getHostAddress() + ")", "this machine");
      return new PathProbe(
              settings, probeSender, route, peer, what -> progress.accept("reverse path: " + what))
          .run();
    }
  }
}
