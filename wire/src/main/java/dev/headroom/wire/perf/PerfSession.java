package dev.headroom.wire.perf;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.verbs.Device;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One test with one peer. */
public final class PerfSession {
  /** How long this side still answers after the end: an ACK may have been lost. */
  private static final long LINGER_MS = 250;

  /** What the program is told. */
  public interface Witness {
    /** All queue pairs are connected. */
    void connected(PerfSettings agreed, List<PerfKeys> mine, List<PerfKeys> theirs);

    /** So many messages are done. */
    void progress(long done, long total);
  }

  private final boolean client;
  private final InetAddress peer;
  private final PerfExchange exchange;
  private final Witness witness;

  private PerfSession(boolean client, InetAddress peer, SideChannel channel, Witness witness) {
    this.client = client;
    this.peer = peer;
    this.witness = witness;
    exchange = new PerfExchange(channel, client);
  }

  /**
   * Asks a server for a test.
   *
   * @param peer the address that its queue pairs must have
   * @return what this side has measured
   */
  public static Optional<PerfReport> client(
      Device device, SideChannel channel, InetAddress peer, PerfSettings settings, Witness witness)
      throws IOException, InterruptedException {
    return new PerfSession(true, peer, channel, witness).run(device, settings);
  }

  /**
   * Serves a client.
   *
   * @param peer the address that its queue pairs must have
   * @return what was measured, by either side; empty if a server learns nothing of it
   */
  public static Optional<PerfReport> server(
      Device device, SideChannel channel, InetAddress peer, PerfSettings settings, Witness witness)
      throws IOException, InterruptedException {
    return new PerfSession(false, peer, channel, witness).run(device, settings);
  }

  private Optional<PerfReport> run(Device device, PerfSettings settings)
      throws IOException, InterruptedException {
    PerfSettings agreed = settings.mtu(exchange.greet(settings.mtuBytes()));
    PerfTest test = agreed.test();
    boolean served = !client || test == PerfTest.WRITE_LAT;
    try (PerfEnds ends = new PerfEnds(device, agreed, served)) {
      connect(ends, test);
      witness.connected(agreed, List.copyOf(ends.keys), List.copyOf(ends.peers));
      long total = (long) agreed.iterations() * agreed.queuePairs();
      PerfLoops loops = new PerfLoops(ends, done -> witness.progress(done, total));
      Optional<PerfReport> report =
          test.latency() ? latency(ends, loops, test) : bandwidth(ends, loops, test);
      TimeUnit.MILLISECONDS.sleep(LINGER_MS);
      return report;
    }
  }

  /** Exchanges keys as often as perftest does; once would do, and the others are for order. */
  private void connect(PerfEnds ends, PerfTest test) throws IOException {
    boolean send = test.verb() == PerfTest.Verb.SEND;
    PerfKeys first = ends.keys.getFirst();
    if (test.latency() && !send) {
      exchange.meet(first);
    }
    for (PerfKeys each : ends.keys) {
      ends.peers.add(checked(exchange.keys(each)));
    }
    ends.connect();
    if (send) {
      exchange.meet(first);
    }
    for (PerfKeys each : ends.keys) {
      exchange.meet(each);
    }
    if (send) {
      new PerfLoops(ends, _ -> {}).postReceives();
    }
    exchange.meet(first);
    exchange.run();
  }

  private PerfKeys checked(PerfKeys theirs) throws ProtocolException {
    if (!theirs.host().equals(peer)) {
      throw new ProtocolException(
          "the peer's GID is that of "
              + theirs.host().getHostAddress()
              + ", and it is expected to be "
              + peer.getHostAddress()
              + ": nobody may direct traffic at others (--peer ADDRESS says what to expect)");
    }
    return theirs;
  }

  private Optional<PerfReport> bandwidth(PerfEnds ends, PerfLoops loops, PerfTest test)
      throws IOException, InterruptedException {
    PerfKeys first = ends.keys.getFirst();
    if (test.verb() == PerfTest.Verb.SEND) {
      Bandwidth own = client ? loops.ask() : loops.take(); // each side knows
      exchange.done(first);
      return Optional.of(own);
    }
    Bandwidth own = client ? loops.ask() : Bandwidth.NONE;
    exchange.meet(first);
    Bandwidth theirs = exchange.bandwidth(own);
    exchange.done(first);
    return Optional.of(client ? own : theirs);
  }

  private Optional<PerfReport> latency(PerfEnds ends, PerfLoops loops, PerfTest test)
      throws IOException, InterruptedException {
    Optional<PerfReport> report =
        switch (test.verb()) {
          case WRITE -> Optional.of(loops.writeToAndFro(!client)); // there the server begins
          case SEND -> Optional.of(loops.sendToAndFro(client));
          case READ, ATOMIC -> client ? Optional.of(loops.oneByOne()) : Optional.empty();
        };
    if (test != PerfTest.WRITE_LAT) {
      exchange.done(ends.keys.getFirst());
    }
    return report;
  }
}
