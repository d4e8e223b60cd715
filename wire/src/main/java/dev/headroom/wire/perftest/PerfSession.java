package dev.headroom.wire.perftest;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.verbs.Device;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Session of one test with one peer. */
public final class PerfSession {
  /** How long this side still answers after the end: an ACK may have been lost. */
  private static final long LINGER_MS = 250;

  /** What the program is told. */
  public interface ResultListener {
    /** All queue pairs are connected. */
    void connected(PerfSettings agreed, List<PerfQpInfo> mine, List<PerfQpInfo> theirs);

    /**
     * So many messages are done.
     *
     * @param total 0 where time decides
     */
    void progress(long done, long total);

    /** A size has been measured; never told to a server that learns nothing of it. */
    void measured(PerfReport report);
  }

  private final boolean client;
  private final PerfChannel line;
  private final PerfExchange exchange;
  private final ResultListener listener;

  private PerfSession(boolean client, PerfChannel line, ResultListener witness) {
    this.client = client;
    this.line = line;
    this.listener = witness;
    exchange = new PerfExchange(line, client);
  }

  /**
   * Asks a server for a test.
   *
   * @param peer the address that its queue pairs must have
   */
  public static void client(
      Device device,
      SideChannel channel,
      InetAddress peer,
      PerfSettings settings,
      ResultListener witness)
      throws IOException, InterruptedException {
    new PerfSession(true, new TcpPerfChannel(channel, peer), witness).run(device, settings);
  }

  /**
   * Serves a client.
   *
   * @param peer the address that its queue pairs must have
   */
  public static void server(
      Device device,
      SideChannel channel,
      InetAddress peer,
      PerfSettings settings,
      ResultListener witness)
      throws IOException, InterruptedException {
    new PerfSession(false, new TcpPerfChannel(channel, peer), witness).run(device, settings);
  }

  /** Asks a server for a test, by the connection manager. */
  public static void client(
      Device device, CmPerfChannel line, PerfSettings settings, ResultListener witness)
      throws IOException, InterruptedException {
    new PerfSession(true, line, witness).run(device, settings);
  }

  /** Serves a client, by the connection manager. */
  public static void server(
      Device device, CmPerfChannel line, PerfSettings settings, ResultListener witness)
      throws IOException, InterruptedException {
    new PerfSession(false, line, witness).run(device, settings);
  }

  private void run(Device device, PerfSettings settings) throws IOException, InterruptedException {
    PerfSettings agreed = settings.mtu(exchange.exchangeGreeting(settings.connection().mtuBytes()));
    PerfTest test = agreed.test();
    boolean served = !client || test == PerfTest.WRITE_LAT || agreed.course().bothWays();
    try (PerfResources ends = new PerfResources(device, agreed, served)) {
      connect(ends, test);
      listener.connected(agreed, List.copyOf(ends.keys), List.copyOf(ends.peers));
      PerfQpInfo first = ends.keys.getFirst();
      BandwidthResult own = BandwidthResult.NONE;
      for (PerfSettings round : agreed.rounds()) {
        boolean timed = round.course().seconds() > 0;
        long total = timed ? 0 : (long) round.messages().iterations() * round.queues().queuePairs();
        LongConsumer progress = done -> listener.progress(done, total);
        BandwidthLoops loops = new BandwidthLoops(ends, round, progress);
        boolean send = test.verb() == PerfTest.Verb.SEND;
        if (send) {
          if (!client || test.latency() || agreed.course().bothWays()) {
            ends.postReceives(round); // those of the last size are used up
          }
          exchange.synchronize(first);
        }
        if (test.latency()) {
          latency(new LatencyLoops(ends, round, progress), test).ifPresent(listener::measured);
        } else if (agreed.course().bothWays()) {
          listener.measured(bothWays(loops, round, first));
        } else {
          own = oneWay(loops, test);
        }
        if (send && !test.latency() && agreed.course().allSizes()) {
          exchange.synchronize(first);
        }
      }
      part(agreed, first, own);
      TimeUnit.MILLISECONDS.sleep(LINGER_MS);
    }
  }

  /** Exchanges keys as often as perftest does; once would do, and the others are for order. */
  private void connect(PerfResources ends, PerfTest test) throws IOException, InterruptedException {
    boolean send = test.verb() == PerfTest.Verb.SEND;
    PerfQpInfo first = ends.keys.getFirst();
    if (line instanceof CmPerfChannel manager) {
      exchange.synchronize(first);
      ends.connectBy(manager);
      exchange.synchronize(first);
    }
    if (test.latency() && !send) {
      exchange.synchronize(first);
    }
    for (PerfQpInfo each : ends.keys) {
      ends.peers.add(exchange.keys(each));
    }
    if (line instanceof TcpPerfChannel) {
      ends.connect();
    }
    if (send) {
      exchange.synchronize(first);
    }
    for (PerfQpInfo each : ends.keys) {
      exchange.synchronize(each);
    }
    if (!send) { // which meets again before each size, when receives are posted
      exchange.synchronize(first);
    }
    exchange.run();
  }

  /** A bandwidth to one side; the sending side knows it, with SEND the other one as well. */
  private BandwidthResult oneWay(BandwidthLoops loops, PerfTest test)
      throws IOException, InterruptedException {
    boolean takes = !client && test.verb() == PerfTest.Verb.SEND;
    if (!client && !takes) {
      return BandwidthResult.NONE;
    }
    BandwidthResult own = takes ? loops.take() : loops.request();
    listener.measured(own);
    return own;
  }

  /**
   * Both sides' bandwidths at once, and their sum. With SEND for a while each side counts what it
   * sends and what it takes, and tells nobody; else each counts what it asks for, and both tell.
   */
  private BandwidthResult bothWays(BandwidthLoops loops, PerfSettings round, PerfQpInfo first)
      throws IOException, InterruptedException {
    if (round.test().verb() == PerfTest.Verb.SEND) {
      BandwidthResult own = loops.requestAndReceive(client);
      return round.course().seconds() > 0 ? own : own.and(exchange.bandwidth(own));
    }
    exchange.synchronize(first);
    BandwidthResult own = loops.request();
    if (round.course().allSizes()) {
      exchange.synchronize(first);
    }
    return own.and(exchange.bandwidth(own));
  }

  /** Says that all is done; a server that was written to or read from learns how fast. */
  private void part(PerfSettings agreed, PerfQpInfo first, BandwidthResult own)
      throws IOException, InterruptedException {
    PerfTest test = agreed.test();
    boolean told =
        !test.latency() && !agreed.course().bothWays() && test.verb() != PerfTest.Verb.SEND;
    if (told) {
      exchange.synchronize(first);
      if (client) {
        exchange.sendResult(own);
      } else {
        listener.measured(exchange.bandwidth(own));
      }
    }
    if (test != PerfTest.WRITE_LAT) {
      exchange.done(first);
    }
  }

  private Optional<PerfReport> latency(LatencyLoops loops, PerfTest test)
      throws IOException, InterruptedException {
    return switch (test.verb()) {
      case WRITE -> Optional.of(loops.writeToAndFro(!client)); // there the server begins
      case SEND -> Optional.of(loops.sendToAndFro(client));
      case READ, ATOMIC -> client ? Optional.of(loops.oneByOne()) : Optional.empty();
    };
  }
}
