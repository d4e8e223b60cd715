package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.WatchdogAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A port of a device: its transmitter, with a queue for each class, and the wire that leads to it.
 *
 * <p>The wire is a FIFO, so only its head is in the event queue. Who finds the transmitter busy
 * schedules one wake-up for when it is free; what leaves next is decided then and not before, since
 * a pause or a higher class may come first.
 */
public final class Port {
  private static final int ALL = 1 << ClassSchedule.CLASSES;

  public final int id;
  public final Device device;
  public final int number;
  final Partition home;
  final PortSettings settings;
  final Draws draws;
  final PfcInitiator pfcOut;
  final PfcReceiver pfc;
  private final LaneChoice choice;

  /** Credit-based flow control; null where links are under PFC, or nothing. */
  private final @Nullable CreditLink credits;

  // Copies of what every packet needs.
  private Wire wire;
  private final long delayPs;
  private final boolean waitsForTail;
  private final boolean atTail;

  /** Whether something is to be done about each packet that comes in. */
  private boolean attentive;

  /** Whether a class that has packets and is not held may always send. */
  private final boolean plain;

  private @Nullable Port peer;

  /** What else is done to packets that arrive; null where nothing ever was. */
  private @Nullable Inspection inspection;

  // The wire towards this port.
  private @Nullable Packet arriving;
  private @Nullable Packet lastArriving;
  private long duePs;

  // The transmitter.
  private long busyUntilPs;
  private long wakeAtPs = EventQueue.NEVER;
  private long carry;

  /** The place among events of the same time of the end of the transmission in progress. */
  private long doneTicket;

  private @Nullable Lane recent;
  private final @Nullable Lane[] lanes = new Lane[ClassSchedule.CLASSES];

  /** Classes that have a packet queued, as bits. */
  private int waiting;

  /** Classes that the peer asked to be silent, or gave too little credit, as bits. */
  int pausedMask;

  /** Classes whose pauses are not heeded, as bits. */
  private int ignoredMask;

  /** Classes that nothing may be queued in, as bits, and {@link #ALL} where the link is down. */
  private int closed;

  /** Classes that the peer has to be told about, as bits. */
  int pfcDue;

  private boolean down;
  private long lastDownPs = -1;

  Port(int id, Device device, int number, Partition home, PortSettings settings, long randomKey) {
    this.id = id;
    this.device = device;
    this.number = number;
    this.home = home;
    this.settings = settings;
    draws = new Draws(randomKey);
    delayPs = settings.delayPs();
    waitsForTail = settings.waitsForTail();
    wire = settings.wire();
    choice = new LaneChoice(settings.schedule());
    atTail = settings.deliverAtTail();
    credits = settings.credits().map(c -> new CreditLink(this, c)).orElse(null);
    plain = !waitsForTail && credits == null;
    inspection =
        settings.loss() > 0 || settings.bitErrors() > 0
            ? new Inspection(new BitErrors(settings.loss(), settings.bitErrors()))
            : null;
    attentive = inspection != null || credits != null;
    pfcOut = new PfcInitiator(this);
    pfc = new PfcReceiver(this);
  }

  void connect(Port other) {
    peer = other;
    if (credits != null) {
      credits.connect(other.creditLink());
    }
  }

  /** The port at the other end of the cable. */
  public Port peer() {
    Port other = peer;
    if (other == null) {
      throw new IllegalStateException("port is not connected");
    }
    return other;
  }

  /** The rate at this time. */
  public long rateBps() {
    return wire.rateBps;
  }

  public Wire wire() {
    return wire;
  }

  /** From a packet's first bit leaving here to its arrival as the peer counts it. */
  public long delayPs() {
    return delayPs;
  }

  /**
   * Whether a packet that came in through {@code in} may leave here before its tail is in; where
   * wires deliver at the tail the question does not arise.
   */
  public boolean startsEarly(Port in) {
    return !in.atTail
        && (!waitsForTail
            || (device instanceof Switch hop && hop.cutsThrough() && rateBps() <= in.rateBps()));
  }

  public PortSettings settings() {
    return settings;
  }

  /** The class, made on its first use. */
  public Lane lane(int priority) {
    Lane lane = recent;
    return lane != null && lane.priority == priority ? lane : otherLane(priority);
  }

  private Lane otherLane(int priority) {
    Lane lane = lanes[priority];
    if (lane == null) {
      lane = new Lane(this, priority, settings);
      lanes[priority] = lane;
    }
    recent = lane;
    return lane;
  }

  @Nullable Lane laneIfUsed(int priority) {
    return lanes[priority];
  }

  /** Counts a packet as lost at this port and takes it back. */
  public void drop(Packet packet, DropCause cause) {
    lane(packet.priority).record.drops++;
    if (home.outages != null) {
      long downPs = cause == DropCause.LINK_DOWN ? lastDownPs : -1;
      home.outages.lost(packet, cause, home.id, downPs, home.events.timePs());
    }
    home.drop(packet, cause);
  }

  // --- the wire towards this port ---------------------------------------------------------------

  /**
   * A packet is on its way here.
   *
   * @param arrivalPs when it counts as arrived: its header, or its tail where wires deliver at the
   *     tail
   * @param ticket the place of its arrival among events of the same time, taken when it was sent
   */
  void enter(Packet packet, long arrivalPs, long ticket) {
    Packet last = lastArriving;
    lastArriving = packet;
    if (last == null) {
      arriving = packet;
      duePs = arrivalPs;
      home.events.schedule(arrivalPs, EventKind.ARRIVAL, id, ticket);
    } else {
      last.next = packet;
      last.followerPs = arrivalPs;
      last.followerTicket = ticket;
    }
  }

  /** A packet that was sent from another partition: lost if the link has gone down since. */
  void enterFromAfar(Packet packet, long arrivalPs, long sentPs) {
    if (sentPs < lastDownPs) {
      drop(packet, DropCause.LINK_DOWN);
    } else {
      enter(packet, arrivalPs, 0);
    }
  }

  /** The packet at the head of the wire has come. */
  void arrive(long nowPs) {
    Packet packet = arriving;
    if (packet == null || duePs != nowPs) {
      return; // the one this event was for was lost when the link went down
    }
    Packet following = packet.next;
    arriving = following;
    if (following == null) {
      lastArriving = null;
    } else {
      packet.next = null;
      duePs = packet.followerPs;
      home.events.schedule(duePs, EventKind.ARRIVAL, id, packet.followerTicket);
    }
    home.packetHops++;
    if (attentive && !takesIn(packet, nowPs)) {
      return;
    }
    device.receive(packet, this, nowPs);
  }

  /** Lets a packet in, unless it was lost on its way or nothing is let in. */
  private boolean takesIn(Packet packet, long nowPs) {
    if (inspection != null) {
      DropCause fault = inspection.fault(packet, draws, nowPs);
      if (fault != null) {
        drop(packet, fault);
        return false;
      }
    }
    if (credits != null) {
      credits.granter.arrived(packet, nowPs);
    }
    return true;
  }

  private void cut() {
    while (arriving != null) {
      Packet packet = arriving;
      arriving = packet.next;
      packet.next = null;
      drop(packet, DropCause.LINK_DOWN);
    }
    lastArriving = null;
  }

  // --- the transmitter --------------------------------------------------------------------------

  /** Queues a packet in its class. */
  public void offer(Packet packet, long nowPs) {
    offer(packet, lane(packet.priority), nowPs);
  }

  /**
   * Queues a packet in a class that need not be the one it travels in; under credits it has to be.
   */
  public void offer(Packet packet, int priority, long nowPs) {
    offer(packet, lane(credits == null ? priority : packet.priority), nowPs);
  }

  void offer(Packet packet, Lane lane, long nowPs) {
    lane.append(packet);
    waiting |= 1 << lane.priority;
    kick(nowPs);
  }

  /** Something may have become able to leave. */
  public void kick(long nowPs) {
    if (busyUntilPs > nowPs || (busyUntilPs == nowPs && home.events.isAhead(doneTicket))) {
      wakeBy(busyUntilPs);
    } else if (wakeAtPs != nowPs) {
      send(nowPs);
    }
  }

  /** Asks for a wake-up no later than this. */
  public void wakeBy(long atPs) {
    if (atPs < wakeAtPs) {
      wakeAtPs = atPs;
      if (atPs == busyUntilPs) {
        home.events.schedule(atPs, EventKind.WAKE, id, doneTicket);
      } else {
        home.events.schedule(atPs, EventKind.WAKE, id);
      }
    }
  }

  void wake(long nowPs) {
    if (nowPs != wakeAtPs) {
      return; // an earlier wake-up was asked for after this one
    }
    wakeAtPs = EventQueue.NEVER;
    kick(nowPs);
  }

  public long busyUntilPs() {
    return busyUntilPs;
  }

  private void send(long nowPs) {
    if (down) {
      return;
    }
    if (pfcDue != 0) {
      sendControl(nowPs);
    } else {
      if (pausedMask != 0) {
        pfc.expire(nowPs);
      }
      Packet packet = next(nowPs);
      if (packet == null) {
        return;
      }
      transmit(packet, nowPs);
    }
    device.sent(this, busyUntilPs);
    if (waiting != 0 || pfcDue != 0) {
      wakeBy(busyUntilPs);
    }
  }

  private @Nullable Packet next(long nowPs) {
    int ready = waiting & ~pausedMask;
    if (ready != 0) {
      Lane lane =
          (ready & (ready - 1)) == 0 && plain
              ? lane(Integer.numberOfTrailingZeros(ready))
              : chosen(ready, nowPs);
      if (lane != null) {
        Packet packet = lane.removeHead();
        if (lane.head == null) {
          waiting &= ~(1 << lane.priority);
          lane.deficit = 0;
        }
        device.leaving(packet, lane, nowPs);
        return packet;
      }
    }
    if ((waiting & pausedMask) != 0) {
      wakeBy(pfc.earliestExpiryPs());
    }
    Packet made = device.pull(this, nowPs);
    return credits == null || made == null ? made : onCredit(credits, made, nowPs);
  }

  private @Nullable Lane chosen(int ready, long nowPs) {
    CreditLink onCredit = credits;
    int open = onCredit == null ? ready : onCredit.sender.open(lanes, ready, nowPs);
    if (open == 0) {
      return null;
    }
    Lane lane = choice.choose(lanes, open, nowPs, waitsForTail);
    if (lane == null) {
      wakeBy(choice.readyPs());
    } else if (onCredit != null && lane.head != null) {
      onCredit.leaves(lane.head);
    }
    return lane;
  }

  /** What a device has made leaves if there is credit, else it waits in its class. */
  private @Nullable Packet onCredit(CreditLink link, Packet made, long nowPs) {
    Lane lane = lane(made.priority);
    if (link.letsGo(made, lane, nowPs)) {
      link.leaves(made);
      return made;
    }
    waiting |= 1 << lane.priority;
    device.sent(this, nowPs); // its maker takes its next turn when the class may send again
    return null;
  }

  private void transmit(Packet packet, long nowPs) {
    if (busyUntilPs != nowPs) {
      carry = 0;
    }
    long hold = wire.holdPs(packet.bytes, carry);
    carry = wire.carry(packet.bytes, carry);
    busyUntilPs = nowPs + hold;
    doneTicket = home.events.ticket();
    long ticket = home.events.ticket();
    long headPs = nowPs + delayPs;
    packet.tailPs = headPs + hold - wire.gapPs();
    Lane lane = lane(packet.priority);
    lane.packets++;
    lane.sentBytes += packet.bytes;
    if (packet.type != Packet.DATA) {
      lane.record.controlBytes += packet.bytes;
    }
    Port to = peer();
    long arrivalPs = to.atTail ? packet.tailPs : headPs;
    if (to.home == home) {
      to.enter(packet, arrivalPs, ticket);
    } else {
      home.post(packet, arrivalPs, nowPs, to);
    }
  }

  // --- priority flow control --------------------------------------------------------------------

  /** Sets whether the peer is to be silent in a class, and tells it. */
  public void ask(int priority, boolean xoff, long nowPs) {
    pfcOut.ask(lane(priority), xoff);
    tellPeer(priority, nowPs);
  }

  /**
   * Why a packet of a class was lost here for want of room: {@code cause}, unless the room was
   * already in use when the link came up.
   */
  public DropCause unlessFlapped(DropCause cause, int priority) {
    return lane(priority).record.flapped ? DropCause.LINK_FLAP : cause;
  }

  /** The state of a class at this ingress changed: the peer is to be told. */
  void tellPeer(int priority, long nowPs) {
    tellPeerNext(priority);
    kick(nowPs);
  }

  /** The same, while a packet is being chosen to leave here: the peer is told right after it. */
  void tellPeerNext(int priority) {
    if (home.ns3 != null) {
      home.ns3.next(); // that simulator draws the identification of the frame
    }
    pfcDue |= 1 << priority;
  }

  private void sendControl(long nowPs) {
    int priority = Integer.numberOfTrailingZeros(pfcDue);
    pfcDue &= pfcDue - 1;
    carry = 0;
    busyUntilPs =
        nowPs
            + (credits == null
                ? pfcOut.send(priority, nowPs)
                : credits.granter.send(priority, nowPs));
    doneTicket = home.events.ticket();
  }

  /** Whether a class may not send now; asks for a wake-up at the end of its pause. */
  public boolean holds(int priority) {
    if ((pausedMask & (1 << priority)) == 0) {
      return false;
    }
    wakeBy(lane(priority).record.untilPs());
    return true;
  }

  // --- flow control of either sort --------------------------------------------------------------

  /** A frame that tells this side to pause, or what it may send, has come. */
  void controlArrives(long nowPs) {
    if (credits == null) {
      pfc.arrive(nowPs);
    } else {
      credits.arrive(nowPs);
    }
  }

  /** One that was sent from another partition is on its way. */
  void controlFromAfar(long effectPs, int priority, long word) {
    if (credits == null) {
      pfc.enterFromAfar(effectPs, priority, word);
    } else {
      credits.enterFromAfar(effectPs, priority, word);
    }
  }

  /** Credit-based flow control, of a port that has it. */
  CreditLink creditLink() {
    CreditLink link = credits;
    if (link == null) {
      throw new IllegalStateException(device.name + " port " + number + " knows no credits");
    }
    return link;
  }

  boolean hasCredits() {
    return credits != null;
  }

  // --- link state -------------------------------------------------------------------------------

  /** Takes the link down or up at this end: what is on the wire towards here is lost. */
  void setDown(boolean nowDown, long nowPs) {
    down = nowDown;
    if (!settings.keepsQueued()) {
      closed = down ? closed | ALL : closed & ~ALL;
    }
    if (!down) {
      pfcOut.tellAgain();
      if (credits != null) {
        credits.granter.restart();
      }
      kick(nowPs);
      return;
    }
    lastDownPs = nowPs;
    cut();
    if (!settings.keepsQueued()) {
      for (Lane lane : lanes) {
        if (lane != null) {
          flush(lane, nowPs, DropCause.LINK_DOWN);
        }
      }
      waiting = 0;
    }
    pfc.cut(nowPs);
    pfcOut.cut();
    if (credits != null) {
      credits.cut();
    }
  }

  /**
   * Changes what the link is like: the rate of what is sent here from now on, and how many bits are
   * wrong of what arrives.
   */
  void setQuality(double rateShare, double bitErrors) {
    wire = settings.wire().atShare(rateShare);
    inspection().set(new BitErrors(settings.loss(), bitErrors));
  }

  /**
   * Reads the class of what arrives from its DSCP.
   *
   * @param map the class of each DSCP
   * @param labels the DSCP that a host writes for each class; empty if no host sends to this port
   */
  void classify(byte[] map, byte[] labels) {
    inspection().classify(map, labels);
  }

  /** Keeps account of what reaches this port of a host. */
  void watch(Outages outages) {
    inspection().tell(outages);
  }

  private Inspection inspection() {
    Inspection own = inspection;
    if (own == null) {
      own = new Inspection(BitErrors.NONE);
      inspection = own;
      attentive = true;
    }
    return own;
  }

  private void flush(Lane lane, long nowPs, DropCause cause) {
    while (lane.head != null) {
      Packet packet = lane.removeHead();
      lane.record.flushedBytes += packet.bytes;
      device.leaving(packet, lane, nowPs);
      drop(packet, cause);
    }
  }

  public boolean isDown() {
    return down;
  }

  /** Why what is routed here in a class is lost; null if it is not. */
  @Nullable DropCause refusal(int priority) {
    if (closed == 0 || (closed & (ALL | 1 << priority)) == 0) {
      return null;
    }
    return (closed & ALL) == 0 ? DropCause.WATCHDOG : DropCause.LINK_DOWN;
  }

  // --- the watchdog -----------------------------------------------------------------------------

  /** Empties the queue of a class, and lets nothing into it, nor in through this port. */
  void shut(Lane lane, long nowPs) {
    closed |= 1 << lane.priority;
    inspection().shut(lane.priority, true);
    flush(lane, nowPs, DropCause.WATCHDOG);
    waiting &= ~(1 << lane.priority);
    lane.deficit = 0;
  }

  void open(Lane lane) {
    closed &= ~(1 << lane.priority);
    inspection().shut(lane.priority, false);
  }

  /** Sends in a class although the peer wants it to be silent. */
  void ignorePauses(Lane lane, long nowPs) {
    ignoredMask |= 1 << lane.priority;
    pausedMask &= ~(1 << lane.priority);
    lane.record.askedInVain(lane.record.untilPs());
    lane.unpause(nowPs);
    kick(nowPs);
  }

  void heedPauses(Lane lane) {
    ignoredMask &= ~(1 << lane.priority);
  }

  boolean ignores(int priority) {
    return (ignoredMask & (1 << priority)) != 0;
  }

  /** Whether the link went down after a time. */
  boolean wasDownSince(long sentPs) {
    return sentPs < lastDownPs;
  }

  // --- probes: pure functions of the state ------------------------------------------------------

  public long queuedBytes() {
    long bytes = 0;
    for (Lane lane : lanes) {
      bytes += lane == null ? 0 : lane.queuedBytes;
    }
    return bytes;
  }

  public long sentBytes() {
    long bytes = 0;
    for (Lane lane : lanes) {
      bytes += lane == null ? 0 : lane.sentBytes;
    }
    return bytes;
  }

  public boolean isPaused() {
    return pausedMask != 0;
  }

  /** The next packet to arrive here, and through it all that are on the wire; for the books. */
  @Nullable Packet firstArriving() {
    return arriving;
  }

  /** Whether the peer has yet to be told about a class; for the books. */
  boolean isToTell(int priority) {
    return (pfcDue & (1 << priority)) != 0;
  }

  /** What the watchdog of this port has done. */
  public void collectActions(List<WatchdogAction> into) {
    pfc.collectActions(into);
  }

  /** The longest pauses of this port, those in force at the end of the run included. */
  public void collectSpans(List<PauseSpan> into, long endPs) {
    for (Lane lane : lanes) {
      if (lane != null) {
        lane.record.collectSpans(lane, into, endPs);
      }
    }
  }
}
