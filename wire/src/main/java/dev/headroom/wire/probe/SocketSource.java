package dev.headroom.wire.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;

/**
 * Source on sockets of this machine, which respects its rate limit and receives the answers of
 * routers.
 */
final class SocketSource implements ProbeSource, AutoCloseable {
  /** Source ports are tried from here on: those of RoCEv2 (0xC000 to 0xFFFF), spread out. */
  private static final int FIRST_PORT = 0xc000;

  private static final int PORT_STEP = 61;

  private static final long LOOK_NS = 1_000_000;

  /**
   * Whereto, and how.
   *
   * @param lent the queue pair that the other side lends
   * @param flows source ports
   * @param settleMs how long answers may take
   */
  record Aim(ProbeExchange.Lent lent, int flows, int settleMs) {
    Aim {
      ProbeSettings.check("source ports", flows, 1, ProbeSettings.MOST_SOURCE_PORTS);
      ProbeSettings.check(
          "settling time", settleMs, ProbeSettings.LEAST_SETTLE_MS, ProbeSettings.MOST_SETTLE_MS);
    }
  }

  private final Means means;
  private final Optional<IcmpErrorReader> quotes;
  private final List<ProbeSocket> sockets = new ArrayList<>();
  private final Map<Integer, Integer> flowOfPort = new HashMap<>();
  private final long settleNs;
  private long nextNs = System.nanoTime();

  SocketSource(ProbeSide own, InetAddress to, Aim aim) throws IOException {
    settleNs = TimeUnit.MILLISECONDS.toNanos(aim.settleMs());
    quotes = IcmpErrorReader.open(to, own.udpPort());
    means =
        new Means(
            aim.flows(),
            quotes.isPresent(),
            own.mtuBytes(),
            TimeUnit.SECONDS.toNanos(1) / own.packetsPerSecond());
    try {
      for (int i = 0; i < aim.flows(); i++) {
        int wanted = FIRST_PORT + i * PORT_STEP % 0x3f00;
        ProbeSocket socket = new ProbeSocket(own.address(), wanted, to, own.udpPort(), aim.lent());
        sockets.add(socket);
        socket.stopReceiving();
        flowOfPort.put(socket.port(), i);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  @Override
  public Means means() {
    return means;
  }

  @Override
  public Fired sendBurst(ProbeBurst probeBurst) throws InterruptedException {
    Heard heard = new Heard(probeBurst);
    int sent = 0;
    for (int i = 0; i < probeBurst.probes().size(); i++) {
      awaitTurn(Math.max(probeBurst.gapNs(), means.leastGapNs()));
      Probe shot = probeBurst.probes().get(i);
      heard.last[shot.flow()] = i;
      int number = probeBurst.first() + i;
      ProbeSocket socket = sockets.get(shot.flow());
      sent += socket.send(shot.ttl(), shot.trafficClass(), number, shot.payload()) ? 1 : 0;
      listen(heard);
    }
    long endNs = System.nanoTime() + settleNs;
    while (System.nanoTime() < endNs) {
      TimeUnit.NANOSECONDS.sleep(LOOK_NS);
      listen(heard);
    }
    return new Fired(sent, heard.answers);
  }

  private void awaitTurn(long gapNs) throws InterruptedException {
    long waitNs = nextNs - System.nanoTime();
    if (waitNs > 0) {
      TimeUnit.NANOSECONDS.sleep(waitNs);
    }
    nextNs = Math.max(nextNs, System.nanoTime() - gapNs) + gapNs;
  }

  private void listen(Heard heard) {
    quotes.ifPresent(each -> each.read(heard::take));
    for (ProbeSocket each : sockets) {
      each.errors(heard::take);
    }
  }

  /** What routers say of a volley. */
  private final class Heard {
    private final ProbeBurst probeBurst;
    private final int[] last = new int[sockets.size()];
    private final SequencedMap<Integer, IcmpHopError> answers = new LinkedHashMap<>();

    private Heard(ProbeBurst probeBurst) {
      this.probeBurst = probeBurst;
      Arrays.fill(last, -1);
    }

    /**
     * A quote too short to hold the number is of the last packet of its port. One that shows the
     * marks counts for more than one that does not.
     */
    private void take(IcmpHopError answer) {
      Integer flow = flowOfPort.get(answer.sourcePort());
      if (flow == null) {
        return;
      }
      int shot = answer.sequence() < 0 ? last[flow] : answer.sequence() - probeBurst.first();
      if (shot >= 0 && shot < probeBurst.probes().size()) {
        answers.merge(shot, answer, (known, more) -> known.trafficClass() < 0 ? more : known);
      }
    }
  }

  @Override
  public void close() {
    sockets.forEach(ProbeSocket::close);
    quotes.ifPresent(IcmpErrorReader::close);
  }
}
