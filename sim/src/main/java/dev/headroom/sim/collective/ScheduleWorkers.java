package dev.headroom.sim.collective;

import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.WorkerStep;
import dev.headroom.sim.fabric.NetworkDevice;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Workers of a schedule, with the progress of each.
 *
 * <p>A worker takes its next step when it is free, a message has come on every line that the step
 * waits for, and no line over the network that it sends on is full. The step keeps it busy as long
 * as it works on the data. Its messages leave when it is done: within the machine they are there a
 * hop later, over the network they are posted as flows.
 *
 * <p>All that concerns a worker happens in the partition of the NIC next to its GPU. What one tells
 * another comes at least {@link CollectivePace#shortestPs} later. Where the destination reads, it
 * is told that there is something, and tells that it has read it, each {@code run.grid} later.
 *
 * <p>Events of workers share the numbers of flows that are told to start. Above those of all flows
 * come the lines (a message has come), the lines again (one is known to have got there), and the
 * workers (free again).
 */
public final class ScheduleWorkers {
  private final ScheduledFlows program;
  private final Schedule schedule;

  /** Each host. */
  private final NetworkDevice[] hosts;

  private final ScheduledPart part;

  /** Of the run's ranks the first that is one of these: the partition of each reports by that. */
  private final int firstRank;

  private final PostingHosts postingHosts;

  private final int firstArrival;
  private final int firstReturn;
  private final int firstWorker;

  private final Rank[] ranks;
  private final ScheduleWorker[] workers;

  // Of lines: who sends, and who listens; most schedules work that out whenever they are asked.
  private final ScheduleWorker[] senders;
  private final ScheduleWorker[] receivers;

  private final ScheduleMessages messages;

  /**
   * @param firstEvent the first number of its events
   * @param firstRank of the run's ranks the first that is one of these
   */
  ScheduleWorkers(ScheduledPart part, int firstEvent, int firstRank, PostingHosts postingHosts) {
    this.part = part;
    this.firstRank = firstRank;
    this.postingHosts = postingHosts;
    hosts = postingHosts.hosts();
    program = part.flows();
    schedule = program.schedule();
    ranks = new Rank[program.ranks()];
    boolean[] switches = new boolean[ranks.length];
    for (int worker = 0; worker < schedule.workers(); worker++) {
      switches[schedule.rank(worker)] |= schedule.isSwitch(worker);
    }
    Arrays.setAll(ranks, rank -> new Rank(rank, hosts[program.hostOf(rank)], switches[rank]));
    workers = new ScheduleWorker[schedule.workers()];
    Arrays.setAll(
        workers,
        worker ->
            new ScheduleWorker(
                worker, schedule, program.pace(worker), ranks[schedule.rank(worker)]));
    int lines = schedule.lines();
    senders = new ScheduleWorker[lines];
    Arrays.setAll(senders, line -> workers[schedule.sender(line)]);
    receivers = new ScheduleWorker[lines];
    Arrays.setAll(receivers, line -> workers[schedule.receiver(line)]);
    messages = new ScheduleMessages(program);
    firstArrival = firstEvent;
    firstReturn = firstArrival + lines;
    firstWorker = firstReturn + lines;
  }

  /** Schedules the first step of every worker, and the beginning of ranks that have none. */
  void open() {
    @Nullable ScheduleWorker[] last = new ScheduleWorker[ranks.length];
    for (ScheduleWorker worker : workers) {
      if (worker.steps() > 0) {
        wakeAt(worker, worker.pace.startPs());
      }
      ScheduleWorker before = last[worker.rank.number];
      if (before == null || worker.pace.startPs() > before.pace.startPs()) {
        last[worker.rank.number] = worker;
      }
    }
    for (Rank rank : ranks) {
      if (rank.isDone()) {
        begin(rank, last[rank.number]);
      }
    }
  }

  /** A rank without a step is done as it begins, with the last of its workers if it has any. */
  private void begin(Rank rank, @Nullable ScheduleWorker worker) {
    if (worker != null && worker.pace.startPs() > 0) {
      wakeAt(worker, worker.pace.startPs());
    } else {
      idle(rank, 0);
    }
  }

  private void idle(Rank rank, long nowPs) {
    rank.idle(nowPs);
    finished(rank);
  }

  /** Which schedule of the run it is that they work through. */
  public ScheduledPart part() {
    return part;
  }

  /** The number after those of their events. */
  int endOfEvents() {
    return firstWorker + workers.length;
  }

  /** How many GPUs there are; the partition of each reports once that it is done. */
  public int ranks() {
    return ranks.length;
  }

  /** What people call a rank. */
  public String rankWord() {
    return schedule.rankWord();
  }

  /** What people call one of these: {@code GPU 7}, or {@code switch 0} of the network. */
  public String name(int rank) {
    return ranks[rank].isSwitch
        ? "switch " + (rank - firstSwitch())
        : schedule.rankWord() + " " + rank;
  }

  /** Switches come after all others. */
  public int firstSwitch() {
    int first = ranks.length;
    while (first > 0 && ranks[first - 1].isSwitch) {
      first--;
    }
    return first;
  }

  /** When the first of them that has anything to do began, in picoseconds; 0 if none has. */
  public long startPs() {
    return Arrays.stream(workers)
        .filter(worker -> worker.steps() > 0)
        .mapToLong(worker -> worker.pace.startPs())
        .min()
        .orElse(0);
  }

  /** How long that worker was busy with data which was so longest, in picoseconds. */
  public long mostBusyPs() {
    return Arrays.stream(workers).mapToLong(ScheduleWorker::busyPs).max().orElse(0);
  }

  /** When a GPU was done; -1 if it is not. */
  public long donePs(int rank) {
    return ranks[rank].isDone() ? ranks[rank].lastPs() : -1;
  }

  /**
   * When each step of a worker that moves nothing was taken, in picoseconds; -1 for those that were
   * not.
   */
  public long[] takenPs(int worker) {
    return workers[worker].takenPs();
  }

  /** By rank, of its workers the one whose standing tells most; empty where none stands. */
  public List<Optional<BlockedWorker>> blockedWorkers() {
    @Nullable BlockedWorker[] longest = new BlockedWorker[ranks.length];
    for (ScheduleWorker worker : workers) {
      if (!worker.isDone()) {
        BlockedWorker own = blockedWorkerOf(worker);
        BlockedWorker before = longest[worker.rank.number];
        boolean waits = !(own.from().isEmpty() && own.to().isEmpty());
        if (waits && (before == null || own.outranks(before))) {
          longest[worker.rank.number] = own;
        }
      }
    }
    return Arrays.stream(longest).map(Optional::ofNullable).toList();
  }

  private BlockedWorker blockedWorkerOf(ScheduleWorker worker) {
    WorkerStep step = worker.step();
    TreeSet<Integer> from = new TreeSet<>();
    TreeSet<Integer> to = new TreeSet<>();
    boolean apart = false;
    for (int i = 0; i < step.receives(); i++) {
      int line = step.received(i);
      if (!messages.hasArrived(line)) {
        apart |= messages.isOverNetwork(line);
        from.add(senders[line].rank.number);
      }
    }
    for (int i = 0; i < step.sends(); i++) {
      if (isFull(worker, step.sent(i))) {
        apart = true;
        to.add(receivers[step.sent(i)].rank.number);
      }
    }
    return new BlockedWorker(
        worker.taken(), worker.steps(), worker.freePs(), List.copyOf(from), List.copyOf(to), apart);
  }

  // --- what happens -----------------------------------------------------------------------------

  /** What an event of one of their numbers means. */
  void handleEvent(int event, long nowPs) {
    if (event >= firstWorker) {
      woken(workers[event - firstWorker], nowPs);
    } else if (event >= firstReturn) {
      returned(event - firstReturn, nowPs);
    } else {
      arrived(event - firstArrival, nowPs);
    }
  }

  private void woken(ScheduleWorker worker, long nowPs) {
    worker.clearSubscription();
    if (worker.steps() == 0) {
      idle(worker.rank, nowPs);
    } else {
      advance(worker, nowPs);
    }
  }

  private void arrived(int line, long nowPs) {
    messages.arrived(line);
    advance(receivers[line], nowPs);
  }

  private void returned(int line, long nowPs) {
    messages.returned(line);
    advance(senders[line], nowPs);
  }

  /** A flow of the schedule, as that counts it, has been delivered at a host. */
  void delivered(int flow, int host, long nowPs) {
    int line = program.line(flow);
    ScheduleWorker worker = receivers[line];
    for (int more = messages.delivered(flow); more > 0; more--) {
      if (isHome(worker, host)) {
        arrived(line, nowPs);
      } else {
        long knownPs = nowPs + worker.pace.delays().relayPs();
        hosts[host].postTrigger(knownPs, firstArrival + line, worker.rank.home);
      }
    }
  }

  /** A flow is known to have been delivered, at the host that posted it or at its destination. */
  void completed(int flow, int host, long nowPs) {
    int line = program.line(flow);
    ScheduleWorker worker = senders[line];
    int nic = program.source(flow);
    if (isHome(worker, host)) {
      returned(line, nowPs);
    } else {
      long toldPs = nowPs + (nic == host ? 0 : postingHosts.signalDelayPs());
      long knownPs = toldPs + wayBackPs(worker, nic);
      hosts[host].postTrigger(knownPs, firstReturn + line, worker.rank.home);
    }
  }

  private boolean isHome(ScheduleWorker worker, int host) {
    return program.hostOf(worker.rank.number) == host;
  }

  /**
   * From a NIC to a worker that has sent by it; a NIC that is not the GPU's own is another host.
   */
  private long wayBackPs(ScheduleWorker worker, int nic) {
    if (isHome(worker, nic)) {
      return 0;
    }
    return program.reaches(worker.rank.number, nic)
        ? postingHosts.signalDelayPs()
        : worker.pace.delays().relayPs();
  }

  // --- what workers do --------------------------------------------------------------------------

  /** Takes as many steps as can be taken now, and sees to it that the next is not forgotten. */
  private void advance(ScheduleWorker worker, long nowPs) {
    while (!worker.isDone()) {
      WorkerStep step = worker.step();
      if (!isReady(worker, step)) {
        return; // whatever it waits for will call again
      }
      if (worker.freePs() > nowPs) {
        wakeAt(worker, worker.freePs());
        return;
      }
      take(worker, step, nowPs);
    }
  }

  private boolean isReady(ScheduleWorker worker, WorkerStep step) {
    for (int i = 0; i < step.receives(); i++) {
      if (!messages.hasArrived(step.received(i))) {
        return false;
      }
    }
    for (int i = 0; i < step.sends(); i++) {
      if (isFull(worker, step.sent(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether as many messages are under way on a line as may be. */
  private boolean isFull(ScheduleWorker worker, int line) {
    return messages.isOverNetwork(line) && messages.underWay(line) >= worker.pace.window();
  }

  private void take(ScheduleWorker worker, WorkerStep step, long nowPs) {
    for (int i = 0; i < step.receives(); i++) {
      messages.take(step.received(i));
    }
    worker.take(nowPs, step.signals() ? signal(worker, step, nowPs) : move(worker, step, nowPs));
    if (worker.isDone() && worker.rank.ends()) {
      finished(worker.rank);
    }
  }

  private long signal(ScheduleWorker worker, WorkerStep step, long nowPs) {
    long doneAt = nowPs + step.lastsPs();
    NetworkDevice home = worker.rank.home;
    for (int i = 0; i < step.sends(); i++) {
      int line = step.sent(i);
      int _ = messages.send(line);
      home.postTrigger(doneAt, firstArrival + line, home);
    }
    return doneAt;
  }

  private long move(ScheduleWorker worker, WorkerStep step, long nowPs) {
    CollectivePace pace = worker.pace;
    boolean crosses = crosses(step);
    boolean staging = crosses && pace.costs().hostPsPerByte() > 0;
    worker.stage(staging);
    // Its own data, for a neighbour to read: it stays in the GPU and takes no way to others.
    boolean staysHere = pace.reads() && step.receives() == 0 && !crosses;
    double rate = staysHere ? pace.costs().workerPsPerByte() : psPerByte(worker, staging, nowPs);
    rate = sendsWithin(step) > 0 ? Math.max(rate, pace.costs().linkPsPerByte()) : rate;
    long doneAt = nowPs;
    if (step.sends() == 0 && pace.reads() && !crosses) {
      doneAt += pace.delays().busyPs() + Math.round(step.bytes() * rate);
    } else if (step.sends() == 0 && (staging || pace.delays().takePs() > 0)) {
      // It lies in the host, or each chunk is copied by itself.
      doneAt +=
          pace.delays().takePs() + Math.round(Math.max(step.bytes(), step.movedBytes()) * rate);
    } else if (step.sends() > 0) {
      int local = sendsWithin(step);
      long bytes = step.movedBytes() > 0 ? step.movedBytes() : step.bytes() * Math.max(1, local);
      long busyPs = worker.rank.isSwitch ? 0 : pace.delays().busyPs();
      doneAt += busyPs + Math.round(bytes * rate) + keepingPs(worker, step, nowPs);
      for (int i = 0; i < step.sends(); i++) {
        send(worker, step.sent(i), doneAt);
      }
    }
    return doneAt;
  }

  /** On how many lines within the machine a step sends. */
  private int sendsWithin(WorkerStep step) {
    int within = 0;
    for (int i = 0; i < step.sends(); i++) {
      within += messages.isOverNetwork(step.sent(i)) ? 0 : 1;
    }
    return within;
  }

  /** What it takes to write of the GPU's own data to where the result lies. */
  private static long keepingPs(ScheduleWorker worker, WorkerStep step, long nowPs) {
    double ownPsPerByte = worker.pace.costs().ownPsPerByte();
    if (step.keptBytes() == 0 || ownPsPerByte == 0) {
      return 0;
    }
    int busy = 1 + worker.rank.busy(worker.pool(), nowPs);
    return Math.round(step.keptBytes() * busy * ownPsPerByte);
  }

  /** Whether any of what a step waits for or sends goes over the network. */
  private boolean crosses(WorkerStep step) {
    boolean crosses = false;
    for (int i = 0; i < step.receives(); i++) {
      crosses |= messages.isOverNetwork(step.received(i));
    }
    for (int i = 0; i < step.sends(); i++) {
      crosses |= messages.isOverNetwork(step.sent(i));
    }
    return crosses;
  }

  /**
   * The workers of a GPU that are busy at once share its way to the others, and those that read or
   * write host memory its way there.
   */
  private double psPerByte(ScheduleWorker worker, boolean staging, long nowPs) {
    CollectivePace pace = worker.pace;
    int busy = 1 + worker.rank.busy(worker.pool(), nowPs);
    if (worker.rank.isSwitch) {
      return busy * pace.costs().switchPsPerByte();
    }
    int sharing =
        pace.inStep() > 0 ? Math.ceilDiv(worker.rank.working(worker.pool()), pace.inStep()) : busy;
    double within = Math.max(pace.costs().workerPsPerByte(), sharing * pace.costs().gpuPsPerByte());
    return staging
        ? Math.max(within, (1 + worker.rank.staging(nowPs)) * pace.costs().hostPsPerByte())
        : within;
  }

  private void send(ScheduleWorker worker, int line, long doneAt) {
    CollectivePace pace = worker.pace;
    Rank rank = worker.rank;
    int k = messages.send(line);
    if (!messages.isOverNetwork(line)) {
      rank.home.postTrigger(
          doneAt + pace.delays().hopPs(), firstArrival + line, receivers[line].rank.home);
      return;
    }
    int first = program.firstFlow(line) + k * program.split();
    int nic = program.source(first);
    int poster = postingHosts.poster().applyAsInt(part.firstFlow() + first);
    long postPs =
        doneAt
            + (isBetweenSwitches(line) ? 0 : pace.delays().networkPs())
            + (program.reaches(rank.number, nic) ? 0 : pace.delays().relayPs())
            + (poster == nic ? 0 : postingHosts.signalDelayPs());
    for (int lane = 0; lane < program.split(); lane++) {
      rank.home.postTrigger(postPs, part.firstFlow() + first + lane, hosts[poster]);
    }
  }

  /** NCCL's latency over the network is from GPU to GPU, whatever tree of switches reduces. */
  private boolean isBetweenSwitches(int line) {
    return senders[line].rank.isSwitch && receivers[line].rank.isSwitch;
  }

  private void finished(Rank rank) {
    rank.home.partition.finished(firstRank + rank.number);
  }

  private void wakeAt(ScheduleWorker worker, long atPs) {
    if (worker.subscribes()) {
      NetworkDevice home = worker.rank.home;
      home.postTrigger(atPs, firstWorker + worker.number, home);
    }
  }
}
