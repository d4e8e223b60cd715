package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.HopListener;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Functions of a port for its link besides sending packets: flow control of either kind, state and
 * quality of the link, scheduling among several classes. Apart from the {@link Port}, since few
 * packets need any of it and each port's share of the cache is what speed comes down to.
 */
public final class LinkControl {
  public final int number;
  public final PortRandom draws;
  public final LinkPauseControl pauses;
  public final @Nullable ClassQueue[] classQueues = new ClassQueue[ClassSchedule.CLASSES];
  private final Port port;
  private final ClassScheduler choice;

  /** Null where the link is not under credits. */
  private final @Nullable LinkCreditControl credits;

  /** What sends again what came in bad; null without. */
  private final @Nullable LinkRetry retry;

  /** What messages of the peer are for: credits where there are any, else pauses. */
  private final LinkFlowControl flowControl;

  /** What else is done to packets that arrive; null where nothing ever was. */
  private @Nullable IngressFilter ingressFilter;

  /** Who hears of the packets that come in. */
  private HopListener hops = HopListener.NONE;

  /** Classes whose pauses are not heeded, as bits. */
  private int ignored;

  private long lastDownPs = -1;

  private boolean frozen;

  /** What was cut off the time of the packet before, on a link where a byte takes no whole time. */
  private long carry;

  LinkControl(Port port, int number, long randomKey) {
    this.port = port;
    this.number = number;
    PortSettings.Travel settings = port.settings.link();
    PortSettings.Faults faults = settings.faults();
    LinkFactory kit = settings.kit();
    draws = kit.draws(port, randomKey);
    choice = new ClassScheduler(settings.schedule());
    credits = kit.credits(port);
    retry = kit.retry(port, this);
    ingressFilter =
        faults.loss() > 0 || faults.bitErrors() > 0 || retry != null
            ? new IngressFilter(new LinkBitErrors(faults.loss(), faults.bitErrors()))
            : null;
    pauses = kit.pauses(port);
    flowControl = credits == null ? pauses : credits;
  }

  void connect(LinkControl other) {
    if (credits != null) {
      credits.connect(other.credits());
    }
  }

  // --- packets ----------------------------------------------------------------------------------

  /** Whether something is to be done about each packet that comes in. */
  boolean needsInspection() {
    return ingressFilter != null || credits != null;
  }

  /** Lets a packet in, unless it was lost on its way or nothing is let in. */
  boolean accepts(Packet packet, long nowPs) {
    return (retry == null || retry.takes(packet, nowPs)) && isLetIn(packet, nowPs);
  }

  private void tell(Packet packet, long nowPs) {
    long headPs =
        port.settings.link().deliverAtTail() ? packet.tailPs - serializationPs(packet) : nowPs;
    hops.arrived(
        packet.flow,
        packet.psn,
        port.peer().device.node,
        port.device.node,
        headPs,
        packet.tailPs,
        packet.has(Packet.CE));
  }

  private long serializationPs(Packet packet) {
    LinkTiming wire = port.peer().wire();
    return wire.holdPs(packet.bytes, 0) - wire.gapPs();
  }

  /** Tells somebody of the data packets of some flows that come in. */
  public void show(HopListener listener) {
    hops = listener;
    port.inspectsArrivals = true;
  }

  /** Whether a packet that arrives has a wrong bit; draws. */
  public boolean isHit(Packet packet) {
    return inspection().isHit(packet.bytes, draws);
  }

  /** Whether a PFC frame that arrives is lost; draws where any can be. */
  public boolean dropsPause() {
    return mayLosePauses() && inspection().isHit(port.settings.pauses().frameBytes(), draws);
  }

  /** Whether PFC frames that arrive are lost where packets would be. */
  public boolean mayLosePauses() {
    return ingressFilter != null && port.settings.link().faults().hitPauses() && retry == null;
  }

  /** The byte with the first wrong bit of what is sent here, or -1; both directions are alike. */
  public int firstBad(int bytes) {
    return inspection().firstBad(bytes, draws);
  }

  /** Takes a packet in that link-level retry held back. */
  public void deliver(Packet packet, long nowPs) {
    if (isLetIn(packet, nowPs)) {
      port.device.receive(packet, port, nowPs);
    }
  }

  private boolean isLetIn(Packet packet, long nowPs) {
    if (retry != null && retry.gaveUp(packet)) {
      port.lose(packet, DropCause.BIT_ERROR);
      return false;
    }
    if (ingressFilter != null) {
      DropCause fault = ingressFilter.fault(packet, retry == null, draws, nowPs);
      if (fault != null) {
        port.lose(packet, fault);
        return false;
      }
    }
    if (credits != null) {
      credits.arrived(packet, nowPs);
    }
    if (packet.type == Packet.DATA && hops.follows(packet.flow)) {
      tell(packet, nowPs);
    }
    return true;
  }

  /** Classes that are served before all others, the highest first, as bits. */
  int strict() {
    return choice.strict();
  }

  /** Which of several classes sends; null if none may yet, and the port is to wake when one may. */
  @Nullable ClassQueue chosen(int ready, long nowPs) {
    int open = credits == null ? ready : credits.open(classQueues, ready, nowPs);
    if (open == 0) {
      return null;
    }
    ClassQueue classQueue = choice.choose(classQueues, open, nowPs, port.settings.waitsForTail());
    if (classQueue == null) {
      port.wakeBy(choice.readyPs());
    } else if (credits != null && classQueue.head != null) {
      credits.leaves(classQueue.head);
    }
    return classQueue;
  }

  /** Whether there is credit for what a device has made; without, it is queued in its class. */
  boolean hasCreditFor(Packet made, long nowPs) {
    if (credits == null) {
      return true;
    }
    if (credits.hasCreditFor(made, port.lane(made.priority), nowPs)) {
      credits.leaves(made);
      return true;
    }
    return false;
  }

  /**
   * How long a frame holds the transmitter, with what was cut off the time of the one before.
   *
   * @param follows whether it follows that one without a gap
   */
  long holdPs(LinkTiming wire, int bytes, boolean follows) {
    long before = follows ? carry : 0;
    carry = wire.carry(bytes, before);
    return wire.holdPs(bytes, before);
  }

  /**
   * A packet is sent. Returns how much later than at best it reaches the peer, for what the link
   * has to send again before it, and of it.
   */
  public long sendInStream(Packet packet, long holdPs, long nowPs) {
    return retry == null ? 0 : retry.send(packet, holdPs, nowPs);
  }

  /** The same for a message of the link's own. */
  public long sendInStream(int bytes, long holdPs, long nowPs) {
    return retry == null ? 0 : retry.send(bytes, holdPs, nowPs);
  }

  /** Until when the link sends again what it has sent before; 0 if it does not. */
  long repeatsUntilPs(long nowPs) {
    return retry == null ? 0 : retry.repeatsUntilPs(nowPs);
  }

  // --- flow control -----------------------------------------------------------------------------

  /** Sends the frame that tells the peer about a class; returns how long it takes. */
  long sendControl(int priority, long nowPs) {
    carry = 0;
    return retry != null && priority == LinkRetry.NACK
        ? retry.replayNext(nowPs)
        : flowControl.send(priority, nowPs);
  }

  /** A frame that tells this side to pause, or what it may send, has come. */
  void controlArrives(long nowPs) {
    if (retry != null) {
      retry.arrive(nowPs);
    }
    flowControl.arrive(nowPs);
  }

  /** One that was sent from another partition is on its way. */
  void controlFromPartition(long effectPs, int priority, long word) {
    if (retry != null && priority >= LinkRetry.NACK) {
      retry.enterFromPartition(effectPs, priority, word);
    } else {
      flowControl.enterFromPartition(effectPs, priority, word);
    }
  }

  /** Something may be due about credit: on the link, or of what its device holds or grants afar. */
  void creditIsDue(long nowPs) {
    if (credits != null) {
      credits.wake(nowPs);
    }
    port.device.creditIsDue(port, nowPs);
  }

  /** Credit-based flow control, of a port that has it. */
  public LinkCreditControl credits() {
    LinkCreditControl own = credits;
    if (own == null) {
      throw new IllegalStateException(port.device.name + " port " + number + " has no credits");
    }
    return own;
  }

  /** What sends again what came in bad; null without. */
  public @Nullable LinkRetry retry() {
    return retry;
  }

  /** The first packet that waits for something that the peer sends again, and through it all. */
  public @Nullable Packet heldForReplay() {
    return retry == null ? null : retry.held();
  }

  /** Whether what comes in has to wait for something that the peer sends again. */
  public boolean waitsForReplay() {
    return heldForReplay() != null;
  }

  public boolean hasCredits() {
    return credits != null;
  }

  // --- state ------------------------------------------------------------------------------------

  /** Takes the link down or up at this end: what is on the wire towards here is lost. */
  public void setDown(boolean down, long nowPs) {
    port.setDown(down);
    if (!down) {
      pauses.restart();
      if (credits != null) {
        credits.restart();
      }
      port.trySend(nowPs);
      return;
    }
    lastDownPs = nowPs;
    port.cutWire();
    if (retry != null) {
      retry.cut();
    }
    if (!port.settings.link().keepsQueued()) {
      for (ClassQueue classQueue : classQueues) {
        if (classQueue != null) {
          port.flush(classQueue, nowPs, DropCause.LINK_DOWN);
        }
      }
    }
    pauses.cut(nowPs);
    if (credits != null) {
      credits.cut(nowPs);
    }
  }

  /** The device stands still or goes on, and this port with it; the link stays up. */
  public void setFrozen(boolean now, long nowPs) {
    frozen = now;
    port.setFrozen(now);
    port.device.setFrozen(now, nowPs);
    if (credits != null) {
      credits.setFrozen(now, nowPs);
    }
    if (!now) {
      port.trySend(nowPs);
    }
  }

  boolean isFrozen() {
    return frozen;
  }

  /**
   * The device takes what comes at another rate from now on.
   *
   * @param bps {@code Long.MAX_VALUE}: at once
   */
  public void drainAt(long bps, long nowPs) {
    port.device.drainAt(bps, nowPs);
    if (credits != null) {
      credits.drainAt(bps, nowPs);
    }
  }

  /** When the link last went down, or -1. */
  public long lastDownPs() {
    return lastDownPs;
  }

  /** Whether the link went down after a time. */
  public boolean wasDownSince(long sentPs) {
    return sentPs < lastDownPs;
  }

  /**
   * Changes what the link is like: the rate of what is sent here from now on, and how many bits are
   * wrong of what arrives.
   */
  public void setQuality(double rateShare, double bitErrors) {
    port.setRateShare(rateShare);
    inspection().set(new LinkBitErrors(port.settings.link().faults().loss(), bitErrors));
  }

  /**
   * Reads the class of what arrives from its DSCP.
   *
   * @param map the class of each DSCP
   * @param labels the DSCP that a host writes for each class; empty if no host sends to this port
   */
  public void classify(byte[] map, byte[] labels) {
    inspection().classify(map, labels);
  }

  /** Keeps account of what reaches this port of a host. */
  public void watch(FlowOutages flowOutages) {
    inspection().setOutages(flowOutages);
  }

  private IngressFilter inspection() {
    IngressFilter own = ingressFilter;
    if (own == null) {
      own = new IngressFilter(LinkBitErrors.NONE);
      ingressFilter = own;
      port.inspectsArrivals = true;
    }
    return own;
  }

  // --- the watchdog -----------------------------------------------------------------------------

  /** Empties the queue of a class, and lets nothing into it, nor in through this port. */
  public void blockClass(ClassQueue classQueue, long nowPs) {
    port.setClosed(classQueue.priority, true);
    inspection().shut(classQueue.priority, true);
    port.flush(classQueue, nowPs, DropCause.WATCHDOG);
  }

  public void unblockClass(ClassQueue classQueue) {
    port.setClosed(classQueue.priority, false);
    inspection().shut(classQueue.priority, false);
  }

  /** Sends in a class although the peer wants it to be silent. */
  public void ignorePauses(ClassQueue classQueue, long nowPs) {
    ignored |= 1 << classQueue.priority;
    port.setPaused(classQueue.priority, false);
    classQueue.record.ignoredXoffReceived(classQueue.record.untilPs());
    classQueue.unpause(nowPs);
    port.trySend(nowPs);
  }

  public void honorPauses(ClassQueue classQueue) {
    ignored &= ~(1 << classQueue.priority);
  }

  public boolean ignores(int priority) {
    return (ignored & (1 << priority)) != 0;
  }
}
