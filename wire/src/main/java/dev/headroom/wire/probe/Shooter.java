package dev.headroom.wire.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Sends rounds of packets, never faster than it may, and gathers what became of them. */
final class Shooter implements AutoCloseable {
  /** Source ports are tried from here on: those of RoCEv2 (0xC000 to 0xFFFF), spread out. */
  private static final int FIRST_PORT = 0xc000;

  private static final int PORT_STEP = 61;

  private static final long LOOK_NS = 1_000_000;

  private final ProbeExchange exchange;
  private final Optional<Quotes> quotes;
  private final List<ProbeSocket> sockets = new ArrayList<>();
  private final Map<Integer, Integer> flowOfPort = new HashMap<>();
  private final long leastGapNs;
  private final long settleNs;
  private long nextNs = System.nanoTime();
  private int sequence = 1;
  private long sent;

  Shooter(
      InetAddress from,
      InetAddress to,
      ProbeSettings settings,
      ProbeExchange exchange,
      ProbeExchange.Lent lent)
      throws IOException {
    this.exchange = exchange;
    leastGapNs = TimeUnit.SECONDS.toNanos(1) / settings.packetsPerSecond();
    settleNs = TimeUnit.MILLISECONDS.toNanos(settings.settleMs());
    quotes = Quotes.open(to, settings.udpPort());
    try {
      for (int i = 0; i < settings.sourcePorts(); i++) {
        int wanted = FIRST_PORT + i * PORT_STEP % 0x3f00;
        ProbeSocket socket = new ProbeSocket(from, wanted, to, settings.udpPort(), lent);
        sockets.add(socket);
        socket.deafen();
        flowOfPort.put(socket.port(), i);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Whether it is seen how packets looked where a router quotes them. */
  boolean seesQuotes() {
    return quotes.isPresent();
  }

  int flows() {
    return sockets.size();
  }

  /** Packets sent so far. */
  long sent() {
    return sent;
  }

  /** Sends these, in this order. */
  Outcome fire(List<Shot> shots) throws IOException, InterruptedException {
    return fire(shots, leastGapNs);
  }

  /**
   * Sends these, in this order, which must be no more than the server keeps.
   *
   * @param gapNs between two of them, at least
   */
  Outcome fire(List<Shot> shots, long gapNs) throws IOException, InterruptedException {
    Outcome outcome = new Outcome(shots);
    int first = sequence;
    int[] last = new int[sockets.size()];
    exchange.begin(shots.size());
    for (int i = 0; i < shots.size(); i++) {
      awaitTurn(Math.max(gapNs, leastGapNs));
      Shot shot = shots.get(i);
      last[shot.flow()] = i;
      // What this machine does not send has not arrived, as what the next one drops.
      sent +=
          sockets.get(shot.flow()).send(shot.ttl(), shot.trafficClass(), sequence, shot.payload())
              ? 1
              : 0;
      sequence++;
      listen(outcome, first, last);
    }
    long endNs = System.nanoTime() + settleNs;
    while (System.nanoTime() < endNs) {
      TimeUnit.NANOSECONDS.sleep(LOOK_NS);
      listen(outcome, first, last);
    }
    for (ProbeExchange.Arrival each : exchange.end()) {
      int shot = each.sequence() - first;
      if (shot >= 0 && shot < shots.size()) {
        outcome.arrived(shot, each.trafficClass());
      }
    }
    return outcome;
  }

  private void awaitTurn(long gapNs) throws InterruptedException {
    long waitNs = nextNs - System.nanoTime();
    if (waitNs > 0) {
      TimeUnit.NANOSECONDS.sleep(waitNs);
    }
    nextNs = Math.max(nextNs, System.nanoTime() - gapNs) + gapNs;
  }

  private void listen(Outcome outcome, int first, int[] last) {
    quotes.ifPresent(each -> each.read(answer -> take(outcome, answer, first, last)));
    for (ProbeSocket each : sockets) {
      each.errors(answer -> take(outcome, answer, first, last));
    }
  }

  /** A quote too short to hold the number is of the last packet of its port. */
  private void take(Outcome outcome, HopAnswer answer, int first, int[] last) {
    Integer flow = flowOfPort.get(answer.sourcePort());
    if (flow == null) {
      return;
    }
    int shot = answer.sequence() < 0 ? last[flow] : answer.sequence() - first;
    if (shot >= 0 && shot < outcome.shots().size()) {
      outcome.answered(shot, answer);
    }
  }

  void part() throws IOException {
    exchange.part();
  }

  @Override
  public void close() {
    sockets.forEach(ProbeSocket::close);
    quotes.ifPresent(Quotes::close);
  }
}
