package dev.headroom.sim.collective;

import dev.headroom.model.schedule.Pace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.Step;
import dev.headroom.model.workload.ScheduledFlows;
import dev.headroom.model.workload.ScheduledPart;
import dev.headroom.sim.fabric.Device;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The workers of a schedule, and how far each has got.
 *
 * <p>A worker takes its next step when it is free, a message has come on every line that the step
 * waits for, and no line over the network that it sends on is full. The step keeps it busy as long
 * as it works on the data. Its messages leave when it is done: within the machine they are there a
 * hop later, over the network they are posted as flows.
 *
 * <p>All that concerns a worker happens in the partition of the NIC next to its GPU. What one tells
 * another comes at least {@link Pace#shortestPs} later. Where the destination reads, it is told
 * that there is something, and tells that it has read it, each {@code run.grid} later.
 *
 * <p>Events of workers share the numbers of flows that are told to start. Above those of all flows
 * come the lines (a message has come), the lines again (one is known to have got there), and the
 * workers (free again).
 */
public final class Workers {
  private static final long[] NOTHING = {};

  private final ScheduledFlows program;
  private final Schedule schedule;
  private final Shape shape;

  /** Each host. */
  private final Device[] hosts;

  /** By rank, the host next to it. */
  private final Device[] homes;

  private final ScheduledPart part;

  /** Of the run's ranks the first that is one of these: the partition of each reports by that. */
  private final int firstRank;

  private final Posts posts;

  private final int firstArrival;
  private final int firstReturn;
  private final int firstWorker;

  // Of workers: the step that each takes next, when it is free, whether it will be told that.
  private final int[] next;
  private final long[] freePs;
  private final boolean[] told;

  /** Of workers: how long they were busy with data, in picoseconds. */
  private final long[] busyPs;

  /** Of workers: whether the step at hand moves data between the GPU and host memory. */
  private final boolean[] staging;

  private final Messages messages;

  /** Of workers that move nothing: when each of their steps was taken; -1 if it was not. */
  private final long[][] takenPs;

  private final Ranks ranks;

  private final ThreadLocal<Step> steps = ThreadLocal.withInitial(Step::new);

  /**
   * @param firstEvent the first number of its events
   * @param firstRank of the run's ranks the first that is one of these
   */
  Workers(ScheduledPart part, int firstEvent, int firstRank, Posts posts) {
    this.part = part;
    this.firstRank = firstRank;
    this.posts = posts;
    hosts = posts.hosts();
    program = part.flows();
    schedule = program.schedule();
    shape = new Shape(schedule);
    homes = new Device[program.ranks()];
    Arrays.setAll(homes, rank -> hosts[program.home(rank)]);
    int workers = shape.workers();
    int lines = schedule.lines();
    firstArrival = firstEvent;
    firstReturn = firstArrival + lines;
    firstWorker = firstReturn + lines;
    next = new int[workers];
    freePs = new long[workers];
    told = new boolean[workers];
    busyPs = new long[workers];
    staging = new boolean[workers];
    messages = new Messages(program);
    takenPs = new long[workers][];
    ranks = new Ranks(schedule, shape, program.ranks());
    for (int worker = 0; worker < workers; worker++) {
      takenPs[worker] = schedule.moves(worker) ? NOTHING : new long[shape.steps(worker)];
      Arrays.fill(takenPs[worker], -1);
    }
  }

  /** Schedules the first step of every worker, and the beginning of ranks that have none. */
  void open() {
    int[] last = new int[ranks.count()];
    Arrays.fill(last, -1);
    for (int worker = 0; worker < next.length; worker++) {
      if (shape.steps(worker) > 0) {
        wakeAt(worker, startPs(worker));
      }
      int rank = shape.rank(worker);
      if (last[rank] < 0 || startPs(worker) > startPs(last[rank])) {
        last[rank] = worker;
      }
    }
    for (int rank = 0; rank < ranks.count(); rank++) {
      if (ranks.isDone(rank)) {
        begin(rank, last[rank]);
      }
    }
  }

  /** A rank without a step is done as it begins, with the last of its workers if it has any. */
  private void begin(int rank, int worker) {
    if (worker >= 0 && startPs(worker) > 0) {
      wakeAt(worker, startPs(worker));
    } else {
      idle(rank, 0);
    }
  }

  private long startPs(int worker) {
    return program.pace(worker).startPs();
  }

  private void idle(int rank, long nowPs) {
    ranks.idle(rank, nowPs);
    finished(rank);
  }

  /** Which schedule of the run it is that they work through. */
  public ScheduledPart part() {
    return part;
  }

  /** The number after those of their events. */
  int endOfEvents() {
    return firstWorker + shape.workers();
  }

  /** How many GPUs there are; the partition of each reports once that it is done. */
  public int ranks() {
    return ranks.count();
  }

  /** What people call a rank. */
  public String rankWord() {
    return schedule.rankWord();
  }

  /** How long that worker was busy with data which was so longest, in picoseconds. */
  public long mostBusyPs() {
    return Arrays.stream(busyPs).max().orElse(0);
  }

  /** When a GPU was done; -1 if it is not. */
  public long donePs(int rank) {
    return ranks.isDone(rank) ? ranks.lastPs(rank) : -1;
  }

  /**
   * When each step of a worker that moves nothing was taken, in picoseconds; -1 for those that were
   * not.
   */
  public long[] takenPs(int worker) {
    return takenPs[worker].clone();
  }

  /** Of the workers of a GPU the one whose standing tells most; empty if none stands. */
  Optional<Standing> standing(int rank) {
    Optional<Standing> longest = Optional.empty();
    for (int worker = 0; worker < next.length; worker++) {
      if (shape.rank(worker) == rank && next[worker] < shape.steps(worker)) {
        Standing own = standingOf(worker);
        boolean more = longest.map(own::says).orElse(true);
        if (more && !(own.from().isEmpty() && own.to().isEmpty())) {
          longest = Optional.of(own);
        }
      }
    }
    return longest;
  }

  private Standing standingOf(int worker) {
    Step step = steps.get();
    schedule.step(worker, next[worker], step);
    TreeSet<Integer> from = new TreeSet<>();
    TreeSet<Integer> to = new TreeSet<>();
    boolean apart = false;
    for (int i = 0; i < step.receives(); i++) {
      int line = step.received(i);
      if (!messages.hasCome(line)) {
        apart |= messages.isOverNetwork(line);
        from.add(shape.rank(shape.sender(line)));
      }
    }
    for (int i = 0; i < step.sends(); i++) {
      if (isFull(worker, step.sent(i))) {
        apart = true;
        to.add(shape.rank(shape.receiver(step.sent(i))));
      }
    }
    return new Standing(
        next[worker],
        shape.steps(worker),
        freePs[worker],
        List.copyOf(from),
        List.copyOf(to),
        apart);
  }

  // --- what happens -----------------------------------------------------------------------------

  /** What an event of one of their numbers means. */
  void happens(int event, long nowPs) {
    if (event >= firstWorker) {
      woken(event - firstWorker, nowPs);
    } else if (event >= firstReturn) {
      returned(event - firstReturn, nowPs);
    } else {
      arrived(event - firstArrival, nowPs);
    }
  }

  private void woken(int worker, long nowPs) {
    told[worker] = false;
    if (shape.steps(worker) == 0) {
      idle(shape.rank(worker), nowPs);
    } else {
      advance(worker, nowPs);
    }
  }

  private void arrived(int line, long nowPs) {
    messages.arrived(line);
    advance(shape.receiver(line), nowPs);
  }

  private void returned(int line, long nowPs) {
    messages.returned(line);
    advance(shape.sender(line), nowPs);
  }

  /** A flow of the schedule, as that counts it, has been delivered at a host. */
  void delivered(int flow, int host, long nowPs) {
    int line = program.line(flow);
    int worker = shape.receiver(line);
    int rank = shape.rank(worker);
    for (int more = messages.delivered(flow); more > 0; more--) {
      if (program.home(rank) == host) {
        arrived(line, nowPs);
      } else {
        long knownPs = nowPs + program.pace(worker).relayPs();
        hosts[host].postTrigger(knownPs, firstArrival + line, home(rank));
      }
    }
  }

  /** A flow is known to have been delivered, at the host that posted it or at its destination. */
  void completed(int flow, int host, long nowPs) {
    int line = program.line(flow);
    int worker = shape.sender(line);
    int rank = shape.rank(worker);
    int nic = program.source(flow);
    if (program.home(rank) == host) {
      returned(line, nowPs);
    } else {
      long toldPs = nowPs + (nic == host ? 0 : posts.tellPs());
      long knownPs = toldPs + wayBackPs(worker, rank, nic);
      hosts[host].postTrigger(knownPs, firstReturn + line, home(rank));
    }
  }

  /**
   * From a NIC to a worker that has sent by it; a NIC that is not the GPU's own is another host.
   */
  private long wayBackPs(int worker, int rank, int nic) {
    if (nic == program.home(rank)) {
      return 0;
    }
    return program.reaches(rank, nic) ? posts.tellPs() : program.pace(worker).relayPs();
  }

  private Device home(int rank) {
    return homes[rank];
  }

  // --- what workers do --------------------------------------------------------------------------

  /** Takes as many steps as can be taken now, and sees to it that the next is not forgotten. */
  private void advance(int worker, long nowPs) {
    Step step = steps.get();
    int all = shape.steps(worker);
    while (next[worker] < all) {
      schedule.step(worker, next[worker], step);
      if (!isReady(worker, step)) {
        return; // whatever it waits for will call again
      }
      if (freePs[worker] > nowPs) {
        wakeAt(worker, freePs[worker]);
        return;
      }
      take(worker, step, nowPs);
    }
  }

  private boolean isReady(int worker, Step step) {
    for (int i = 0; i < step.receives(); i++) {
      if (!messages.hasCome(step.received(i))) {
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
  private boolean isFull(int worker, int line) {
    return messages.isOverNetwork(line) && messages.underWay(line) >= program.pace(worker).window();
  }

  private void take(int worker, Step step, long nowPs) {
    int rank = shape.rank(worker);
    for (int i = 0; i < step.receives(); i++) {
      messages.take(step.received(i));
    }
    long doneAt = step.signals() ? signal(worker, step, nowPs) : move(worker, rank, step, nowPs);
    busyPs[worker] += step.signals() ? 0 : doneAt - nowPs;
    freePs[worker] = doneAt;
    ranks.steps(rank, doneAt);
    next[worker]++;
    if (next[worker] == shape.steps(worker) && ranks.ends(rank)) {
      finished(rank);
    }
  }

  private long signal(int worker, Step step, long nowPs) {
    long doneAt = nowPs + step.lastsPs();
    if (takenPs[worker].length > 0) {
      takenPs[worker][next[worker]] = nowPs;
    }
    Device home = home(shape.rank(worker));
    for (int i = 0; i < step.sends(); i++) {
      int line = step.sent(i);
      int _ = messages.send(line);
      home.postTrigger(doneAt, firstArrival + line, home);
    }
    return doneAt;
  }

  private long move(int worker, int rank, Step step, long nowPs) {
    Pace pace = program.pace(worker);
    staging[worker] = pace.hostPsPerByte() > 0 && crosses(step);
    // Its own data, for a neighbour to read: it stays in the GPU and takes no way to others.
    boolean staysHere = pace.reads() && step.receives() == 0 && !crosses(step);
    double rate = staysHere ? pace.workerPsPerByte() : psPerByte(worker, pace, rank, nowPs);
    long doneAt = nowPs;
    if (step.sends() == 0 && pace.reads() && !crosses(step)) {
      doneAt += pace.busyPs() + Math.round(step.bytes() * rate);
    } else if (step.sends() == 0 && (pace.streams() || staging[worker] || pace.takePs() > 0)) {
      // Its first line has come, or it lies in the host, or each chunk is copied by itself.
      doneAt += pace.takePs() + Math.round(step.bytes() * rate);
    } else if (step.sends() > 0) {
      int local = 0;
      for (int i = 0; i < step.sends(); i++) {
        local += messages.isOverNetwork(step.sent(i)) ? 0 : 1;
      }
      long bytes = step.bytes() * Math.max(1, local);
      doneAt += pace.busyPs() + Math.round(bytes * rate) + keepingPs(step, pace, rank, nowPs);
      for (int i = 0; i < step.sends(); i++) {
        send(step.sent(i), pace, rank, nowPs, doneAt);
      }
    }
    return doneAt;
  }

  /** What it takes to write of the GPU's own data to where the result lies. */
  private long keepingPs(Step step, Pace pace, int rank, long nowPs) {
    return step.keptBytes() == 0 || pace.ownPsPerByte() == 0
        ? 0
        : Math.round(step.keptBytes() * busy(rank, nowPs) * pace.ownPsPerByte());
  }

  /** How many workers of a GPU are busy, with one that is about to be. */
  private int busy(int rank, long nowPs) {
    int busy = 1;
    for (int other : ranks.movers(rank)) {
      busy += freePs[other] > nowPs ? 1 : 0;
    }
    return busy;
  }

  /** Whether any of what a step waits for or sends goes over the network. */
  private boolean crosses(Step step) {
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
  private double psPerByte(int worker, Pace pace, int rank, long nowPs) {
    int busy = 1;
    int stagingToo = 1;
    for (int other : ranks.movers(rank)) {
      if (freePs[other] > nowPs) {
        busy++;
        stagingToo += staging[other] ? 1 : 0;
      }
    }
    if (schedule.isSwitch(worker)) {
      return busy * pace.switchPsPerByte();
    }
    double within = Math.max(pace.workerPsPerByte(), busy * pace.gpuPsPerByte());
    return staging[worker] ? Math.max(within, stagingToo * pace.hostPsPerByte()) : within;
  }

  private void send(int line, Pace pace, int rank, long nowPs, long doneAt) {
    int k = messages.send(line);
    if (!messages.isOverNetwork(line)) {
      Device to = home(shape.rank(shape.receiver(line)));
      long leavesPs = pace.streams() ? nowPs + pace.busyPs() : doneAt;
      home(rank).postTrigger(leavesPs + pace.hopPs(), firstArrival + line, to);
      return;
    }
    int first = program.firstFlow(line) + k * program.split();
    int nic = program.source(first);
    int poster = posts.poster().applyAsInt(part.firstFlow() + first);
    long postPs =
        doneAt
            + (isBetweenSwitches(line) ? 0 : pace.networkPs())
            + (program.reaches(rank, nic) ? 0 : pace.relayPs())
            + (poster == nic ? 0 : posts.tellPs());
    for (int lane = 0; lane < program.split(); lane++) {
      home(rank).postTrigger(postPs, part.firstFlow() + first + lane, hosts[poster]);
    }
  }

  /** NCCL's latency over the network is from GPU to GPU, whatever tree of switches reduces. */
  private boolean isBetweenSwitches(int line) {
    return schedule.isSwitch(shape.sender(line)) && schedule.isSwitch(shape.receiver(line));
  }

  private void finished(int rank) {
    home(rank).home.finished(firstRank + rank);
  }

  private void wakeAt(int worker, long atPs) {
    if (!told[worker]) {
      told[worker] = true;
      Device home = home(shape.rank(worker));
      home.postTrigger(atPs, firstWorker + worker, home);
    }
  }
}
