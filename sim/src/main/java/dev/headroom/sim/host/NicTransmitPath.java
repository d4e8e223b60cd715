package dev.headroom.sim.host;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.knob.Jitter;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.measure.HostInternalCounts;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.nic.MemoryRegistrar;
import dev.headroom.sim.nic.NicPcieSlot;
import dev.headroom.sim.nic.NicStallClock;
import dev.headroom.sim.nic.NicTimes;
import dev.headroom.sim.nic.NicTranslationCache;
import dev.headroom.sim.nic.QpContextCache;
import dev.headroom.sim.packet.Packet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Transmit path of a host that is not ideal: work is posted, the NIC takes connections in turn and
 * reads their payload, and packets wait in its buffer for the link.
 *
 * <pre>
 *   posted   = max(thread free, room in the queue [+ GPU, + hop]) [+ open] + n post [+ registration]
 *              of all n requests of a list, or room in the queue + GPU, where that posts
 *   begun    = posted + doorbell [+ read latency, where the doorbell does not carry the request]
 *              [+ page faults]
 *   taken    every max(message period + context, reading the payload), in turn
 *   on wire  = taken + reading + read latency + NIC latency [+ copying], or later
 * </pre>
 *
 * Each class has a line of its own before the wire, as deep as the NIC's buffer, so that a pause of
 * one stops no other. A message of a connection whose thread is late waits, and others go on. One
 * event a packet beside those of the fabric; the latency of reads is no event, since they come back
 * in order.
 */
final class NicTransmitPath {
  private final Host host;
  private final SendArbiter round;
  private final NicPcieSlot slot;
  private final NicTimes times;
  private final NicTimes.Posting posting;
  private final QpContextCache contexts;
  private final NicTranslationCache translations;
  private final MemoryRegistrar registrar;
  private final StagingCopies stagingCopies;
  private final NicReceivePath nicReceivePath;
  private final NicStallClock held;
  private final PostingStall postWait;
  private final Jitter jitter;
  private final long jitterKey;

  /** How often it has been drawn. */
  private long draws;

  private final SendClasses classes;

  /** By class, of those that somebody sends in: what has been read ahead of the wire. */
  private final @Nullable ReadAhead[] lines = new ReadAhead[ClassSchedule.CLASSES];

  /** In which order classes leave; of one class it is never asked. */
  private final NicClassScheduler turns;

  /** Of a class at most: what the NIC's buffer holds, and host memory of what is being copied. */
  private final long mostBytes;

  private long lastReadyPs;

  /** Until when the NIC is busy with the packet that it took last. */
  private long busyUntilPs;

  /** Until when the thread that posts is busy. */
  private long threadPs;

  private long wakeAtPs = EventQueue.NEVER;

  /** What copies took of the way of reads since the last packet. */
  private long copiesPs;

  private long copiedBytes;

  NicTransmitPath(
      Host host,
      SendArbiter round,
      SendClasses classes,
      ClassSchedule schedule,
      NicPcieSlot slot,
      NicTimes times,
      QpContextCache contexts,
      NicTranslationCache translations,
      MemoryRegistrar registrar,
      StagingCopies stagingCopies,
      NicReceivePath nicReceivePath,
      Jitter jitter,
      long jitterKey) {
    this.host = host;
    this.jitter = jitter;
    this.jitterKey = jitterKey;
    this.round = round;
    this.classes = classes;
    turns = new NicClassScheduler(schedule);
    for (int rest = classes.mask(); rest != 0; rest &= rest - 1) {
      lines[Integer.numberOfTrailingZeros(rest)] = new ReadAhead();
    }
    this.slot = slot;
    this.times = times;
    posting = times.posting();
    this.contexts = contexts;
    this.translations = translations;
    this.registrar = registrar;
    this.stagingCopies = stagingCopies;
    double bytesPerPs = slot.path().link().tlpBps() / 8e12;
    mostBytes = times.bufferBytes() + (long) (stagingCopies.latencyPs() * bytesPerPs);
    this.nicReceivePath = nicReceivePath;
    held = new NicStallClock(times.bufferBytes());
    postWait = new PostingStall(held, posting.postPs());
  }

  /** The send queue of a queue pair. */
  SendQueue workQueue(
      long depth,
      @Nullable CompletionWaiters completionWaiters,
      @Nullable HostCompletionQueue completions) {
    long noticePs = slot.path().writeLatencyPs();
    return new SendQueue(depth, times.moderation(), noticePs, completionWaiters, completions);
  }

  int heldPackets() {
    int sum = 0;
    for (int rest = classes.mask(); rest != 0; rest &= rest - 1) {
      sum += line(Integer.numberOfTrailingZeros(rest)).size();
    }
    return sum;
  }

  private ReadAhead line(int priority) {
    return Objects.requireNonNull(lines[priority]);
  }

  /** The packet that is there, or null: the port is then woken when it will be. */
  @Nullable Packet pull(Port port, long nowPs) {
    int ready = ready(port, nowPs);
    if (ready == 0) {
      return null;
    }
    boolean alone = (ready & ready - 1) == 0;
    int priority = alone ? Integer.numberOfTrailingZeros(ready) : turns.choose(ready);
    Packet packet = line(priority).poll();
    if (packet != null) {
      if (!classes.isSingleClass()) {
        turns.pay(priority, packet.bytes + port.wire().overheadBytes);
      }
      host.end().departs(packet, nowPs);
    }
    advance(nowPs);
    return packet;
  }

  /** Classes of which a packet is there and no pause holds it back, as bits. */
  private int ready(Port port, long nowPs) {
    int ready = 0;
    for (int rest = classes.mask(); rest != 0; rest &= rest - 1) {
      int priority = Integer.numberOfTrailingZeros(rest);
      long nextPs = line(priority).nextPs();
      if (nextPs <= nowPs) {
        ready |= classes.isSingleClass() || !port.holds(priority) ? 1 << priority : 0;
      } else if (nextPs != EventQueue.NEVER) {
        port.wakeBy(nextPs);
      }
    }
    return ready;
  }

  /** When the next packet may leave; {@link EventQueue#NEVER}: there is none. */
  long nextPs() {
    long next = EventQueue.NEVER;
    for (int rest = classes.mask(); rest != 0; rest &= rest - 1) {
      next = Math.min(next, line(Integer.numberOfTrailingZeros(rest)).nextPs());
    }
    return next;
  }

  /** The event that was asked for has come. */
  void wake(long nowPs) {
    if (nowPs == wakeAtPs) {
      wakeAtPs = EventQueue.NEVER;
      advance(nowPs);
    }
  }

  /** Takes what may be taken now. */
  void advance(long nowPs) {
    int full = full();
    while (full != classes.mask()) {
      if (busyUntilPs > nowPs) {
        wakeBy(busyUntilPs);
        return;
      }
      round.passOver(full);
      PacketSender sender = next(nowPs);
      if (sender == null) {
        postWait.nobody(nowPs);
        wakeBy(round.nextFreePs(nowPs));
        return;
      }
      take(sender, nowPs);
      full = full();
    }
  }

  /** Classes of which no more is read ahead, as bits. */
  private int full() {
    int full = 0;
    for (int rest = classes.mask(); rest != 0; rest &= rest - 1) {
      int priority = Integer.numberOfTrailingZeros(rest);
      full |= line(priority).bytes() < mostBytes ? 0 : 1 << priority;
    }
    return full;
  }

  private void wakeBy(long atPs) {
    if (atPs < wakeAtPs) {
      wakeAtPs = atPs;
      host.events.schedule(atPs, EventKind.PACED, host.index);
    }
  }

  /** Whose turn it is: who may send, and whose message has been posted. */
  private @Nullable PacketSender next(long nowPs) {
    PacketSender sender = round.take(nowPs);
    while (sender != null) {
      if (sender.canSend(nowPs)) {
        long begunPs = begunPs(sender, nowPs);
        if (begunPs > nowPs) {
          sender.nextSendPs = begunPs;
          round.defer(sender);
        } else if (host.reaches(nowPs) || !host.end().onAccessDenied(sender, nowPs)) {
          return sender;
        }
      }
      sender = round.take(nowPs);
    }
    return null;
  }

  /** When the NIC knows of the message that a sender's next packet begins. */
  private long begunPs(PacketSender sender, long nowPs) {
    PacketSender.Task task = sender.task();
    if (sender.posted || task == PacketSender.Task.GOES_ON) {
      return 0;
    }
    if (task == PacketSender.Task.ANSWERS) {
      sender.posted = !jitter.isNone();
      return nowPs + drawnPs();
    }
    sender.posted = true;
    if (posting.isListed() && sender.message() < sender.listedFrom) {
      return 0; // sent again, of a list before the last
    }
    if (!posting.isListed() || sender.message() >= sender.listedTo) {
      post(sender);
    }
    long rungPs = sender.doorbellPs;
    long faultPs = registrar.faultPs(sender.queuePair, nowPs);
    long knownPs = faultPs == 0 ? rungPs : registrar.faultAtPs(rungPs, nowPs) + faultPs;
    long begunPs = slot.past(knownPs);
    postWait.posted(faultPs, nowPs, begunPs);
    if (begunPs - knownPs > knownPs - nowPs) {
      postWait.standsFor(slot.stallCause(knownPs));
    }
    return begunPs;
  }

  /** By how much the next message is later than usual. */
  private long drawnPs() {
    return jitter.isNone() ? 0 : jitter.quantilePs(Rng.uniform(jitterKey, draws++));
  }

  /** A doorbell rings for a sender's next message, and for others of its flow. */
  private void post(PacketSender sender) {
    long roomPs = sender.postablePs();
    long askedPs = roomPs + posting.askPs();
    int list = posting.list() == 1 ? 1 : sender.postable(posting.list(), roomPs);
    long registerPs = 0;
    for (int i = 0; i < list; i++) {
      registerPs += registrar.threadPs(sender.queuePair, Math.max(threadPs, askedPs) + registerPs);
    }
    boolean alone = !posting.threaded() && registerPs == 0;
    postWait.thread(registerPs, list, !alone && threadPs > askedPs);
    long postedPs = askedPs;
    if (!alone) {
      long openPs = sender.opensFlow() ? posting.openPs() : 0;
      threadPs = Math.max(threadPs, askedPs) + openPs + list * posting.postPs() + registerPs;
      postedPs = threadPs;
    }
    long fetchPs = posting.blueFlame() && list == 1 ? 0 : slot.path().readLatencyPs();
    sender.doorbellPs = postedPs + slot.path().writeLatencyPs() + fetchPs + drawnPs();
    sender.listedFrom = sender.message();
    sender.listedTo = sender.listedFrom + list;
  }

  /** Makes the next packet of a sender and has its payload read. */
  private void take(PacketSender sender, long nowPs) {
    PacketSender.Task task = sender.task();
    long beginPs =
        switch (task) {
          case GOES_ON -> 0;
          case SENDS -> times.writePs();
          case ASKS, ANSWERS -> times.readPs();
        };
    long messagePs =
        task == PacketSender.Task.GOES_ON
            ? 0
            : beginPs + contexts.heldUpPs(sender.queuePair, task == PacketSender.Task.SENDS);
    sender.posted = false;
    postWait.over(nowPs);
    Packet packet = host.end().freshFor(sender);
    boolean again = sender.fill(packet, nowPs);
    LinkTiming wire = host.port().wire();
    held.begin(packet.bytes + wire.overheadBytes, wire.rateBps);
    long startPs = nowPs;
    long readPs = 0;
    long latencyPs = times.latencyPs();
    if (packet.type == Packet.DATA && packet.payload > 0 && !isInline(packet)) {
      startPs = slot.past(nowPs, held);
      copiedBytes += stagingCopies.made() ? packet.payload : 0;
      readPs = readPs(packet, sender.queuePair, startPs, nowPs);
      latencyPs += slot.path().readLatencyPs() + slot.readLaterPs() + stagingCopies.latencyPs();
      latencyPs += translations.laterPs();
      long requestPs = slot.requestPs(packet.payload, startPs);
      long copyPs = stagingCopies.shareUplink() ? slot.writePs(packet.payload, startPs) : 0;
      nicReceivePath.makeWay(requestPs, copyPs, nowPs);
    }
    long tookPs = Math.max(messagePs, readPs);
    held.grow(NicStallCause.MESSAGES, readPs, beginPs);
    held.grow(NicStallCause.CONTEXTS, Math.max(readPs, beginPs), messagePs);
    held.end(tookPs + contentionPs(tookPs, nowPs));
    busyUntilPs = startPs + tookPs;
    stage(line(classes.of(sender)), packet, busyUntilPs + latencyPs, nowPs);
    host.pace(sender, packet.bytes, nowPs);
    host.end().sent(sender, packet, again, nowPs);
    sender.lastSendPs = nowPs;
    long gapPs = packet.has(Packet.LAST_OF_MESSAGE) ? times.gapPs() : 0;
    sender.nextSendPs = Math.max(sender.nextSendPs, busyUntilPs + gapPs);
    if (sender.canSend(nowPs)) {
      round.defer(sender);
    }
  }

  /** For how long a packet waited for copies on its way; not at all where the NIC was idle. */
  private long contentionPs(long tookPs, long nowPs) {
    long ps = nowPs == busyUntilPs ? copiesPs : 0;
    held.grow(NicStallCause.COPIES, tookPs, tookPs + ps);
    copiesPs = 0;
    return ps;
  }

  /** For how long reading a packet's payload keeps others waiting. */
  private long readPs(Packet packet, int queuePair, long startPs, long nowPs) {
    long readPs = slot.readPs(packet.payload, startPs, held);
    long translatedPs =
        translations.keepsPs(queuePair, packet.psn, packet.payload, readPs, startPs, held);
    slot.translate(queuePair, packet.psn, packet.payload, nowPs);
    return slot.readOccupancyPs(packet.payload, translatedPs, startPs, nowPs, held);
  }

  /** What a host copies to its GPU takes up the way of reads for so long. */
  void makeWay(long copyPs, long nowPs) {
    busyUntilPs = Math.max(busyUntilPs, nowPs) + copyPs;
    copiesPs += copyPs;
  }

  /** What was counted here and on the other way, by a time. */
  HostInternalCounts counts(long nowPs) {
    return new HostInternalCounts(
        registrar.counts(),
        contexts.near(),
        contexts.onChip(),
        translations.counts(),
        copiedBytes + nicReceivePath.copiedBytes(),
        held.until(nowPs),
        nicReceivePath.held().until(nowPs));
  }

  private boolean isInline(Packet packet) {
    return packet.payload <= posting.inlineBytes()
        && packet.has(Packet.FIRST_OF_MESSAGE)
        && packet.has(Packet.LAST_OF_MESSAGE);
  }

  private void stage(ReadAhead line, Packet packet, long atPs, long nowPs) {
    lastReadyPs = Math.max(lastReadyPs, atPs);
    boolean first = line.size() == 0;
    line.add(packet, lastReadyPs);
    if (first) {
      host.port().wakeBy(Math.max(lastReadyPs, nowPs));
    }
  }
}
