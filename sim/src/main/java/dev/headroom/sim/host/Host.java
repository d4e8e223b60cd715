package dev.headroom.sim.host;

import dev.headroom.sim.fabric.Device;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Lane;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.fabric.Wire;
import dev.headroom.sim.transport.RcSettings;
import dev.headroom.sim.transport.Receiver;
import dev.headroom.sim.transport.Sender;
import dev.headroom.sim.transport.Transfer;
import org.jspecify.annotations.Nullable;

/**
 * A host with one NIC port: many queue pairs share it by round robin, each with its own pacing.
 * Control packets go before data of their own making.
 */
public final class Host extends Device {
  public final int index;
  public final Partition home;
  private final RcSettings rc;
  private final SendRound round;
  private final @Nullable ReceiveBuffer receiveBuffer;

  /** Whose packet was just made, if it has more: its next turn comes when that one is out. */
  private @Nullable Sender justSent;

  private @Nullable Hosts hosts;
  private @Nullable Port port;

  /** Whether its flows that are due wait for their second event. */
  boolean starting;

  private long dataPackets;
  private long retransmissions;
  private long ackPackets;
  private long cnpPackets;
  private long payloadDelivered;

  Host(
      int node,
      String name,
      int index,
      Partition home,
      RcSettings rc,
      @Nullable ReceiveBuffer receiveBuffer) {
    super(node, name);
    this.index = index;
    this.home = home;
    this.rc = rc;
    this.receiveBuffer = receiveBuffer;
    round = home.events.keepsInsertionOrder() ? new ListRound() : new PacedRound();
  }

  void join(Hosts all, Port into) {
    hosts = all;
    port = into;
  }

  private Hosts hosts() {
    Hosts all = hosts;
    if (all == null) {
      throw new IllegalStateException(name + " has not joined the others");
    }
    return all;
  }

  Port port() {
    Port p = port;
    if (p == null) {
      throw new IllegalStateException(name + " has no port");
    }
    return p;
  }

  public long dataPackets() {
    return dataPackets;
  }

  public long retransmissions() {
    return retransmissions;
  }

  public long ackPackets() {
    return ackPackets;
  }

  public long cnpPackets() {
    return cnpPackets;
  }

  public long payloadDelivered() {
    return payloadDelivered;
  }

  // --- sending ----------------------------------------------------------------------------------

  /** Something about a sender changed: it may be able to send now. */
  void activate(Sender sender, long nowPs) {
    if (sender.place == Sender.Place.IDLE && sender.canSend(nowPs)) {
      round.admit(sender, nowPs);
      port().kick(nowPs);
    }
  }

  @Override
  protected @Nullable Packet pull(Port from, long nowPs) {
    if (from.holds(rc.dataClass())) {
      return null;
    }
    Sender sender = round.take(nowPs);
    while (sender != null && !sender.canSend(nowPs)) {
      sender = round.take(nowPs);
    }
    if (sender == null) {
      from.wakeBy(round.nextPs(nowPs));
      return null;
    }
    Packet packet = home.pool.take();
    if (sender.fill(packet)) {
      retransmissions++;
    }
    dataPackets++;
    pace(sender, packet.bytes, nowPs, from.wire());
    if (rc.timeoutPs() != Long.MAX_VALUE) {
      if (sender.deadlinePs() == Long.MAX_VALUE) {
        sender.armTimer(nowPs); // nothing was in flight; an old event may still be pending
      }
      if (!sender.timerPending) {
        sender.timerPending = true;
        home.events.schedule(sender.deadlinePs(), EventKind.RETRY, sender.queuePair);
      }
    }
    sender.lastSendPs = nowPs;
    if (sender.canSend(nowPs)) {
      justSent = sender;
    } else {
      packet.set(Packet.ACK_REQUEST);
    }
    return packet;
  }

  private void pace(Sender sender, int frameBytes, long nowPs, Wire wire) {
    long rateBps = sender.controller.rateBps(nowPs);
    int bytes = frameBytes + wire.overheadBytes;
    if (rateBps >= wire.rateBps) {
      sender.nextSendPs = nowPs;
    } else if (hosts().roundingPs() > 1) {
      sender.nextSendPs = nowPs + Wire.roundedPs(bytes, rateBps, hosts().roundingPs());
    } else {
      if (nowPs != sender.nextSendPs) {
        sender.paceCarry = 0;
      }
      long bits = bytes * 8_000_000_000_000L + sender.paceCarry;
      long hold = bits / rateBps;
      sender.paceCarry = bits - hold * rateBps;
      sender.nextSendPs = nowPs + hold;
    }
    sender.controller.sent(nowPs, bytes);
  }

  @Override
  protected void sent(Port from, long freeAtPs) {
    Sender again = justSent;
    if (again != null) {
      justSent = null;
      again.nextSendPs = Math.max(again.nextSendPs, freeAtPs);
      round.defer(again);
    }
    long nextPs = round.nextPs(home.events.timePs());
    if (nextPs != Long.MAX_VALUE) {
      // ns-3 asks who is next when the transmitter is free, and ties go by when that was.
      from.wakeBy(home.events.keepsInsertionOrder() ? freeAtPs : Math.max(freeAtPs, nextPs));
    }
  }

  @Override
  protected void leaving(Packet packet, Lane lane, long nowPs) {}

  // --- receiving --------------------------------------------------------------------------------

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    if (receiveBuffer != null && !receiveBuffer.admit(packet, in, this, nowPs)) {
      return;
    }
    switch (packet.type) {
      case Packet.DATA -> receiveData(packet, nowPs);
      case Packet.ACK -> acknowledged(packet, nowPs);
      case Packet.NAK -> refused(packet, nowPs);
      case Packet.CNP -> {
        Sender sender = hosts().sender(packet.queuePair);
        if (sender != null) {
          sender.congested(nowPs);
        }
        home.pool.give(packet);
      }
      default -> throw new IllegalStateException("unknown packet type " + packet.type);
    }
  }

  private void receiveData(Packet packet, long nowPs) {
    Receiver receiver = hosts().receiver(packet);
    Receiver.Answer answer = receiver.take(packet, nowPs);
    boolean marked = packet.has(Packet.CE);
    if (receiver.accepted()) {
      payloadDelivered += packet.payload;
    }
    int psn = receiver.expected();
    boolean endsFlow = receiver.accepted() && packet.has(Packet.LAST_OF_FLOW);
    int flow = packet.flow;
    if (marked && !rc.echo() && receiver.mayNotify(nowPs)) {
      Packet cnp = answerTo(receiver, packet, home.pool.take());
      cnp.type = Packet.CNP;
      cnp.priority = (byte) rc.cnpClass();
      cnp.bytes = rc.framing().cnp();
      cnpPackets++;
      port().offer(cnp, nowPs);
    }
    if (answer == Receiver.Answer.NOTHING) {
      home.pool.give(packet);
    } else {
      // The packet itself turns into its answer.
      Packet reply = answerTo(receiver, packet, packet);
      reply.flags = (byte) (marked && rc.echo() ? Packet.CE : 0);
      reply.type = (byte) (answer == Receiver.Answer.ACK ? Packet.ACK : Packet.NAK);
      reply.priority = (byte) rc.ackClass();
      reply.bytes = rc.framing().ack();
      reply.psn = psn;
      ackPackets++;
      port().offer(reply, rc.ackHostClass(), nowPs);
    }
    if (endsFlow) {
      hosts().delivered(flow, this, nowPs);
    }
  }

  /** Addresses a packet back to where another came from. */
  private static Packet answerTo(Receiver receiver, Packet from, Packet answer) {
    Route back = receiver.back;
    answer.queuePair = from.queuePair;
    answer.flow = from.flow;
    answer.payload = 0;
    answer.source = back.source();
    answer.destination = back.destination();
    answer.group = back.group();
    answer.entropy = back.entropy();
    answer.ports = back.ports();
    return answer;
  }

  private void acknowledged(Packet packet, long nowPs) {
    Sender sender = hosts().sender(packet.queuePair);
    boolean echo = packet.has(Packet.CE);
    int psn = packet.psn;
    home.pool.give(packet);
    if (sender == null) {
      return;
    }
    boolean news = sender.acknowledge(psn, nowPs);
    if (echo) {
      sender.congested(nowPs);
    }
    if (news) {
      takeCompletions(sender, nowPs);
      activate(sender, nowPs);
    }
  }

  private void refused(Packet packet, long nowPs) {
    Sender sender = hosts().sender(packet.queuePair);
    boolean echo = packet.has(Packet.CE);
    int psn = packet.psn;
    home.pool.give(packet);
    if (sender == null) {
      return;
    }
    if (sender.acknowledge(psn, nowPs)) {
      takeCompletions(sender, nowPs);
    }
    sender.goBack();
    if (echo) {
      sender.congested(nowPs);
    }
    activate(sender, nowPs);
  }

  private void takeCompletions(Sender sender, long nowPs) {
    Transfer done = sender.takeCompleted();
    while (done != null) {
      home.completed(done.flow);
      hosts().completed(done, this, nowPs);
      done = sender.takeCompleted();
    }
  }

  /** The retransmission deadline may have passed. */
  void retry(Sender sender, long nowPs) {
    sender.timerPending = false;
    long deadline = sender.deadlinePs();
    if (deadline == Long.MAX_VALUE) {
      return;
    }
    if (deadline <= nowPs) {
      sender.timeOut(nowPs);
      deadline = sender.deadlinePs();
      if (deadline == Long.MAX_VALUE) {
        return; // the queue pair is in error
      }
      activate(sender, nowPs);
    }
    sender.timerPending = true;
    home.events.schedule(deadline, EventKind.RETRY, sender.queuePair);
  }

  void drained(long nowPs) {
    if (receiveBuffer != null) {
      receiveBuffer.drained(port(), this, nowPs);
    }
  }
}
