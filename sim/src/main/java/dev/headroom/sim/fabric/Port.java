package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.DeviceEventQueue;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.measure.WatchdogEvent;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Port of a device: its transmitter, with a queue for each class, and the link that leads to it.
 *
 * <p>The wire is a FIFO, so only its head is in the event queue. Who finds the transmitter busy
 * schedules one wake-up for when it is free; what leaves next is decided then and not before, since
 * a pause or a higher class may come first.
 */
public final class Port {
  private static final int ALL = 1 << ClassSchedule.CLASSES;

  public final int id;
  public final NetworkDevice device;
  public final Partition partition;

  /** What is to happen at its device. */
  public final DeviceEventQueue events;

  public final PortSettings settings;

  /** What the port does about its link beside sending packets. */
  public final LinkControl link;

  private LinkTiming wire;

  /** Whether packets that arrive here do so with their last bit. */
  private final boolean atTail;

  /** Whether a class that has packets and is not held may always send. */
  private final boolean plain;

  private @Nullable Port peer;

  // The wire towards this port.
  private @Nullable Packet arriving;
  private @Nullable Packet lastArriving;
  private long duePs;

  /** Whether something is to be done about each packet that comes in. */
  boolean inspectsArrivals;

  /** Whether what comes in may have been sent in the same window. */
  private boolean near;

  // The transmitter.
  private long busyUntilPs;
  private long wakeAtPs = EventQueue.NEVER;

  /** The place among events of the same time of the end of the transmission in progress. */
  private long doneTicket;

  // The two classes used first, data and mostly ACKs, are found without looking further.
  private @Nullable ClassQueue first;
  private @Nullable ClassQueue second;
  private byte firstPriority = -1;
  private byte secondPriority = -1;

  /** Classes that are served before all others, as bits. */
  private final short strict;

  /** The partition at the other end of the cable if it is another, or -1. */
  private short remotePartition = -1;

  // Sets of classes, as bits.

  /** Those that have a packet queued. */
  private short waiting;

  /** Those that the peer asked to be silent, or gave too little credit. */
  private short paused;

  /** Those that nothing may be queued in, and {@link #ALL} where the link is down. */
  private short closed;

  /** Those that the peer has to be told about. */
  private short due;

  private boolean down;

  /** Whether nothing is sent: the link is down, or its device stands still. */
  private boolean halted;

  public Port(int id, NetworkDevice device, int number, PortSettings settings, long randomKey) {
    this.id = id;
    this.device = device;
    partition = device.partition;
    events = device.events;
    this.settings = settings;
    wire = settings.wire();
    atTail = settings.link().deliverAtTail();
    plain =
        !settings.waitsForTail()
            && !settings.link().kit().hasCredits()
            && !settings.link().schedule().byPacket();
    link = new LinkControl(this, number, randomKey);
    strict = (short) link.strict();
    inspectsArrivals = link.needsInspection();
  }

  public void connect(Port other) {
    peer = other;
    remotePartition = other.partition == partition ? -1 : (short) other.partition.id;
    near = other.events == events;
    link.connect(other.link);
  }

  /** Its number among the ports of its device. */
  public int number() {
    return link.number;
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

  public LinkTiming wire() {
    return wire;
  }

  /** From a packet's first bit leaving here to its arrival as the peer counts it. */
  public long delayPs() {
    return settings.delayPs();
  }

  /**
   * Whether a packet that came in through {@code in} may leave here before its tail is in while
   * both links are healthy; where wires deliver at the tail the question does not arise.
   */
  public boolean startsEarly(Port in) {
    return !in.atTail
        && (!settings.waitsForTail() || (device.cutsThrough() && isMadeNoFasterThan(in)));
  }

  /** Whether its link, as the scenario makes it, is no faster than that of another port. */
  private boolean isMadeNoFasterThan(Port in) {
    return settings.wire().rateBps <= in.settings.wire().rateBps;
  }

  /**
   * Whether what comes in through {@code in} never runs dry while it leaves here. A link that has
   * become slower lets nothing through sooner than when it was whole.
   */
  public boolean keepsUpWith(Port in) {
    return rateBps() <= in.rateBps() && isMadeNoFasterThan(in);
  }

  /** Whether what leaves here travels in cells. */
  public boolean carriesCells() {
    return settings.link().carriesCells();
  }

  public PortSettings settings() {
    return settings;
  }

  /** The class, made on its first use. */
  public ClassQueue lane(int priority) {
    ClassQueue classQueue =
        priority == firstPriority ? first : priority == secondPriority ? second : null;
    return classQueue != null ? classQueue : createClassQueue(priority);
  }

  private ClassQueue createClassQueue(int priority) {
    ClassQueue classQueue = link.classQueues[priority];
    if (classQueue != null) {
      return classQueue;
    }
    classQueue = new ClassQueue(this, priority);
    link.classQueues[priority] = classQueue;
    if (first == null) {
      first = classQueue;
      firstPriority = (byte) priority;
    } else if (second == null) {
      second = classQueue;
      secondPriority = (byte) priority;
    }
    return classQueue;
  }

  public @Nullable ClassQueue classQueueIfUsed(int priority) {
    return link.classQueues[priority];
  }

  /** Counts a packet as lost at this port and takes it back. */
  public void drop(Packet packet, DropCause cause) {
    lane(packet.priority).record.drops++;
    if (partition.flowOutages != null) {
      long downPs = cause == DropCause.LINK_DOWN ? link.lastDownPs() : -1;
      partition.flowOutages.lost(packet, cause, partition.id, downPs, events.timePs());
    }
    partition.drop(packet, cause);
  }

  /** Drops a packet that was sent here and has not come, or not as it was sent. */
  public void lose(Packet packet, DropCause cause) {
    lane(packet.priority).record.lose(packet, cause);
    drop(packet, cause);
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
      events.schedule(arrivalPs, EventKind.ARRIVAL, id, ticket);
    } else {
      last.next = packet;
      last.followerPs = arrivalPs;
      last.followerTicket = ticket;
    }
  }

  /**
   * A packet that was sent from another partition: lost if the link has gone down since.
   *
   * @param headPs when its first bit comes
   */
  void enterFromPartition(Packet packet, long headPs, long sentPs) {
    if (partition.linksChange() && link.wasDownSince(sentPs)) {
      lose(packet, DropCause.LINK_DOWN);
    } else {
      enter(packet, atTail ? packet.tailPs : headPs, 0);
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
      if (near || !events.isPrefetched(duePs)) {
        events.schedule(duePs, EventKind.ARRIVAL, id, packet.followerTicket);
      }
    }
    partition.packetHops++;
    if (inspectsArrivals && !link.accepts(packet, nowPs)) {
      return;
    }
    device.receive(packet, this, nowPs);
  }

  /**
   * The packet that arrives at a time, if what follows it was all sent before the window in which
   * that lies.
   */
  @Nullable Packet prefetchedArrival(long atPs) {
    return near || atPs != duePs ? null : arriving;
  }

  /** Loses what is on the wire towards here. */
  void cutWire() {
    while (arriving != null) {
      Packet packet = arriving;
      arriving = packet.next;
      packet.next = null;
      lose(packet, DropCause.LINK_DOWN);
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
    offer(packet, lane(link.hasCredits() ? packet.priority : priority), nowPs);
  }

  public void offer(Packet packet, ClassQueue classQueue, long nowPs) {
    if (packet instanceof Cell cell && cell.isControl()) {
      classQueue.putAhead(cell);
    } else {
      classQueue.append(packet);
    }
    waiting |= (short) (1 << classQueue.priority);
    trySend(nowPs);
  }

  /**
   * Whether a packet that is offered now leaves now, whatever its class: then it may be {@linkplain
   * #transmit sent} without being queued first.
   */
  public boolean isFree(long nowPs) {
    return busyUntilPs < nowPs
        && wakeAtPs != nowPs
        && (waiting | due | paused) == 0
        && plain
        && !halted;
  }

  /** Puts something among the symbols of what is being sent: whatever follows is later by it. */
  public void putIn(long holdPs, long nowPs) {
    busyUntilPs = Math.max(busyUntilPs, nowPs) + holdPs;
    doneTicket = events.ticket();
  }

  /** Something may have become able to leave. */
  public void trySend(long nowPs) {
    if (busyUntilPs > nowPs || (busyUntilPs == nowPs && events.isAhead(doneTicket))) {
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
        events.schedule(atPs, EventKind.WAKE, id, doneTicket);
      } else {
        events.schedule(atPs, EventKind.WAKE, id);
      }
    }
  }

  void wake(long nowPs) {
    if (nowPs != wakeAtPs) {
      return; // an earlier wake-up was asked for after this one
    }
    wakeAtPs = EventQueue.NEVER;
    trySend(nowPs);
  }

  public long busyUntilPs() {
    return busyUntilPs;
  }

  private void send(long nowPs) {
    if (halted || (!plain && repeats(nowPs))) {
      sendNoPackets(nowPs);
      return;
    }
    if (due != 0) {
      sendControl(nowPs);
    } else {
      if (paused != 0) {
        link.pauses.expire(nowPs);
      }
      Packet packet = next(nowPs);
      if (packet == null) {
        return;
      }
      transmit(packet, nowPs);
    }
    device.sent(this, busyUntilPs);
    if (waiting != 0 || due != 0) {
      wakeBy(busyUntilPs);
    }
  }

  /** A port whose device stands still tells its peer about pauses and credit all the same. */
  private void sendNoPackets(long nowPs) {
    if (!halted || down || due == 0 || (!plain && repeats(nowPs))) {
      return;
    }
    sendControl(nowPs);
    if (due != 0) {
      wakeBy(busyUntilPs);
    }
  }

  /** Whether what was sent before has the wire once more; sees to it that the port wakes after. */
  private boolean repeats(long nowPs) {
    long untilPs = link.repeatsUntilPs(nowPs);
    if (untilPs <= nowPs) {
      return false;
    }
    busyUntilPs = untilPs;
    doneTicket = events.ticket();
    wakeBy(untilPs);
    return true;
  }

  private @Nullable Packet next(long nowPs) {
    int ready = waiting & ~paused;
    if (ready != 0) {
      ClassQueue classQueue = plain ? chosen(ready, nowPs) : link.chosen(ready, nowPs);
      if (classQueue != null) {
        Packet packet = classQueue.removeHead();
        if (classQueue.head == null) {
          isEmpty(classQueue);
        }
        device.leaving(packet, classQueue, nowPs);
        return packet;
      }
    }
    if ((waiting & paused) != 0) {
      wakeBy(link.pauses.earliestExpiryPs());
    }
    Packet made = device.pull(this, nowPs);
    return made == null || plain || link.hasCreditFor(made, nowPs) ? made : kept(made, nowPs);
  }

  /** As {@link ClassScheduler} has it, which is only looked at where two classes share. */
  private @Nullable ClassQueue chosen(int ready, long nowPs) {
    int strictly = ready & strict;
    if (strictly != 0) {
      return lane(31 - Integer.numberOfLeadingZeros(strictly));
    }
    return (ready & (ready - 1)) == 0
        ? lane(Integer.numberOfTrailingZeros(ready))
        : link.chosen(ready, nowPs);
  }

  /** What the device has made waits in its class. */
  private @Nullable Packet kept(Packet made, long nowPs) {
    waiting |= (short) (1 << made.priority);
    device.sent(this, nowPs); // its maker takes its next turn when the class may send again
    return null;
  }

  /** Sends a packet that stands in no queue; only while nothing else is sent. */
  public void transmit(Packet packet, long nowPs) {
    long hold =
        wire.carries()
            ? link.holdPs(wire, packet.bytes, busyUntilPs == nowPs)
            : wire.holdPs(packet.bytes, 0);
    busyUntilPs = nowPs + hold;
    doneTicket = events.ticket();
    long ticket = events.ticket();
    long headPs = nowPs + settings.delayPs();
    if (!plain) {
      headPs += link.sendInStream(packet, hold, nowPs);
    }
    packet.tailPs = headPs + hold - wire.gapPs();
    lane(packet.priority).count(packet);
    Port to = peer();
    if (remotePartition >= 0) {
      partition.post(
          packet, headPs, nowPs, to, remotePartition); // a look at that port would be a cache miss
    } else {
      to.enter(packet, to.atTail ? packet.tailPs : headPs, ticket);
    }
  }

  private void sendControl(long nowPs) {
    int priority = link.pauses.first(due);
    due &= (short) ~(1 << priority);
    busyUntilPs = nowPs + link.sendControl(priority, nowPs);
    if (link.pauses.hasMore(priority)) {
      due |= (short) (1 << priority);
    }
    doneTicket = events.ticket();
  }

  // --- what flow control and the state of the link make of it
  // --------------------------------------

  /** Sets whether the peer is to be silent in a class, and tells it. */
  public void setXoff(int priority, boolean xoff, long nowPs) {
    link.pauses.setXoff(lane(priority), xoff);
    sendFlowControl(priority, nowPs);
  }

  /**
   * Why a packet of a class was lost here for want of room: {@code cause}, unless the room was
   * already in use when the link came up.
   */
  public DropCause unlessFlapped(DropCause cause, int priority) {
    return lane(priority).record.flapped ? DropCause.LINK_FLAP : cause;
  }

  /** The state of a class at this ingress changed: the peer is to be told. */
  public void sendFlowControl(int priority, long nowPs) {
    queueFlowControl(priority);
    trySend(nowPs);
  }

  /** The same, while a packet is being chosen to leave here: the peer is told right after it. */
  public void queueFlowControl(int priority) {
    link.pauses.changed(lane(priority));
    due |= (short) (1 << priority);
  }

  /** The peer is to be told about classes when this port is next asked to send. */
  public void queueFlowControlOf(int classes) {
    due |= (short) classes;
  }

  /** The peer is to be told about these classes and no others. */
  public void replaceQueuedFlowControl(int classes) {
    due = (short) classes;
  }

  /** Whether the peer has yet to be told about any class. */
  public boolean hasPendingFlowControl() {
    return due != 0;
  }

  /** Whether the peer has yet to be told about a class; for the books. */
  public boolean isFlowControlPending(int priority) {
    return (due & (1 << priority)) != 0;
  }

  /** Classes that may not send, as bits. */
  public int paused() {
    return paused;
  }

  /** Sets whether a class may not send. */
  public void setPaused(int priority, boolean now) {
    paused = (short) (now ? paused | 1 << priority : paused & ~(1 << priority));
  }

  /** Whether a class may not send now; asks for a wake-up at the end of its pause. */
  public boolean holds(int priority) {
    if ((paused & (1 << priority)) == 0) {
      return false;
    }
    wakeBy(lane(priority).record.untilPs());
    return true;
  }

  /** Sets whether nothing may be queued in a class. */
  void setClosed(int priority, boolean now) {
    closed = (short) (now ? closed | 1 << priority : closed & ~(1 << priority));
  }

  /** Why what is routed here in a class is lost; null if it is not. */
  public @Nullable DropCause dropCause(int priority) {
    if (closed == 0 || (closed & (ALL | 1 << priority)) == 0) {
      return null;
    }
    return (closed & ALL) == 0 ? DropCause.WATCHDOG : DropCause.LINK_DOWN;
  }

  /** Stops sending, or begins again; nothing may be queued meanwhile unless packets wait. */
  void setDown(boolean nowDown) {
    down = nowDown;
    halted = down || link.isFrozen();
    if (!settings.link().keepsQueued()) {
      closed = (short) (down ? closed | ALL : closed & ~ALL);
    }
  }

  /** Sends no packets, or begins again, with its device. */
  void setFrozen(boolean still) {
    halted = down || still;
  }

  public boolean isDown() {
    return down;
  }

  /** The rate of what is sent here from now on. */
  void setRateShare(double share) {
    wire = settings.wire().atShare(share);
  }

  /**
   * Loses all that is queued in a class. HPCC's simulator does not give its buffer back when a link
   * goes down ({@code QbbNetDevice::TakeDown}).
   */
  void flush(ClassQueue classQueue, long nowPs, DropCause cause) {
    boolean forgets = cause == DropCause.LINK_DOWN && events.keepsInsertionOrder();
    while (classQueue.head != null) {
      Packet packet = classQueue.removeHead();
      classQueue.record.flushedBytes += packet.bytes;
      if (!forgets) {
        device.leaving(packet, classQueue, nowPs);
      }
      drop(packet, cause);
    }
    isEmpty(classQueue);
  }

  private void isEmpty(ClassQueue classQueue) {
    waiting &= (short) ~(1 << classQueue.priority);
    classQueue.deficit = 0;
  }

  /** The next packet to leave in the class used first. */
  @Nullable Packet firstQueued() {
    ClassQueue classQueue = first;
    return classQueue == null ? null : classQueue.head;
  }

  // --- probes: pure functions of the state ------------------------------------------------------

  public long queuedBytes() {
    long bytes = 0;
    for (ClassQueue classQueue : link.classQueues) {
      bytes += classQueue == null ? 0 : classQueue.queuedBytes;
    }
    return bytes;
  }

  public long sentBytes() {
    long bytes = 0;
    for (ClassQueue classQueue : link.classQueues) {
      bytes += classQueue == null ? 0 : classQueue.sentBytes;
    }
    return bytes;
  }

  public boolean isPaused() {
    return paused != 0;
  }

  /** The next packet to arrive here, and through it all that are on the wire; for the books. */
  public @Nullable Packet firstArriving() {
    return arriving;
  }

  /** What the watchdog of this port has done. */
  public void collectActions(List<WatchdogEvent> into) {
    link.pauses.collectActions(into);
  }

  /** Adds the pauses that are in force at the end of the run. */
  public void addOpenPauses(PauseLengths into, long endPs) {
    for (ClassQueue classQueue : link.classQueues) {
      if (classQueue != null) {
        classQueue.record.addOpen(classQueue, into, endPs);
      }
    }
  }

  /** The first pauses of this port, and those in force at the end of the run. */
  public void collectSpans(List<PauseSpan> into, long endPs) {
    for (ClassQueue classQueue : link.classQueues) {
      if (classQueue != null) {
        classQueue.record.collectSpans(classQueue, into, endPs);
      }
    }
  }
}
