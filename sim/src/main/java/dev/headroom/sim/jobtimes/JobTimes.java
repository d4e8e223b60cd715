package dev.headroom.sim.jobtimes;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.training.GpuGroup;
import dev.headroom.model.training.GpuJob;
import dev.headroom.model.training.GpuOperation;
import dev.headroom.model.training.GroupKind;
import dev.headroom.model.training.JobSchedule;
import dev.headroom.sim.collective.ScheduleWorkers;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Breakdown of a job's time, from the times at which its scripts and streams took each of their
 * steps.
 *
 * <p>A GPU is exposed to communication while its script waits: from the end of one operation until
 * the next can be taken, or until the run ends. What it waits for another GPU that has not begun to
 * send to it is no communication but the bubble of a pipeline.
 */
public final class JobTimes {
  private static final int TRACKED_GPUS = 8;

  private final JobSchedule schedule;
  private final GpuJob job;
  private final ScheduleWorkers workers;
  private final long endPs;
  private final List<JobResult.Gpu> gpus = new ArrayList<>();

  /** By kind of group and collective. */
  private final Map<GroupKind, Map<Collective, CollectiveCallTotals>> sums =
      new EnumMap<>(GroupKind.class);

  /** What a script waited for calls of one kind. */
  private static final class Waited {
    private long exposedPs;
    private long bubblePs;
  }

  private JobTimes(JobSchedule schedule, ScheduleWorkers workers, long endPs) {
    this.schedule = schedule;
    this.job = schedule.job();
    this.workers = workers;
    this.endPs = endPs;
  }

  /**
   * What came of a job.
   *
   * @param endPs when the run ended
   */
  public static JobResult of(JobSchedule schedule, ScheduleWorkers workers, long endPs) {
    JobTimes times = new JobTimes(schedule, workers, endPs);
    for (int rank = 0; rank < times.ranks(); rank++) {
      times.script(rank);
      for (GroupKind kind : GroupKind.values()) {
        times.stream(rank, kind);
      }
    }
    return new JobResult(
        "GPU",
        schedule.samples(),
        schedule.startPs(),
        times.calls(),
        times.gpus,
        times.tracks(),
        times.waiting());
  }

  private int ranks() {
    return job.layout().ranks();
  }

  private List<GpuOperation.Start> starts(int rank, GroupKind kind) {
    return schedule.operations(rank).stream()
        .filter(GpuOperation.Start.class::isInstance)
        .map(GpuOperation.Start.class::cast)
        .filter(start -> start.kind() == kind)
        .toList();
  }

  private CollectiveCallTotals sum(GroupKind kind, Collective collective) {
    return sums.computeIfAbsent(kind, k -> new EnumMap<>(Collective.class))
        .computeIfAbsent(collective, c -> new CollectiveCallTotals());
  }

  // --- scripts ----------------------------------------------------------------------------------

  private void script(int rank) {
    List<GpuOperation> operations = schedule.operations(rank);
    long[] taken = workers.takenPs(rank);
    Map<GroupKind, List<GpuOperation.Start>> started = new EnumMap<>(GroupKind.class);
    for (GroupKind kind : GroupKind.values()) {
      started.put(kind, starts(rank, kind));
    }
    Map<GroupKind, Integer> awaited = new EnumMap<>(GroupKind.class);
    Map<GroupKind, CollectiveCallTimes> senders = new EnumMap<>(GroupKind.class);
    IdentityHashMap<CollectiveCallTotals, Waited> waited = new IdentityHashMap<>();
    long computed = 0;
    long exposed = 0;
    long bubble = 0;
    long free = schedule.startPs();
    for (int i = 0; i < operations.size() && free < endPs; i++) {
      boolean isTaken = taken[i] >= 0;
      long from = free;
      free = isTaken ? taken[i] : endPs;
      long idle = free - from;
      exposed += idle;
      switch (operations.get(i)) {
        case GpuOperation.Compute compute -> {
          long lasted = Math.min(compute.ps(), endPs - free);
          computed += lasted;
          free += lasted;
        }
        case GpuOperation.Start start -> {
          // takes no time
        }
        case GpuOperation.Stop stop -> free = endPs;
        case GpuOperation.Await await -> {
          int number = awaited.merge(await.kind(), 1, Integer::sum) - 1;
          GpuOperation.Start call = started.getOrDefault(await.kind(), List.of()).get(number);
          int place = job.groupOf(await.kind(), rank);
          GpuGroup group = job.groups().get(place);
          CollectiveCallTimes sender =
              senders.computeIfAbsent(
                  await.kind(), _ -> new CollectiveCallTimes(workers, schedule.stream(place, 0)));
          boolean receives = isPair(group, call.collective()) && group.members().getFirst() != rank;
          long sent = receives ? sentPs(sender, number) : 0;
          long unsent = Math.clamp(sent - from, 0, idle);
          bubble += unsent;
          CollectiveCallTotals sum = sum(await.kind(), call.collective());
          sum.takesPart(rank, place, group.size());
          Waited own = waited.computeIfAbsent(sum, _ -> new Waited());
          own.exposedPs += idle - unsent;
          own.bubblePs += unsent;
        }
      }
    }
    waited.forEach((sum, own) -> sum.waited(own.exposedPs, own.bubblePs));
    gpus.add(new JobResult.Gpu(computed, exposed, bubble, workers.donePs(rank)));
  }

  /** When the other end began a call, or the run ended before it did. */
  private long sentPs(CollectiveCallTimes sender, int number) {
    return sender.hasBegun(number) ? sender.beganPs(number) : endPs;
  }

  /** Whether the first of two sends to the second. */
  private static boolean isPair(GpuGroup group, Collective collective) {
    return collective == Collective.SEND_RECV && group.size() == 2;
  }

  // --- streams ----------------------------------------------------------------------------------

  private void stream(int rank, GroupKind kind) {
    int place = job.groupOf(kind, rank);
    if (place == GpuJob.NONE) {
      return;
    }
    GpuGroup group = job.groups().get(place);
    List<GpuOperation.Start> started = starts(rank, kind);
    CollectiveCallTimes times =
        new CollectiveCallTimes(workers, schedule.stream(place, group.members().indexOf(rank)));
    CollectiveCallTimes first = new CollectiveCallTimes(workers, schedule.stream(place, 0));
    Map<Collective, long[]> callsAndBytes = new EnumMap<>(Collective.class);
    for (int call = 0; call < started.size() && times.hasBegun(call); call++) {
      GpuOperation.Start start = started.get(call);
      CollectiveCallTotals sum = sum(kind, start.collective());
      sum.takesPart(rank, place, group.size());
      if (times.isOver(call)) {
        boolean isPair = isPair(group, start.collective());
        sum.isOver(
            isPair ? times.lastedPs(call, first) : times.lastedPs(call),
            isPair ? times.onWayPs(call, first) : times.lastedPs(call),
            start.bytes() * start.collective().busFactor(group.size()));
        long[] own = callsAndBytes.computeIfAbsent(start.collective(), c -> new long[2]);
        own[0]++;
        own[1] += start.bytes();
      }
    }
    callsAndBytes.forEach(
        (collective, own) -> sum(kind, collective).addCalls((int) own[0], own[1]));
  }

  private List<JobResult.Calls> calls() {
    List<JobResult.Calls> calls = new ArrayList<>();
    sums.forEach((kind, byCollective) ->
        byCollective.forEach((collective, sum) -> calls.add(sum.of(kind.word(), collective))));
    return calls;
  }

  // --- pictures ---------------------------------------------------------------------------------

  /** The first of those that do the same, of each kind of script. */
  private List<JobResult.Track> tracks() {
    List<JobResult.Track> tracks = new ArrayList<>();
    Set<List<GpuOperation>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int rank = 0; rank < ranks() && seen.size() < TRACKED_GPUS; rank++) {
      if (!seen.add(schedule.operations(rank))) {
        continue;
      }
      tracks.add(new JobResult.Track(rank, "compute", computing(rank)));
      for (GroupKind kind : GroupKind.values()) {
        int place = job.groupOf(kind, rank);
        if (place != GpuJob.NONE && !starts(rank, kind).isEmpty()) {
          int member = job.groups().get(place).members().indexOf(rank);
          tracks.add(
              new JobResult.Track(rank, kind.word(), calling(schedule.stream(place, member))));
        }
      }
    }
    return tracks;
  }

  private List<long[]> computing(int rank) {
    List<long[]> spans = new ArrayList<>();
    List<GpuOperation> operations = schedule.operations(rank);
    long[] taken = workers.takenPs(rank);
    for (int i = 0; i < taken.length && taken[i] >= 0; i++) {
      if (operations.get(i) instanceof GpuOperation.Compute compute) {
        spans.add(new long[] {taken[i], Math.min(endPs, taken[i] + compute.ps())});
      }
    }
    return spans;
  }

  private List<long[]> calling(int stream) {
    return new CollectiveCallTimes(workers, stream).spans(endPs);
  }

  // --- who waits for whom -----------------------------------------------------------------------

  private List<JobResult.Waiting> waiting() {
    List<JobResult.Waiting> waiting = new ArrayList<>();
    for (int rank = 0; rank < ranks(); rank++) {
      if (gpus.get(rank).donePs() < 0) {
        waiting.add(waiting(rank));
      }
    }
    waiting.sort(JobResult.Waiting.LONGEST_FIRST);
    return waiting;
  }

  private JobResult.Waiting waiting(int rank) {
    List<GpuOperation> operations = schedule.operations(rank);
    long[] taken = workers.takenPs(rank);
    Map<GroupKind, Integer> awaited = new EnumMap<>(GroupKind.class);
    int done = 0;
    long since = 0;
    while (done < taken.length && taken[done] >= 0) {
      since = taken[done];
      if (operations.get(done) instanceof GpuOperation.Compute compute) {
        since += compute.ps();
      } else if (operations.get(done) instanceof GpuOperation.Await await) {
        awaited.merge(await.kind(), 1, Integer::sum);
      } else if (operations.get(done) instanceof GpuOperation.Stop) {
        break;
      }
      done++;
    }
    since = Math.min(since, endPs);
    if (done < operations.size() && operations.get(done) instanceof GpuOperation.Await await) {
      int call = awaited.getOrDefault(await.kind(), 0);
      GpuOperation.Start start = starts(rank, await.kind()).get(call);
      List<Integer> absent = absent(job.groupOf(await.kind(), rank), call);
      GpuWait what = new GpuWait.Call(await.kind().word(), start.collective(), call, absent);
      return new JobResult.Waiting(rank, done, operations.size(), what, since);
    }
    return new JobResult.Waiting(rank, done, operations.size(), new GpuWait.Nothing(), since);
  }

  /** The members of a group whose stream has not taken up a call. */
  private List<Integer> absent(int place, int call) {
    List<Integer> absent = new ArrayList<>();
    List<Integer> members = job.groups().get(place).members();
    for (int member = 0; member < members.size(); member++) {
      if (!new CollectiveCallTimes(workers, schedule.stream(place, member)).hasBegun(call)) {
        absent.add(members.get(member));
      }
    }
    return absent;
  }
}
