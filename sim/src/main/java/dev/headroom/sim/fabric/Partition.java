package dev.headroom.sim.fabric;

import dev.headroom.sim.kernel.Domain;
import dev.headroom.sim.kernel.EventKey;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.kernel.Ns3Streams;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.PauseEvent;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A part of the fabric that is simulated by one thread at a time: its events, its packets, its
 * counts. Devices of different partitions meet only through wires and stated delays, which pass
 * through {@link Outbox}es from one window to the next.
 */
@SuppressWarnings("EnumOrdinal") // losses are counted where packets fly, in an array by cause
public final class Partition implements Domain {
  public final int id;
  public final EventQueue events;
  public final PacketPool pool;
  final PauseLog pauseLog;

  /** What marks are drawn from; null where each port has a stream of its own. */
  final @Nullable Ns3Streams ns3;

  private Port[] ports = {};
  private Partition[] others = {};
  private @Nullable Endpoints endpoints;
  private LinkChanges linkChanges = LinkChanges.NONE;

  /** Two outboxes to each other partition: one is written in this window, one read. */
  private Outbox[][] outboxes = {};

  private int writing;

  long packetHops;
  long marks;
  private final IntArrayList completedFlows = new IntArrayList();
  private long executed;
  private final long[] drops = new long[DropCause.values().length];

  Partition(
      int id,
      PacketDepot depot,
      boolean insertionOrder,
      long salt,
      boolean keepPauses,
      @Nullable Ns3Streams ns3) {
    this.ns3 = ns3;
    this.id = id;
    pool = new PacketPool(depot);
    events = new EventQueue(insertionOrder, salt);
    pauseLog = new PauseLog(keepPauses);
  }

  void join(Port[] allPorts, Partition[] all, LinkChanges changes) {
    ports = allPorts;
    others = all;
    linkChanges = changes;
    outboxes = new Outbox[2][all.length];
    for (Outbox[] row : outboxes) {
      for (int i = 0; i < row.length; i++) {
        row[i] = new Outbox();
      }
    }
  }

  public void attach(Endpoints to) {
    endpoints = to;
  }

  Port port(int portId) {
    return ports[portId];
  }

  @Override
  public long nextPs() {
    long next = events.peekPs();
    for (Partition other : others) {
      next = Math.min(next, other.outboxes[other.writing ^ 1][id].earliestPs());
    }
    return next;
  }

  /**
   * Ends the window in which this partition's outboxes were written; call on all before the next.
   */
  public void turn() {
    writing ^= 1;
  }

  @Override
  public void advance(long endPs) {
    for (Partition other : others) {
      Outbox box = other.outboxes[other.writing ^ 1][id];
      if (box.earliestPs() != Long.MAX_VALUE) {
        box.drainTo(this);
      }
    }
    EventQueue queue = events;
    long count = 0;
    while (queue.next(endPs)) {
      dispatch(queue.key(), queue.timePs());
      count++;
    }
    executed += count;
  }

  private void dispatch(long key, long nowPs) {
    int entity = EventKey.entity(key);
    int kind = EventKey.kind(key);
    if (kind == EventKind.ARRIVAL) {
      ports[entity].arrive(nowPs);
    } else if (kind == EventKind.WAKE) {
      ports[entity].wake(nowPs);
    } else {
      dispatchRare(kind, entity, nowPs);
    }
  }

  private void dispatchRare(int kind, int entity, long nowPs) {
    Endpoints hosts = endpoints;
    if (hosts == null) {
      throw new IllegalStateException("no endpoints attached");
    }
    switch (kind) {
      case EventKind.PAUSE -> ports[entity].pauseArrives(nowPs);
      case EventKind.REFRESH -> ports[entity].refresh(nowPs);
      case EventKind.RETRY -> hosts.retry(entity, nowPs);
      case EventKind.RESUME -> hosts.resume(entity, nowPs);
      case EventKind.START -> hosts.start(entity, nowPs);
      case EventKind.TRIGGER -> hosts.trigger(entity, nowPs);
      case EventKind.DRAIN -> hosts.drained(entity, nowPs);
      case EventKind.LINK -> linkChanges.apply(entity, this, nowPs);
      default -> throw new IllegalStateException("unknown event kind " + kind);
    }
  }

  /** What others have sent here and has not been taken in; for the books. */
  List<Outbox> inbox() {
    return Stream.of(others)
        .flatMap(other -> Stream.of(other.outboxes[0][id], other.outboxes[1][id]))
        .toList();
  }

  /** Sends a packet into another partition, whose it is from then on. */
  void post(Packet packet, long arrivalPs, long nowPs, Port to) {
    outboxes[writing][to.home.id].addPacket(packet, to, arrivalPs, nowPs);
  }

  void postPause(long effectPs, int priority, long quanta, Port to) {
    outboxes[writing][to.home.id].addPause(effectPs, priority, quanta, to);
  }

  /** Tells a flow that waits in any partition; {@code atPs} is at least a window away. */
  public void postTrigger(long atPs, int flow, Partition to) {
    if (to == this) {
      events.schedule(atPs, EventKind.TRIGGER, flow);
    } else {
      outboxes[writing][to.id].addTrigger(atPs, flow);
    }
  }

  void drop(Packet packet, DropCause cause) {
    drops[cause.ordinal()]++;
    pool.give(packet);
  }

  /** A flow was completed here. */
  public void completed(int flow) {
    completedFlows.add(flow);
  }

  /** Flows completed here since this was last emptied. */
  public IntArrayList completedFlows() {
    return completedFlows;
  }

  public long packetHops() {
    return packetHops;
  }

  public long marks() {
    return marks;
  }

  public long executed() {
    return executed;
  }

  public long drops(DropCause cause) {
    return drops[cause.ordinal()];
  }

  public List<PauseEvent> pauseEvents() {
    return pauseLog.events();
  }
}
