package dev.headroom.sim.host;

import dev.headroom.congestion.EventOrder;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.knob.Jitter;
import dev.headroom.sim.cpu.CpuCore;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.fabric.NetworkDevice;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.CpuListener;
import dev.headroom.sim.measure.CpuPiece;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.nic.MemoryKeyValidity;
import dev.headroom.sim.nic.MemoryRegistrar;
import dev.headroom.sim.nic.NicPcieSlot;
import dev.headroom.sim.nic.NicTimes;
import dev.headroom.sim.nic.NicTranslationCache;
import dev.headroom.sim.nic.QpContextCache;
import dev.headroom.sim.packet.Packet;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Host with one NIC port, which many connections share by round robin, each with its own pacing.
 * Control packets go before data of their own making. What the packets mean is its {@linkplain
 * TransportEndpoint transport's} business.
 */
public final class Host extends NetworkDevice {
  public final int index;
  public final HostCounters hostCounters = new HostCounters();

  private final long roundingPs;
  private final SendClasses classes;
  private final ClassSchedule schedule;
  private final SendArbiter round;
  private @Nullable ReceiveBuffer receiveBuffer;

  /** Its stages, where they take time; else null. */
  private @Nullable NicTransmitPath nicTransmitPath;

  private @Nullable NicReceivePath nicReceivePath;

  /** Until when its NIC may reach its memory; null: always. */
  private @Nullable MemoryKeyValidity access;

  private @Nullable HostSoftware software;
  private @Nullable NicPcieSlot slot;

  /** When it stands still in the run, where it does; else null. */
  private @Nullable HostFreezes hostFreezes;

  /** How it waits for pacing to end, where that is to be as in ns-3; else null. */
  private final @Nullable Ns3Pacing ns3;

  /** Whose packet was just made, if it has more: its next turn comes when that one is out. */
  private @Nullable PacketSender justSent;

  private @Nullable Port port;
  private @Nullable TransportEndpoint end;
  private boolean watched;

  /** Who hears of the work of its cores. */
  private CpuListener cpuListener = CpuListener.NONE;

  /**
   * @param classes whose pauses hold senders back
   * @param schedule how they share the port
   * @param roundingPs pacing is cut to a multiple of this
   */
  Host(
      int node,
      String name,
      int index,
      Partition home,
      SendClasses classes,
      ClassSchedule schedule,
      long roundingPs) {
    super(node, name, home);
    this.index = index;
    this.classes = classes;
    this.schedule = schedule;
    this.roundingPs = roundingPs;
    boolean asNs3 = events.keepsInsertionOrder();
    round = SendArbiter.of(classes, schedule, asNs3);
    ns3 = asNs3 ? new Ns3Pacing(events, index, this::port) : null;
  }

  /** Lets packets that come wait in a buffer; else they are taken at once. */
  void receiveInto(ReceiveBuffer buffer) {
    receiveBuffer = buffer;
  }

  /** Lets its stages take time. */
  void useStageTimes(
      NicPcieSlot slot,
      NicTimes times,
      QpContextCache contexts,
      NicTranslationCache translations,
      MemoryRegistrar registrar,
      StagingCopies stagingCopies,
      NicReceivePath in,
      Jitter jitter,
      long jitterKey) {
    nicReceivePath = in;
    this.slot = slot;
    nicTransmitPath =
        new NicTransmitPath(
            this,
            round,
            classes,
            schedule,
            slot,
            times,
            contexts,
            translations,
            registrar,
            stagingCopies,
            in,
            jitter,
            jitterKey);
  }

  /** Tells somebody of the work of its cores. */
  void show(CpuListener listener) {
    cpuListener = listener;
  }

  /** One of its cores has done a piece of work, which ends now. */
  public void worked(
      int core, CpuCore which, CpuPiece.Task task, long bytes, int packets, long nowPs) {
    if (!cpuListener.equals(CpuListener.NONE)) {
      cpuListener.worked(
          new CpuPiece(
              index, core, task, which.beganPs(), which.interruptsPs(), nowPs, bytes, packets));
    }
  }

  /** Lets its NIC reach its memory for so long. */
  void setMemoryValidity(MemoryKeyValidity until) {
    access = until;
  }

  /** Whether its NIC may reach its memory. */
  public boolean reaches(long nowPs) {
    return access == null || nowPs < access.untilPs();
  }

  /** What is wrong with its memory; only where its NIC may not reach it. */
  public MemoryKeyValidity.Flaw flaw() {
    return Objects.requireNonNull(access).flaw();
  }

  /** What has come is copied on, over the way by which the NIC reads. */
  void copies(long copyPs, long nowPs) {
    if (nicTransmitPath != null) {
      nicTransmitPath.makeWay(copyPs, nowPs);
    }
  }

  /** Lets software learn later what its NIC knows. */
  void runs(HostSoftware later) {
    software = later;
  }

  /** What has an event tell that one of its cores has done something, by its number. */
  public LongConsumer coreEventScheduler(int core) {
    int entity = index * CpuCore.MOST + core;
    return atPs -> events.schedule(atPs, EventKind.CPU, entity);
  }

  /** The send queue of a queue pair; null where software knows at once what the NIC knows. */
  public @Nullable SendQueue workQueue(long depth) {
    HostSoftware later = software;
    CompletionWaiters completionWaiters = later == null ? null : later.sleepers();
    HostCompletionQueue completions = later == null ? null : later.completions();
    if (nicTransmitPath != null) {
      return nicTransmitPath.workQueue(depth, completionWaiters, completions);
    }
    return completionWaiters == null ? null : new SendQueue(depth, 1, 0, completionWaiters, null);
  }

  /** What learns later what its NIC knows; null where it knows that at once. */
  @Nullable HostSoftware software() {
    return software;
  }

  /** Tells it what hosts are called, where it is to list its queue pairs as ns-3 does. */
  void setAddresses(int[] addresses) {
    if (round instanceof Ns3SendArbiter list) {
      list.remember(addresses);
    }
  }

  /** Routes have changed. */
  void rerouted(long nowPs) {
    if (round instanceof Ns3SendArbiter list) {
      list.relist(() -> port().trySend(nowPs));
    }
  }

  void plugIn(Port into) {
    port = into;
  }

  void run(TransportEndpoint transport) {
    end = transport;
    watched = transport.watchesWire;
  }

  public Port port() {
    Port p = port;
    if (p == null) {
      throw new IllegalStateException(name + " has no port");
    }
    return p;
  }

  TransportEndpoint end() {
    TransportEndpoint e = end;
    if (e == null) {
      throw new IllegalStateException(name + " has no transport");
    }
    return e;
  }

  // --- sending ----------------------------------------------------------------------------------

  /**
   * Something about a sender changed: it may be able to send now.
   *
   * @return whether it can, and could not before
   */
  public boolean activate(PacketSender sender, long nowPs) {
    if (sender.place != PacketSender.Place.IDLE || !sender.canSend(nowPs)) {
      return false;
    }
    round.admit(sender, nowPs);
    trySend(nowPs);
    return true;
  }

  /** There may be something to send. */
  private void trySend(long nowPs) {
    if (nicTransmitPath == null) {
      port().trySend(nowPs);
    } else {
      nicTransmitPath.advance(nowPs);
    }
  }

  @Override
  protected @Nullable Packet pull(Port from, long nowPs) {
    if (round.isHeld(from)) {
      return null;
    }
    if (nicTransmitPath != null) {
      return nicTransmitPath.pull(from, nowPs);
    }
    PacketSender sender = round.take(nowPs);
    while (sender != null && !sender.canSend(nowPs)) {
      sender = round.take(nowPs);
    }
    if (sender == null) {
      rest(from, nowPs);
      return null;
    }
    Packet packet = end().freshFor(sender);
    boolean again = sender.fill(packet, nowPs);
    pace(sender, packet.bytes, nowPs);
    end().sent(sender, packet, again, nowPs);
    sender.lastSendPs = nowPs;
    if (ns3 != null) {
      ns3.sends(packet.bytes);
    }
    if (sender.canSend(nowPs)) {
      justSent = sender;
    }
    return packet;
  }

  /** Waits until somebody may send. */
  private void rest(Port at, long nowPs) {
    long nextPs = round.nextFreePs(nowPs);
    if (ns3 == null) {
      at.wakeBy(nextPs);
    } else {
      ns3.await(nextPs, nowPs);
    }
  }

  /** Somebody's pacing may be over. */
  void paced(long nowPs) {
    if (nicTransmitPath != null) {
      nicTransmitPath.wake(nowPs);
    }
    if (ns3 != null && ns3.isDue()) {
      ns3.paced();
      port().trySend(nowPs);
      ns3.isOver();
    }
  }

  /** The order of events of one time, where they go by when they were ns3. */
  public Optional<EventOrder> eventOrder() {
    return Optional.ofNullable(ns3);
  }

  /** Lets the transmitter look for work after news, where it is to do so as in ns-3. */
  public void trySendAsNs3(long nowPs) {
    if (ns3 != null) {
      port().trySend(nowPs);
    }
  }

  /** Says when a sender may send again that sends a frame now. */
  void pace(PacketSender sender, int frameBytes, long nowPs) {
    LinkTiming wire = port().wire();
    long heldBps = sender.heldBps;
    long rateBps = heldBps == 0 ? sender.controller.rateBps(nowPs) : heldBps;
    int bytes = frameBytes + wire.overheadBytes - sender.uncountedBytes;
    sender.lastBytes = bytes;
    if (rateBps >= wire.rateBps) {
      sender.nextSendPs = nowPs;
    } else if (roundingPs > 1) {
      sender.nextSendPs = nowPs + LinkTiming.roundedPs(bytes, rateBps, roundingPs);
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
  public void move(PacketSender sender, long nowPs) {
    if (sender.lastSendPs < 0 || !sender.controller.movesScheduledSend()) {
      return;
    }
    long lineBps = port().rateBps();
    long rateBps = Math.min(lineBps, sender.controller.rateBps(nowPs));
    long nextPs = sender.lastSendPs + LinkTiming.roundedPs(sender.lastBytes, rateBps, roundingPs);
    if (ns3 != null) {
      nextPs += changePs(sender, nowPs);
      ns3.advance(nextPs, nowPs);
    }
    if (nextPs != sender.nextSendPs) {
      sender.nextSendPs = nextPs;
      sender.paceCarry = 0;
      round.moved(sender);
      trySend(nowPs);
    }
  }

  /**
   * By how much ns-3 moves the next send of one that is not paced: what the control's change since
   * the last packet would make of that packet's time.
   */
  private long changePs(PacketSender sender, long nowPs) {
    long before = sender.controller.sentAtBps(nowPs);
    long after = sender.controller.controlledBps(nowPs);
    return before == after
        ? 0
        : LinkTiming.roundedPs(sender.lastBytes, after, roundingPs)
            - LinkTiming.roundedPs(sender.lastBytes, before, roundingPs);
  }

  @Override
  protected void sent(Port from, long freeAtPs) {
    PacketSender again = justSent;
    if (again != null) {
      justSent = null;
      again.nextSendPs = Math.max(again.nextSendPs, freeAtPs);
      round.defer(again);
    }
    if (watched) {
      end().transmitting(events.timePs());
    }
    long nextPs =
        nicTransmitPath == null ? round.nextPs(events.timePs()) : nicTransmitPath.nextPs();
    if (nextPs != Long.MAX_VALUE) {
      // ns-3 asks who is next when the transmitter is free, and ties go by when that was.
      from.wakeBy(ns3 != null ? freeAtPs : Math.max(freeAtPs, nextPs));
    }
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {
    if (ns3 != null) {
      ns3.sends(packet.bytes);
    }
    if (watched) {
      end().leaving(packet, nowPs);
    }
  }

  // --- receiving --------------------------------------------------------------------------------

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    if (hostFreezes != null && hostFreezes.isStill()) {
      if (receiveBuffer == null || receiveBuffer.hold(packet, in, this, nowPs)) {
        hostFreezes.keep(packet);
      }
      return;
    }
    if (receiveBuffer != null && !receiveBuffer.admit(packet, in, this, nowPs)) {
      return;
    }
    if (ns3 == null) {
      take(packet, nowPs);
    } else {
      ns3.arrived(packet.bytes);
      take(packet, nowPs);
      ns3.isOver();
    }
  }

  private void take(Packet packet, long nowPs) {
    if (nicReceivePath == null) {
      end().receive(packet, nowPs);
    } else if (receiveBuffer == null) {
      nicReceivePath.accept(packet, nowPs);
    }
  }

  @Override
  protected void setFrozen(boolean now, long nowPs) {
    HostFreezes own = hostFreezes == null ? new HostFreezes() : hostFreezes;
    hostFreezes = own;
    own.set(now, nowPs);
    if (!now) {
      resume(own, nowPs);
    }
  }

  /** Whether it stands still now. */
  boolean isFrozen() {
    return hostFreezes != null && hostFreezes.isStill();
  }

  /** Takes what has come meanwhile, in that order. */
  private void resume(HostFreezes own, long nowPs) {
    Packet packet = own.poll();
    while (packet != null) {
      if (receiveBuffer != null) {
        receiveBuffer.take(packet, nowPs);
      }
      take(packet, nowPs);
      packet = own.poll();
    }
    if (receiveBuffer != null) {
      receiveBuffer.lookAgain(port(), this, nowPs);
    }
    trySend(nowPs);
  }

  @Override
  protected void drainAt(long bps, long nowPs) {
    if (receiveBuffer != null) {
      receiveBuffer.setRate(bps, nowPs);
      receiveBuffer.lookAgain(port(), this, nowPs);
    }
  }

  @Override
  public void pauseRefreshDue(Port port, long nowPs) {
    if (receiveBuffer != null) {
      receiveBuffer.checkPauseLimit(port, this, nowPs);
    }
  }

  /** What has kept others waiting here, as a report says it; empty: nothing so far. */
  String stallText() {
    NicPcieSlot own = slot;
    String slow = own == null ? "" : own.stallText(events.timePs());
    return hostFreezes == null || !(isFrozen() || slow.isEmpty()) ? slow : hostFreezes.report(name);
  }

  /** What was counted inside it by the end of the run; empty where that is ideal. */
  public Optional<HostPcieCounts> slotCounts(long endPs) {
    NicPcieSlot own = slot;
    NicTransmitPath stages = nicTransmitPath;
    if (own == null || stages == null) {
      return Optional.empty();
    }
    return Optional.of(own.counts(stages.counts(endPs), endPs));
  }

  /** How much of the receive buffer is full: 0 to 1. */
  public double receiveFill(long nowPs) {
    return receiveBuffer == null ? 0 : receiveBuffer.fill(nowPs);
  }

  @Override
  public int heldPackets() {
    int own =
        nicReceivePath == null || nicTransmitPath == null
            ? 0
            : nicReceivePath.heldPackets() + nicTransmitPath.heldPackets();
    return own + end().held() + (hostFreezes == null ? 0 : hostFreezes.held());
  }

  void drained(long nowPs) {
    if (nicReceivePath != null) {
      nicReceivePath.wake(nowPs);
    }
    if (receiveBuffer != null) {
      receiveBuffer.drained(port(), this, nowPs);
    }
  }
}
