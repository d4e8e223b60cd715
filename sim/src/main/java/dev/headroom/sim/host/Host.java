package dev.headroom.sim.host;

import dev.headroom.congestion.Signal;
import dev.headroom.sim.control.Instruments;
import dev.headroom.sim.fabric.Device;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.InstrumentedPacket;
import dev.headroom.sim.fabric.Lane;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.Route;
import dev.headroom.sim.fabric.UetPacket;
import dev.headroom.sim.fabric.Wire;
import dev.headroom.sim.transport.Operation;
import dev.headroom.sim.transport.RcSettings;
import dev.headroom.sim.transport.Receiver;
import dev.headroom.sim.transport.Requester;
import dev.headroom.sim.transport.Sender;
import dev.headroom.sim.transport.Transfer;
import dev.headroom.sim.transport.Writer;
import dev.headroom.sim.uet.UetSender;
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
  private final @Nullable Reporter reporter;
  private final boolean carries;
  private final boolean probes;
  private final boolean onCredit;
  private final boolean timesHosts;

  /** What it waits with for pacing to end, where that is to be as in ns-3. */
  private final @Nullable NextSend nextSend;

  /** Whose packet was just made, if it has more: its next turn comes when that one is out. */
  private @Nullable Sender justSent;

  private @Nullable Hosts hosts;
  private @Nullable Port port;
  private @Nullable Reads reads;
  private @Nullable Probes prober;
  private @Nullable Admission admission;
  private @Nullable UetEnd uet;

  /** Whether its flows that are due wait for their second event. */
  boolean starting;

  final Tally tally = new Tally();

  Host(
      int node,
      String name,
      int index,
      Partition home,
      RcSettings rc,
      Instruments instruments,
      @Nullable Reporter reporter,
      @Nullable ReceiveBuffer receiveBuffer) {
    super(node, name);
    this.index = index;
    this.home = home;
    this.rc = rc;
    this.receiveBuffer = receiveBuffer;
    this.reporter = reporter;
    carries = instruments.areCarried();
    probes = instruments.watches(Signal.PROBE);
    onCredit = instruments.watches(Signal.CREDIT);
    timesHosts = instruments.watches(Signal.HOST_DELAY);
    boolean asNs3 = home.events.keepsInsertionOrder();
    round = asNs3 ? new ListRound() : new PacedRound();
    nextSend = asNs3 ? new NextSend(home.events, index) : null;
  }

  void join(Hosts all, Port into) {
    hosts = all;
    port = into;
    reads = rc.operation() == Operation.READ ? new Reads(this, all) : null;
    prober = probes ? new Probes(this, all) : null;
    admission = onCredit ? new Admission(this, all) : null;
    uet = all.uetEnd(this);
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

  RcSettings rc() {
    return rc;
  }

  public Tally tally() {
    return tally;
  }

  // --- sending ----------------------------------------------------------------------------------

  /** Something about a sender changed: it may be able to send now. */
  void activate(Sender sender, long nowPs) {
    if (sender.place == Sender.Place.IDLE && sender.canSend(nowPs)) {
      round.admit(sender, nowPs);
      port().kick(nowPs);
    } else if (admission != null) {
      admission.ask(sender, nowPs);
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
      rest(from, nowPs);
      return null;
    }
    Packet packet = home.pool.take();
    boolean again = sender.fill(packet, nowPs);
    if (packet.type == Packet.DATA) {
      tally.dataPackets++;
      tally.retransmissions += again ? 1 : 0;
      if (carries) {
        ((InstrumentedPacket) packet).depart(nowPs);
      }
    } else {
      tally.readRequests++;
    }
    pace(sender, packet.bytes, nowPs, from.wire());
    sender.controller.sent(nowPs, spent(packet, again, sender.lastBytes));
    if (prober != null) {
      prober.follow(sender, packet, nowPs);
    }
    if (uet != null) {
      uet.sent((UetSender) sender, (UetPacket) packet, nowPs);
    } else if (rc.timeoutPs() != Long.MAX_VALUE && sender instanceof Requester requester) {
      watch(requester, nowPs);
    }
    sender.lastSendPs = nowPs;
    if (sender.canSend(nowPs)) {
      justSent = sender;
    }
    return packet;
  }

  /** Bytes of a packet as its controller counts them. */
  private int spent(Packet packet, boolean again, int wireBytes) {
    if (uet != null) {
      return packet.bytes;
    }
    return onCredit ? (again ? 0 : packet.payload) : wireBytes;
  }

  /** Waits until somebody may send. */
  private void rest(Port at, long nowPs) {
    long nextPs = round.nextPs(nowPs);
    if (nextSend == null) {
      at.wakeBy(nextPs);
    } else {
      nextSend.await(nextPs, nowPs);
    }
  }

  /** Somebody's pacing may be over. */
  void paced(long nowPs) {
    if (nextSend != null && nextSend.isDue()) {
      port().kick(nowPs);
    }
  }

  /** Sees to it that somebody looks when the retry timer has run out. */
  private void watch(Requester requester, long nowPs) {
    if (!requester.isTimerArmed()) {
      requester.armTimer(nowPs); // no answer was expected; an old event may still be pending
    }
    schedule(requester, nowPs);
  }

  private void pace(Sender sender, int frameBytes, long nowPs, Wire wire) {
    long rateBps = sender.controller.rateBps(nowPs);
    int bytes = frameBytes + wire.overheadBytes;
    sender.lastBytes = bytes;
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
  }

  /**
   * Moves the next send of one whose rate has changed: it counts from the start of its last packet,
   * as if that rate had held all the time.
   */
  void move(Sender sender, long nowPs) {
    if (sender.lastSendPs < 0 || !sender.controller.movesScheduledSend()) {
      return;
    }
    long lineBps = port().rateBps();
    long rateBps = Math.min(lineBps, sender.controller.rateBps(nowPs));
    long roundingPs = hosts().roundingPs();
    long nextPs = sender.lastSendPs + Wire.roundedPs(sender.lastBytes, rateBps, roundingPs);
    if (nextSend != null) {
      nextSend.advance(nextPs, nowPs);
    }
    if (nextPs != sender.nextSendPs) {
      sender.nextSendPs = nextPs;
      sender.paceCarry = 0;
      round.moved(sender);
      port().kick(nowPs);
    }
  }

  @Override
  protected void sent(Port from, long freeAtPs) {
    Sender again = justSent;
    if (again != null) {
      justSent = null;
      again.nextSendPs = Math.max(again.nextSendPs, freeAtPs);
      round.defer(again);
    }
    if (prober != null) {
      prober.send(home.events.timePs());
    }
    long nextPs = round.nextPs(home.events.timePs());
    if (nextPs != Long.MAX_VALUE) {
      // ns-3 asks who is next when the transmitter is free, and ties go by when that was.
      from.wakeBy(home.events.keepsInsertionOrder() ? freeAtPs : Math.max(freeAtPs, nextPs));
    }
  }

  @Override
  protected void leaving(Packet packet, Lane lane, long nowPs) {
    if (timesHosts && packet instanceof InstrumentedPacket answer) {
      answer.heldPs = nowPs - answer.heldPs;
    } else if (packet.type == Packet.PROBE) {
      ((InstrumentedPacket) packet).depart(nowPs);
    }
  }

  // --- receiving --------------------------------------------------------------------------------

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    if (receiveBuffer != null && !receiveBuffer.admit(packet, in, this, nowPs)) {
      return;
    }
    if (uet != null) {
      uet.receive((UetPacket) packet, nowPs);
      return;
    }
    Reads own = reads;
    if (own == null) {
      receiveOfWrites(packet, nowPs);
    } else {
      receiveOfReads(own, packet, nowPs);
    }
  }

  private void receiveOfWrites(Packet packet, long nowPs) {
    switch (packet.type) {
      case Packet.DATA -> receiveData(packet, nowPs);
      case Packet.ACK -> acknowledged(packet, nowPs);
      case Packet.NAK -> refused(packet, nowPs);
      case Packet.RNR_NAK -> notReady(packet, nowPs);
      case Packet.SELECTIVE_NAK -> refusedSelectively(packet, nowPs);
      case Packet.CNP -> notified(packet, nowPs);
      default -> receiveOfControl(packet, nowPs);
    }
  }

  private void receiveOfReads(Reads own, Packet packet, long nowPs) {
    switch (packet.type) {
      case Packet.DATA -> own.answered(packet, nowPs);
      case Packet.READ_REQUEST -> own.asked(packet, nowPs);
      case Packet.NAK -> own.refused(packet, nowPs);
      case Packet.CNP -> notified(packet, nowPs);
      default -> receiveOfControl(packet, nowPs);
    }
  }

  /** What only some congestion controls send. */
  private void receiveOfControl(Packet packet, long nowPs) {
    Probes ofProbes = prober;
    Admission ofCredit = admission;
    if (ofProbes != null && packet.type == Packet.PROBE) {
      ofProbes.answer(packet, nowPs);
    } else if (ofProbes != null && packet.type == Packet.PROBE_ANSWER) {
      ofProbes.answered(packet, nowPs);
    } else if (ofCredit != null && packet.type == Packet.READY_TO_SEND) {
      ofCredit.asked(packet, nowPs);
    } else if (ofCredit != null && packet.type == Packet.CLEAR_TO_SEND) {
      ofCredit.cleared(packet, nowPs);
    } else {
      throw new IllegalStateException("a packet of type " + packet.type + " that nobody asked for");
    }
  }

  private void notified(Packet cnp, long nowPs) {
    Sender source = hosts().source(cnp.route.queuePair());
    if (source != null) {
      source.congested(nowPs);
    }
    home.pool.give(cnp);
  }

  private void receiveData(Packet packet, long nowPs) {
    Receiver receiver = hosts().receiver(packet);
    Receiver.Answer answer = receiver.take(packet, nowPs);
    boolean marked = packet.has(Packet.CE);
    if (receiver.accepted()) {
      tally.payloadDelivered += packet.payload;
      if (admission != null) {
        admission.placed(packet, receiver, nowPs);
      }
    }
    int psn = receiver.expected();
    if (!rc.echo() && receiver.notifies(marked, nowPs)) {
      notifySource(receiver.back, packet, nowPs);
    }
    if (answer == Receiver.Answer.NOTHING) {
      home.pool.give(packet);
    } else {
      // The packet itself turns into its answer.
      packet.flags = (byte) (marked && rc.echo() ? Packet.CE : 0);
      packet.type = answer.packetType;
      int came = answer == Receiver.Answer.SELECTIVE_NAK ? packet.psn : 0;
      packet.psn = psn;
      tally.rnrNaks += answer == Receiver.Answer.RNR_NAK ? 1 : 0;
      reply(receiver.back, packet, came, nowPs);
    }
    if (receiver.mayDeliver()) {
      deliver(receiver, nowPs);
    }
  }

  private void deliver(Receiver receiver, long nowPs) {
    int flow = receiver.takeDelivered();
    while (flow != Receiver.NONE) {
      hosts().delivered(flow, this, nowPs);
      flow = receiver.takeDelivered();
    }
  }

  /** Sends a CNP to where a marked packet came from. */
  void notifySource(Route back, Packet marked, long nowPs) {
    Packet cnp = home.pool.take();
    address(cnp, back, marked);
    cnp.type = Packet.CNP;
    cnp.priority = (byte) rc.cnpClass();
    cnp.bytes = (short) rc.framing().cnp();
    tally.cnpPackets++;
    port().offer(cnp, nowPs);
  }

  /** Sends an ACK or NAK that was made of the packet that called for it. */
  void reply(Route back, Packet answer, long nowPs) {
    reply(back, answer, 0, nowPs);
  }

  /**
   * @param came the packet that a selective NAK names
   */
  private void reply(Route back, Packet answer, int came, long nowPs) {
    address(answer, back, answer);
    answer.payload = came;
    answer.priority = (byte) rc.ackClass();
    answer.bytes = (short) rc.framing().ack();
    if (timesHosts) {
      ((InstrumentedPacket) answer).heldPs = nowPs; // until it leaves: when it came
    }
    tally.ackPackets++;
    port().offer(answer, rc.ackHostClass(), nowPs);
  }

  /** Sends a packet of congestion control's own: of the size of a CNP. */
  void sendControl(Packet packet, Route along, int priority, long nowPs) {
    packet.follow(along);
    packet.payload = 0;
    packet.priority = (byte) priority;
    packet.bytes = (short) rc.framing().cnp();
    port().offer(packet, nowPs);
  }

  /** Addresses an answer back to where another packet came from. */
  private static void address(Packet answer, Route back, Packet from) {
    answer.flow = from.flow;
    answer.payload = 0;
    answer.follow(back);
  }

  private void acknowledged(Packet packet, long nowPs) {
    Writer writer = hosts().writer(packet.route.queuePair());
    if (writer == null) {
      home.pool.give(packet);
      return;
    }
    boolean news = take(writer, packet, nowPs);
    home.pool.give(packet);
    if (news) {
      takeCompletions(writer, nowPs);
    }
    if (reporter != null) {
      move(writer, nowPs);
    }
    if (news || reporter != null) {
      activate(writer, nowPs);
    }
    if (nextSend != null) {
      port().kick(nowPs); // as there, after every ACK
    }
  }

  /** Takes what an ACK or NAK acknowledges, echoes and reports; returns whether it was news. */
  private boolean take(Writer writer, Packet answer, long nowPs) {
    long before = writer.unacked();
    boolean news = writer.acknowledge(answer.psn, nowPs);
    if (answer.has(Packet.CE)) {
      writer.congested(nowPs);
    }
    if (reporter != null) {
      reporter.acknowledged(writer, answer, before, nowPs);
    }
    return news;
  }

  private void refused(Packet packet, long nowPs) {
    Writer writer = takeNak(packet, nowPs);
    if (writer != null) {
      writer.goBack();
      if (reporter != null) {
        reporter.refused(writer, nowPs);
        move(writer, nowPs);
      }
      activate(writer, nowPs);
    }
  }

  private void refusedSelectively(Packet packet, long nowPs) {
    int came = packet.payload;
    Writer writer = takeNak(packet, nowPs);
    if (writer != null) {
      writer.arrived(came);
      activate(writer, nowPs);
    }
  }

  private void notReady(Packet packet, long nowPs) {
    int psn = packet.psn;
    Writer writer = takeNak(packet, nowPs);
    if (writer == null) {
      return;
    }
    long resumePs = writer.notReady(psn, nowPs);
    if (resumePs == Long.MAX_VALUE) {
      activate(writer, nowPs);
    } else {
      home.events.schedule(resumePs, EventKind.RESUME, writer.queuePair);
    }
  }

  /** Takes what a NAK acknowledges and echoes; returns who it is for, or null. */
  private @Nullable Writer takeNak(Packet nak, long nowPs) {
    Writer writer = hosts().writer(nak.route.queuePair());
    if (writer != null) {
      if (take(writer, nak, nowPs)) {
        takeCompletions(writer, nowPs);
      }
    }
    home.pool.give(nak);
    return writer;
  }

  void takeCompletions(Requester requester, long nowPs) {
    Transfer done = requester.takeCompleted();
    while (done != null) {
      home.completed(done.flow);
      hosts().completed(done.flow, done.retransmissions, done.cnps, this, nowPs);
      done = requester.takeCompleted();
    }
  }

  /** The retransmission deadline may have passed. */
  void retry(Requester requester, long nowPs) {
    requester.timerPending = false;
    long deadline = requester.deadlinePs();
    if (deadline == Long.MAX_VALUE) {
      return;
    }
    if (deadline <= nowPs) {
      requester.timeOut(nowPs);
      if (reporter != null) {
        reporter.timedOut(requester, nowPs);
        move(requester, nowPs);
      }
      activate(requester, nowPs);
      if (nextSend != null) {
        port().kick(nowPs); // it may have failed, and held others up with its full window
      }
    }
    schedule(requester, nowPs);
  }

  /**
   * Sees to it that somebody looks at its deadline, if it has one; no later than it could be when
   * only few packets are left in flight.
   */
  private void schedule(Requester requester, long nowPs) {
    if (!requester.timerPending && requester.isTimerArmed()) {
      requester.timerPending = true;
      long lookPs = Math.min(requester.deadlinePs(), nowPs + rc.recovery().shortTimeoutPs());
      home.events.schedule(lookPs, EventKind.RETRY, requester.queuePair);
    }
  }

  /** The packet that a context of Ultra Ethernet waits for may have to be given up. */
  void retry(UetSender sender, long nowPs) {
    if (uet != null) {
      uet.retry(sender, nowPs);
    }
  }

  void grant(long nowPs) {
    if (uet != null) {
      uet.grant(nowPs);
    }
  }

  void drained(long nowPs) {
    if (receiveBuffer != null) {
      receiveBuffer.drained(port(), this, nowPs);
    }
  }
}
