package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.DeviceEventQueue;
import dev.headroom.sim.kernel.EventKey;
import dev.headroom.sim.kernel.LogicalProcess;
import dev.headroom.sim.kernel.Ns3RandomSources;
import dev.headroom.sim.kernel.PartitionScheduler;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.PauseEvent;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketDepot;
import dev.headroom.sim.packet.PacketPool;
import dev.headroom.sim.partition.SchedulerLayout;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Part of the fabric that is simulated by one thread at a time: its events, its packets, its
 * counters. Devices of different partitions meet only through wires and stated delays, which pass
 * through {@link Outbox}es from one window to the next.
 */
@SuppressWarnings("EnumOrdinal") // losses are counted where packets fly, in an array by cause
public final class Partition implements LogicalProcess, PartitionScheduler.EventHandler {
  public final int id;

  /** Its events. */
  private final PartitionScheduler partitionScheduler;

  /** By node, the number of its agenda. */
  private final int[] eventQueueOf;

  public final PacketPool pool;

  /** What packets are cut into where the fabric carries cells. */
  public final PacketPool cells;

  public final PauseLog pauseLog;

  /** How long each pause of its ports lasted that is over. */
  public final PauseLengths pauseLengths = new PauseLengths();

  /** What parts are made with that draw as ns-3 does; null where each port draws by itself. */
  public final @Nullable Ns3RandomSources ns3;

  private Port[] ports = {};
  private Partition[] others = {};

  private final ArrivalPrefetch arrivalPrefetch = new ArrivalPrefetch();

  private @Nullable HostEvents endpoints;
  private @Nullable LinkEventSchedule script;
  private boolean linksChange;

  /** How many of the changes of links have happened. */
  private int changed;

  /** What failed links cost flows; null where none goes down. */
  public @Nullable FlowOutages flowOutages;

  /**
   * Two outboxes to each other partition that was ever sent anything: one is written in this
   * window, one read.
   */
  private @Nullable Outbox[][] outboxes = {};

  /** Which partitions have sent something here, likewise; bytes, since each is set by its own. */
  private byte[][] mailFrom = {};

  /** When the first of what was sent from here in a window happens, likewise. */
  private final long[] earliestSentPs = {Long.MAX_VALUE, Long.MAX_VALUE};

  private int writing;

  private final LongPredicate isIneffective = this::isIneffective;

  public long packetHops;
  public long marks;
  public long trims;
  private long bareCellsLost;
  private final IntArrayList completedFlows = new IntArrayList();
  private final IntArrayList finishedRanks = new IntArrayList();

  /** By cause and class. */
  private final long[][] drops = new long[DropCause.values().length][ClassSchedule.CLASSES];

  public Partition(
      int id,
      SchedulerLayout schedulerLayout,
      PacketDepot depot,
      PacketDepot cellDepot,
      boolean keepPauses,
      @Nullable Ns3RandomSources ns3,
      List<Supplier<Packet>> packets) {
    this.ns3 = ns3;
    this.id = id;
    pool = PacketPool.of(depot, packets);
    cells = new PacketPool(cellDepot, Cell::new);
    partitionScheduler = schedulerLayout.createScheduler(this);
    eventQueueOf = schedulerLayout.eventQueueOf();
    pauseLog = new PauseLog(keepPauses);
  }

  public void join(Port[] allPorts, Partition[] all, LinkEventSchedule changes) {
    ports = allPorts;
    others = all;
    script = changes;
    linksChange = changes.isSome();
    outboxes = new Outbox[2][all.length];
    mailFrom = new byte[2][all.length];
  }

  /** Whether links go down or change in the run. */
  boolean linksChange() {
    return linksChange;
  }

  public void attach(HostEvents to) {
    endpoints = to;
  }

  /** Routes have changed; told where hosts of ns-3 look at their queue pairs then. */
  public void rerouted(long nowPs) {
    HostEvents hosts = endpoints;
    if (hosts != null && partitionScheduler.keepsInsertionOrder()) {
      hosts.rerouted(nowPs);
    }
  }

  Port port(int portId) {
    return ports[portId];
  }

  @Override
  public long nextPs() {
    return Math.min(Math.min(partitionScheduler.nextPs(), changePs()), earliestSentPs[writing ^ 1]);
  }

  /**
   * Ends the window in which this partition's outboxes were written; call on all before the next.
   */
  public void swapOutboxes() {
    writing ^= 1;
    earliestSentPs[writing] = Long.MAX_VALUE;
  }

  @Override
  public void advance(long endPs) {
    drainOutboxes();
    LinkEventSchedule changes = script;
    if (changes != null) {
      for (long atPs = changes.atPs(changed); atPs < endPs; atPs = changes.atPs(changed)) {
        partitionScheduler.advance(atPs);
        partitionScheduler.setTime(atPs);
        changes.apply(changed++, this, atPs);
      }
    }
    partitionScheduler.advance(endPs);
  }

  private long changePs() {
    LinkEventSchedule changes = script;
    return changes == null ? Long.MAX_VALUE : changes.atPs(changed);
  }

  /** What is to happen at a node. */
  DeviceEventQueue eventQueueOf(int node) {
    return partitionScheduler.eventQueueOf(eventQueueOf[node]);
  }

  /** Time of the last event so far. */
  public long lastPs() {
    return partitionScheduler.lastPs();
  }

  @Override
  public void eventPending(long key, long atPs) {
    int kind = EventKey.kind(key);
    if (kind == EventKind.ARRIVAL) {
      arrivalPrefetch.comes(ports[EventKey.entity(key)], atPs);
    } else if (kind == EventKind.WAKE) {
      arrivalPrefetch.leaves(ports[EventKey.entity(key)]);
    }
  }

  @Override
  public void prefetchArrivals(DeviceEventQueue deviceEventQueue, long endPs) {
    arrivalPrefetch.follow(deviceEventQueue, endPs);
  }

  /** Takes in what others sent in the window before. */
  public void drainOutboxes() {
    int reading = writing ^ 1;
    byte[] mail = mailFrom[reading];
    for (int from = 0; from < mail.length; from++) {
      if (mail[from] != 0) {
        mail[from] = 0;
        others[from].outbox(reading, id).drainTo(this);
      }
    }
  }

  private Outbox outbox(int turn, int to) {
    Outbox box = outboxes[turn][to];
    if (box == null) {
      box = new Outbox();
      outboxes[turn][to] = box;
    }
    return box;
  }

  /** Where something for another partition goes that happens at a time. */
  private Outbox outboxTo(int partition, long atPs) {
    earliestSentPs[writing] = Math.min(earliestSentPs[writing], atPs);
    Outbox box = outbox(writing, partition);
    if (box.isEmpty()) {
      others[partition].mailFrom[writing][id] = 1;
    }
    return box;
  }

  @Override
  public void handleEvent(long key, long nowPs) {
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
    HostEvents hosts = endpoints;
    if (hosts == null) {
      throw new IllegalStateException("no endpoints attached");
    }
    switch (kind) {
      case EventKind.PAUSE -> ports[entity].link.controlArrives(nowPs);
      case EventKind.CREDIT -> ports[entity].link.creditIsDue(nowPs);
      case EventKind.REFRESH -> ports[entity].link.pauses.refresh(nowPs);
      case EventKind.RETRY -> hosts.retry(entity, nowPs);
      case EventKind.RESUME -> hosts.resume(entity, nowPs);
      case EventKind.START -> hosts.start(entity, nowPs);
      case EventKind.TRIGGER -> hosts.trigger(entity, nowPs);
      case EventKind.PACED -> hosts.paced(entity, nowPs);
      case EventKind.GRANT -> hosts.grant(entity, nowPs);
      case EventKind.CPU -> hosts.onCoreDone(entity, nowPs);
      case EventKind.DELAYED_ACK -> hosts.acknowledge(entity, nowPs);
      case EventKind.DRAIN -> hosts.drained(entity, nowPs);
      case EventKind.WATCHDOG -> ports[entity].link.pauses.poll(nowPs);
      default -> throw new IllegalStateException("unknown event kind " + kind);
    }
  }

  /**
   * Whether nothing is left to happen here but looks at timers of which nothing can come: those of
   * queue pairs that are in error, or wait for no answer. Ask between windows.
   */
  public boolean isQuiescent() {
    return earliestSentPs[writing ^ 1] == Long.MAX_VALUE
        && changePs() == Long.MAX_VALUE
        && partitionScheduler.all(isIneffective);
  }

  private boolean isIneffective(long key) {
    HostEvents hosts = endpoints;
    int entity = EventKey.entity(key);
    return switch (EventKey.kind(key)) {
      case EventKind.RETRY -> hosts != null && !hosts.mayRetry(entity);
      case EventKind.RESUME -> hosts != null && !hosts.mayResume(entity);
      default -> false;
    };
  }

  /** What others have sent here and has not been taken in; for the books. */
  public List<Outbox> inbox() {
    return Stream.of(others)
        .flatMap(other -> Stream.of(other.outbox(0, id), other.outbox(1, id)))
        .toList();
  }

  /** Sends a packet into another partition, whose it is from then on. */
  void post(Packet packet, long headPs, long nowPs, Port to, int partition) {
    outboxTo(partition, headPs).addPacket(packet, to, headPs, nowPs);
  }

  public void postPause(long effectPs, int priority, long quanta, Port to) {
    outboxTo(to.partition.id, effectPs).addPause(effectPs, priority, quanta, to);
  }

  void postTrigger(long atPs, int flow, NetworkDevice to) {
    outboxTo(to.partition.id, atPs).addTrigger(atPs, flow, to);
  }

  void drop(Packet packet, DropCause cause) {
    drops[cause.ordinal()][packet.priority]++;
    if (packet instanceof Cell cell) {
      lost(cell);
    } else {
      pool.give(packet);
    }
  }

  private void lost(Cell cell) {
    Packet whole = cell.whole;
    if (whole == null) {
      bareCellsLost++;
    } else {
      pool.give(whole);
    }
    giveBack(cell);
  }

  /** A cell is of no more use; what it carried is somebody's else now. */
  public void giveBack(Cell cell) {
    cell.whole = null;
    cells.give(cell);
  }

  /**
   * Cells lost, beside those that carried their packet: each is counted as a loss, and the packet
   * again when it is given up for want of it.
   */
  long bareCellsLost() {
    return bareCellsLost;
  }

  /** A flow was completed here. */
  public void completed(int flow) {
    completedFlows.add(flow);
  }

  /** Flows completed here since this was last emptied. */
  public IntArrayList completedFlows() {
    return completedFlows;
  }

  /** A rank of a collective here has nothing left to do. */
  public void finished(int rank) {
    finishedRanks.add(rank);
  }

  /** Ranks that have finished here since this was last emptied. */
  public IntArrayList finishedRanks() {
    return finishedRanks;
  }

  public long packetHops() {
    return packetHops;
  }

  public long marks() {
    return marks;
  }

  /** Packets whose payload was taken away for want of room. */
  public long trims() {
    return trims;
  }

  public long executed() {
    return partitionScheduler.executed();
  }

  public long drops(DropCause cause) {
    long sum = 0;
    for (long ofClass : drops[cause.ordinal()]) {
      sum += ofClass;
    }
    return sum;
  }

  /** Of these, packets of a class. */
  public long drops(DropCause cause, int priority) {
    return drops[cause.ordinal()][priority];
  }

  public List<PauseEvent> pauseEvents() {
    return pauseLog.events();
  }
}
