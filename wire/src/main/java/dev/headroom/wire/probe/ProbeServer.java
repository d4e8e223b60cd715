package dev.headroom.wire.probe;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.probe.ProbeExchange.Asked;
import dev.headroom.wire.probe.ProbeExchange.Begin;
import dev.headroom.wire.probe.ProbeExchange.Opened;
import dev.headroom.wire.probe.ProbeExchange.Ordered;
import dev.headroom.wire.probe.ProbeExchange.Part;
import dev.headroom.wire.probe.ProbeServer.Served;
import dev.headroom.wire.probe.ProbeSink.Arrival;
import dev.headroom.wire.verbs.Device;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import java.util.Optional;

/**
 * Server side of a probe: it counts for one client the packets that arrive, and sends the packets
 * that this client requests, to it alone and no faster than this side may.
 */
public final class ProbeServer implements AutoCloseable {
  /**
   * What was done for a client.
   *
   * @param arrived packets that it sent and that arrived
   * @param sent packets that were sent to it
   */
  public record Served(long arrived, long sent) {}

  private final SideChannel channel;
  private final ProbeExchange exchange;
  private final QueuePairSink sink;
  private final ProbeSide own;
  private Optional<SocketSource> source = Optional.empty();

  private ProbeServer(Device device, ProbeSide own, SideChannel channel) {
    this.channel = channel;
    this.own = own;
    exchange = new ProbeExchange(channel);
    sink = new QueuePairSink(device, channel.remote());
  }

  /**
   * Serves a client until it parts.
   *
   * @param device that receives, at this side's address
   * @throws IOException if it breaks off, or says what no client says
   */
  public static Served serve(Device device, ProbeSide own, SideChannel channel)
      throws IOException, InterruptedException {
    try (ProbeServer server = new ProbeServer(device, own, channel)) {
      return server.run();
    }
  }

  private Served run() throws IOException, InterruptedException {
    exchange.sendWelcome(sink.lent());
    long arrived = 0;
    long sent = 0;
    while (true) {
      switch (exchange.next()) {
        case Begin round -> {
          sink.begin(round.packets(), round.lastsNs());
          exchange.ready(round);
        }
        case Asked _ -> {
          List<Arrival> arrivals = sink.end();
          arrived += arrivals.size();
          exchange.arrived(arrivals);
        }
        case Opened way -> exchange.aimed(open(way.aim()).means());
        case Ordered order -> {
          ProbeSource.Fired fired = sendBurst(order.probeBurst());
          sent += fired.sent();
          exchange.fired(fired);
        }
        case Part _ -> {
          return new Served(arrived, sent);
        }
      }
    }
  }

  private SocketSource open(SocketSource.Aim aim) throws IOException {
    if (source.isPresent()) {
      throw new ProtocolException("the client requests a second reverse path");
    }
    SocketSource opened = new SocketSource(own, channel.remote(), aim);
    source = Optional.of(opened);
    return opened;
  }

  private ProbeSource.Fired sendBurst(ProbeBurst probeBurst)
      throws IOException, InterruptedException {
    SocketSource from =
        source.orElseThrow(
            () -> new ProtocolException("the client requests packets without a destination"));
    if (probeBurst.probes().stream().anyMatch(shot -> shot.flow() >= from.means().flows())) {
      throw new ProtocolException("the client requests packets from a port that is not open");
    }
    if (probeBurst.probes().size() > ProbeBurst.most(from.means().leastGapNs())) {
      throw new ProtocolException("the client requests packets for more than ten minutes");
    }
    return from.sendBurst(probeBurst);
  }

  @Override
  public void close() {
    sink.close();
    source.ifPresent(SocketSource::close);
  }
}
