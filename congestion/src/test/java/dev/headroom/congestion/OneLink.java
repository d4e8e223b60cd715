package dev.headroom.congestion;

import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.congestion.uet.CreditShare;
import dev.headroom.congestion.uet.ReceiverBuffers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Senders on one link: packets, a queue, a delay, and acknowledgements of every packet. It tells
 * controllers all that can be told and obeys what they answer, as a transport would; it is as small
 * as a closed loop can be, and knows nothing of the simulator.
 */
public final class OneLink {
  public static final long US = 1_000_000L;

  public final Path path;
  private final long bps;
  private final long rttPs;
  private final int bytes;
  private final SplittableRandom random = new SplittableRandom(7);
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final ArrayDeque<Packet> queue = new ArrayDeque<>();
  private final Feedback feedback = new Feedback();
  private final PintLink pintLink;
  private final Pint pint = new Pint(1.01);
  public final List<Flow> flows = new ArrayList<>();

  // What the link and the receiver do.
  public long markFrom = Long.MAX_VALUE;
  public long markTo = Long.MAX_VALUE;
  public double markMost = 1;
  public long bufferBytes = Long.MAX_VALUE;
  public boolean trims;
  public long cnpEveryPs = 50 * US;
  public long jitterPs;
  @Nullable CreditPacer credit;
  ReceiverBuffers.@Nullable Settings buffers;

  // What is seen.
  public long measureFromPs;
  public long leastQueue = Long.MAX_VALUE;
  public long mostQueue;
  private double queueTime;
  public long drops;

  private long nowPs;
  private long order;
  private long queueBytes;
  private long queueSincePs;
  private long sentBytes;
  private boolean busy;
  private boolean granting;

  private record Event(long atPs, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return atPs == other.atPs ? Long.compare(order, other.order) : Long.compare(atPs, other.atPs);
    }
  }

  /** A sender and its receiver. */
  public final class Flow {
    final Controller controller;
    public long backlog = Long.MAX_VALUE / 4; // more than anyone sends
    private long sentUpTo;
    private long ackedUpTo;
    private long inFlight;
    private long lastSentPs;
    private long arrivesPs;
    private long nextPs;
    private long wakeAtPs = -1;
    private long delivered;
    private long deliveredPs;
    private long firstSentPs;
    private long lastCnpPs = Long.MIN_VALUE / 2;
    private final CreditPacer.Sender asking;
    private final @Nullable ReceiverBuffers taking;
    private long cts;
    private final List<Double> rates = new ArrayList<>();
    long received;

    private Flow(Controller controller) {
      this.controller = controller;
      asking = new CreditPacer(CreditPacer.Settings.defaults(), bps, CreditShare.whole()).open(0);
      taking = buffers == null ? null : new ReceiverBuffers(buffers);
    }

    public double gbps() {
      return received * 8e3 / (nowPs - measureFromPs);
    }
  }

  private static final class Packet {
    private final Flow flow;
    private final long end;
    private final long sentPs;
    private final long prior;
    private final long priorPs;
    private final long firstSentPs;
    private boolean marked;
    private long queue;
    private long sent;
    private long leftPs;
    private int code;

    private Packet(Flow flow, long end, long nowPs) {
      this.flow = flow;
      this.end = end;
      sentPs = nowPs;
      prior = flow.delivered;
      priorPs = flow.deliveredPs;
      firstSentPs = flow.firstSentPs;
    }
  }

  public OneLink(double gbps, double rttUs, int bytes) {
    this(gbps, gbps, rttUs, bytes);
  }

  /** A link that senders are faster than. */
  public OneLink(double gbps, double senderGbps, double rttUs, int bytes) {
    bps = (long) (gbps * 1e9);
    rttPs = (long) (rttUs * US);
    this.bytes = bytes;
    path = new Path((long) (senderGbps * 1e9), rttPs, bytes);
    pintLink = new PintLink(bps, rttPs);
  }

  public Flow start(double atUs, Controller controller) {
    Flow flow = new Flow(controller);
    flows.add(flow);
    at((long) (atUs * US), () -> begin(flow));
    return flow;
  }

  /** Runs, and measures what comes from a time on. */
  public void run(double measureFromUs, double untilUs) {
    measureFromPs = (long) (measureFromUs * US);
    long untilPs = (long) (untilUs * US);
    at(
        measureFromPs,
        () -> {
          queueSincePs = nowPs;
          queueTime = 0;
          leastQueue = queueBytes;
          mostQueue = queueBytes;
          flows.forEach(f -> f.received = 0);
          sample();
        });
    while (!events.isEmpty() && events.peek().atPs() <= untilPs) {
      Event event = events.remove();
      nowPs = event.atPs();
      event.action().run();
    }
    nowPs = untilPs;
    queued(0);
  }

  public double totalGbps() {
    return flows.stream().mapToDouble(Flow::gbps).sum();
  }

  /** Amplitude of a flow's sawtooth: how far its rate falls each time it does, over its mean. */
  public double sawtooth(int flow) {
    List<Double> rates = flows.get(flow).rates;
    double fallen = 0;
    int falls = 0;
    boolean falling = false; // until it rises
    for (int i = 1; i < rates.size(); i++) {
      double step = rates.get(i - 1) - rates.get(i);
      if (step > 0) {
        falls += falling ? 0 : 1;
        fallen += step;
        falling = true;
      } else if (step < 0) {
        falling = false;
      }
    }
    double mean = rates.stream().mapToDouble(r -> r).average().orElseThrow();
    return fallen / falls / mean;
  }

  private void sample() {
    flows.forEach(f -> f.rates.add((double) f.controller.rateBps(nowPs)));
    at(nowPs + 10 * US, this::sample);
  }

  public double meanQueueBytes() {
    return queueTime / (nowPs - measureFromPs);
  }

  /** Jain's index: 1 for equal shares, 1/N for one that has all. */
  public double fairness() {
    double sum = totalGbps();
    double squares = flows.stream().mapToDouble(f -> f.gbps() * f.gbps()).sum();
    return sum * sum / (flows.size() * squares);
  }

  private void at(long timePs, Runnable action) {
    events.add(new Event(timePs, order++, action));
  }

  private void begin(Flow flow) {
    if (flow.taking != null) {
      grantBuffers(flow, flow.taking);
    }
    send(flow);
  }

  private void send(Flow flow) {
    Controller c = flow.controller;
    if (c.movesScheduledSend() && flow.sentUpTo > 0) {
      flow.nextPs = flow.lastSentPs + hold(c);
    }
    while (flow.backlog > 0
        && c.creditBytes() > 0
        && flow.inFlight + bytes <= Math.max(bytes, c.windowBytes())) {
      if (flow.nextPs > nowPs) {
        if (flow.wakeAtPs != flow.nextPs) {
          flow.wakeAtPs = flow.nextPs;
          at(flow.nextPs, () -> send(flow));
        }
        break;
      }
      flow.nextPs = nowPs + hold(c);
      flow.lastSentPs = nowPs;
      if (flow.inFlight == 0) {
        flow.deliveredPs = nowPs;
        flow.firstSentPs = nowPs;
      }
      flow.sentUpTo += bytes;
      flow.inFlight += bytes;
      flow.backlog -= bytes;
      Packet packet = new Packet(flow, flow.sentUpTo, nowPs);
      flow.firstSentPs = nowPs;
      c.sent(nowPs, bytes);
      if (jitterPs == 0) {
        enqueue(packet);
      } else { // packets of a flow stay in order
        flow.arrivesPs = Math.max(flow.arrivesPs, nowPs + random.nextLong(jitterPs));
        at(flow.arrivesPs, () -> enqueue(packet));
      }
    }
    if (c.watches().contains(Signal.PROBE) && c.probe(nowPs)) {
      long rtt = rttPs + (long) (queueBytes * 8e12 / bps);
      at(
          nowPs + rtt,
          () -> {
            c.probed(nowPs, rtt);
            send(flow);
          });
    }
  }

  private long hold(Controller c) {
    return (long) (bytes * 8e12 / c.rateBps(nowPs));
  }

  private void enqueue(Packet packet) {
    if (queueBytes + bytes > bufferBytes) {
      drops++;
      long back = trims ? rttPs / 2 : rttPs;
      at(nowPs + back + (long) (queueBytes * 8e12 / bps), () -> missing(packet));
      return;
    }
    queue.add(packet);
    queued(bytes);
    if (!busy) {
      serve();
    }
  }

  private void serve() {
    busy = true;
    at(nowPs + (long) (bytes * 8e12 / bps), this::served);
  }

  private void served() {
    Packet packet = queue.remove();
    queued(-bytes);
    sentBytes += bytes;
    packet.queue = queueBytes;
    packet.sent = sentBytes;
    packet.leftPs = nowPs;
    packet.code = pint.encode(pintLink.departs(nowPs, queueBytes, bytes), random.nextDouble());
    double over = (double) (queueBytes - markFrom) / Math.max(1, markTo - markFrom);
    packet.marked =
        queueBytes > markFrom && (queueBytes > markTo || random.nextDouble() < over * markMost);
    at(nowPs + rttPs / 2, () -> receive(packet));
    at(nowPs + rttPs, () -> acknowledge(packet));
    busy = false;
    if (!queue.isEmpty()) {
      serve();
    }
  }

  private void receive(Packet packet) {
    Flow flow = packet.flow;
    if (nowPs >= measureFromPs) {
      flow.received += bytes;
    }
    if (packet.marked && nowPs - flow.lastCnpPs >= cnpEveryPs) {
      flow.lastCnpPs = nowPs;
      at(nowPs + rttPs / 2, () -> flow.controller.congested(nowPs));
    }
    if (flow.taking != null) {
      flow.taking.copiedOut(bytes);
      grantBuffers(flow, flow.taking);
    }
    if (credit != null) {
      credit.onPullTarget(flow.asking, flow.controller.requestBytes(flow.backlog));
      grant(credit);
    }
  }

  private void grantBuffers(Flow flow, ReceiverBuffers taking) {
    long upTo = taking.grantedBytes();
    if (upTo > flow.cts) {
      flow.cts = upTo;
      at(nowPs + rttPs / 2, () -> credited(flow, upTo));
    }
  }

  private void grant(CreditPacer pacer) {
    long next = pacer.nextGrantPs();
    if (granting || next == CreditPacer.NEVER) {
      return;
    }
    granting = true;
    at(
        Math.max(nowPs, next),
        () -> {
          granting = false;
          CreditPacer.Sender to = pacer.grant(nowPs);
          long upTo = to.grantedBytes();
          Flow flow = flows.stream().filter(f -> f.asking == to).findFirst().orElseThrow();
          at(nowPs + rttPs / 2, () -> credited(flow, upTo));
          grant(pacer);
        });
  }

  private void credited(Flow flow, long upTo) {
    flow.controller.credited(nowPs, upTo);
    send(flow);
  }

  private void acknowledge(Packet packet) {
    Flow flow = packet.flow;
    flow.inFlight -= bytes;
    flow.ackedUpTo = Math.max(flow.ackedUpTo, packet.end);
    flow.delivered += bytes;
    flow.deliveredPs = nowPs;
    fill(flow);
    feedback.ackedBytes = bytes;
    feedback.markedBytes = packet.marked ? bytes : 0;
    feedback.rttPs = nowPs - packet.sentPs;
    feedback.hops = 1;
    feedback.pint = packet.code;
    feedback.telemetry.add(packet.queue, packet.sent, packet.leftPs, bps);
    feedback.priorDeliveredBytes = packet.prior;
    feedback.deliveryIntervalPs =
        Math.max(packet.sentPs - packet.firstSentPs, nowPs - packet.priorPs);
    flow.controller.acknowledged(nowPs, feedback);
    send(flow);
  }

  private void missing(Packet packet) {
    Flow flow = packet.flow;
    flow.inFlight -= bytes;
    flow.backlog += bytes;
    fill(flow);
    feedback.missingBytes = bytes;
    feedback.lastHop = true;
    if (trims) {
      flow.controller.refused(nowPs, feedback);
    } else {
      flow.controller.lost(nowPs, feedback);
    }
    send(flow);
  }

  private void fill(Flow flow) {
    feedback.clear();
    feedback.ackedUpTo = flow.ackedUpTo;
    feedback.sentUpTo = flow.sentUpTo;
    feedback.inFlightBytes = flow.inFlight;
    feedback.deliveredBytes = flow.delivered;
  }

  private void queued(long change) {
    if (nowPs >= measureFromPs) {
      queueTime += (double) queueBytes * (nowPs - Math.max(queueSincePs, measureFromPs));
      leastQueue = Math.min(leastQueue, queueBytes + change);
      mostQueue = Math.max(mostQueue, queueBytes + change);
    }
    queueSincePs = nowPs;
    queueBytes += change;
  }
}
