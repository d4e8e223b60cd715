package dev.headroom.sim.tcp;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.TcpPacket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Both ends of a connection and a link between them of one rate and delay, on which chosen
 * transmissions are lost, held back or marked. ACKs take the delay and no time to send. It knows
 * nothing of the simulator.
 */
final class ScriptedLink {
  static final long US = 1_000_000L;
  static final long MS = 1_000 * US;

  private static final FlowTuple FORTH = new FlowTuple(0, 0, 1, 1, 0, 0);
  private static final FlowTuple BACK = new FlowTuple(0, 1, 0, 0, 0, 0);

  final TcpSender sender;
  final TcpReceiver receiver;
  private final long holdPs;
  private final long delayPs;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long order;
  private boolean busy;
  private long acksAtPs = -1;
  private int transmissions;
  private int acks;
  private long nowPs;

  /** Transmissions, from 1, that are lost or marked; ACKs that are lost. */
  final Set<Integer> lost = new HashSet<>();

  final Set<Integer> marked = new HashSet<>();
  final Set<Integer> lostAcks = new HashSet<>();

  /** Every so many transmissions one is lost besides; 0 for none. */
  int lossEvery;

  /** One transmission that arrives later than it should. */
  int late;

  long laterPs;

  /** What happened. */
  final List<Sent> sent = new ArrayList<>();

  final List<Ack> acked = new ArrayList<>();
  final List<Long> deliveredAtPs = new ArrayList<>();
  final List<Integer> deliveredFlows = new ArrayList<>();
  final List<Long> completedAtPs = new ArrayList<>();
  long delivered;

  private record Event(long atPs, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return atPs == other.atPs ? Long.compare(order, other.order) : Long.compare(atPs, other.atPs);
    }
  }

  record Sent(long atPs, long sequence, boolean again) {}

  record Ack(long atPs, long upTo, boolean echo) {}

  ScriptedLink(TcpSettings settings, Controller controller, long holdPs, long delayPs) {
    this.holdPs = holdPs;
    this.delayPs = delayPs;
    sender = new TcpSender(FORTH, settings, controller);
    receiver = new TcpReceiver(settings, BACK, 0);
  }

  /** As Linux comes, but with segments of 1,000 bytes, and connections that are open. */
  static TcpSettings settings() {
    return settings(StreamLayout.tcp(1_052), false, true);
  }

  static TcpSettings settings(StreamLayout layout, boolean handshake, boolean tailProbe) {
    return new TcpSettings(
        layout,
        0,
        0,
        true,
        handshake,
        new TcpSettings.Receiving(1 << 20, 2, 40 * MS),
        new TcpSettings.Retries(200 * MS, tailProbe, 2 * MS),
        OptionalLong.empty());
  }

  void post(int flow, long bytes) {
    sender.stream.post(flow, bytes);
    if (sender.mustOpen()) {
      open();
    }
    send();
  }

  void run(long untilPs) {
    while (!events.isEmpty() && events.peek().atPs() <= untilPs) {
      Event event = events.remove();
      nowPs = event.atPs();
      event.action().run();
    }
    nowPs = untilPs;
  }

  /** Transmissions that were not the first of their segment. */
  List<Sent> repeats() {
    return sent.stream().filter(Sent::again).toList();
  }

  private void at(long whenPs, Runnable action) {
    events.add(new Event(whenPs, order++, action));
  }

  private void open() {
    TcpPacket packet = new TcpPacket();
    sender.fillOpening(packet, nowPs);
    transmit(packet);
    watch();
  }

  private void send() {
    if (busy || !sender.canSend(nowPs)) {
      return;
    }
    TcpPacket packet = new TcpPacket();
    boolean again = sender.fill(packet, nowPs);
    sent.add(new Sent(nowPs, packet.sequence, again));
    busy = true;
    at(
        nowPs + holdPs,
        () -> {
          busy = false;
          send();
        });
    transmit(packet);
    watch();
  }

  private void transmit(TcpPacket packet) {
    int number = ++transmissions;
    if (marked.contains(number)) {
      packet.set(Packet.CE);
    }
    boolean periodic = lossEvery > 0 && number % lossEvery == 0;
    if (!periodic && !lost.contains(number)) {
      at(nowPs + holdPs + delayPs + (number == late ? laterPs : 0), () -> receive(packet));
    }
  }

  private void receive(TcpPacket packet) {
    if (packet.type != Packet.DATA) {
      receiver.fillAnswer(packet);
      at(nowPs + delayPs, () -> answered(packet));
      return;
    }
    if (receiver.needsAckBefore(packet)) {
      answer(new TcpPacket());
    }
    boolean now = receiver.take(packet, nowPs);
    delivered += receiver.deliveredPayload();
    for (int flow = receiver.takeDelivered(); flow >= 0; flow = receiver.takeDelivered()) {
      deliveredAtPs.add(nowPs);
      deliveredFlows.add(flow);
    }
    if (now) {
      answer(packet);
    } else if (acksAtPs != receiver.ackAtPs()) {
      acksAtPs = receiver.ackAtPs();
      at(acksAtPs, this::delayed);
    }
  }

  private void delayed() {
    if (receiver.ackAtPs() <= nowPs) {
      answer(new TcpPacket());
    }
  }

  private void answer(TcpPacket packet) {
    receiver.fillAck(packet);
    if (!lostAcks.contains(++acks)) {
      at(nowPs + delayPs, () -> acknowledged(packet));
    }
  }

  private void answered(TcpPacket packet) {
    if (sender.accepted(packet, nowPs)) {
      open();
    }
    send();
  }

  private void acknowledged(TcpPacket ack) {
    acked.add(new Ack(nowPs, ack.ackUpTo, ack.has(Packet.CE)));
    sender.acknowledged(ack, nowPs);
    while (sender.takeCompleted() != null) {
      completedAtPs.add(nowPs);
    }
    send();
    watch();
  }

  private void watch() {
    long atPs = sender.deadlinePs();
    if (atPs < Long.MAX_VALUE) {
      at(Math.max(nowPs, atPs), this::look);
    }
  }

  private void look() {
    if (sender.deadlinePs() > nowPs) {
      return;
    }
    if (sender.expire(nowPs) == TcpSender.Due.OPENING) {
      open();
    }
    send();
    watch();
  }
}
