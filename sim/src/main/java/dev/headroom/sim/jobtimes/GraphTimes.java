package dev.headroom.sim.jobtimes;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.training.GpuGraph;
import dev.headroom.model.training.GpuGroup;
import dev.headroom.model.training.GraphSchedule;
import dev.headroom.sim.collective.ScheduleWorkers;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Breakdown of the time of a graph, from the times at which its nodes began and ended.
 *
 * <p>A GPU is exposed to communication whenever none of its kernels runs before it is done.
 */
public final class GraphTimes {
  private static final int TRACKED_GPUS = 8;

  /** Groups of GPUs that send to each other go by this. */
  private static final String PEERS = "peers";

  private final GraphSchedule schedule;
  private final ScheduleWorkers workers;
  private final long endPs;

  private GraphTimes(GraphSchedule schedule, ScheduleWorkers workers, long endPs) {
    this.schedule = schedule;
    this.workers = workers;
    this.endPs = endPs;
  }

  /**
   * What came of a graph.
   *
   * @param endPs when the run ended
   */
  public static JobResult of(GraphSchedule schedule, ScheduleWorkers workers, long endPs) {
    GraphTimes times = new GraphTimes(schedule, workers, endPs);
    List<JobResult.Gpu> gpus = new ArrayList<>();
    for (int rank = 0; rank < times.ranks(); rank++) {
      gpus.add(times.gpu(rank));
    }
    return new JobResult(
        "GPU", 0, schedule.startPs(), times.calls(), gpus, times.tracks(), times.waiting());
  }

  private int ranks() {
    return schedule.layout().ranks();
  }

  private JobResult.Gpu gpu(int rank) {
    long computed = computing(rank).stream().mapToLong(span -> span[1] - span[0]).sum();
    long done = workers.donePs(rank);
    long until = done >= 0 ? done : endPs;
    return new JobResult.Gpu(computed, Math.max(0, until - schedule.startPs() - computed), 0, done);
  }

  private List<long[]> computing(int rank) {
    int worker = schedule.engine(rank, false);
    long[] taken = workers.takenPs(worker);
    List<Integer> nodes = schedule.nodesOf(worker);
    List<long[]> spans = new ArrayList<>();
    for (int i = 0; i < nodes.size() && taken[i] >= 0; i++) {
      if (schedule.graph().nodes().get(rank).get(nodes.get(i)) instanceof GpuGraph.Compute compute
          && compute.ps() > 0) {
        spans.add(new long[] {taken[i], Math.min(endPs, taken[i] + compute.ps())});
      }
    }
    return spans;
  }

  // --- calls ------------------------------------------------------------------------------------

  private List<JobResult.Calls> calls() {
    Map<String, Map<Collective, CollectiveCallTotals>> sums = new TreeMap<>();
    List<GpuGroup> groups = schedule.groups();
    for (int group = 0; group < groups.size(); group++) {
      add(group, groups.get(group), sums);
    }
    for (int rank = 0; rank < ranks(); rank++) {
      expose(rank, sums);
    }
    List<JobResult.Calls> calls = new ArrayList<>();
    sums.forEach((name, byCollective) ->
        byCollective.forEach((collective, sum) -> calls.add(sum.of(name, collective))));
    return calls;
  }

  private void add(
      int place, GpuGroup group, Map<String, Map<Collective, CollectiveCallTotals>> sums) {
    CollectiveCallTimes first = new CollectiveCallTimes(workers, schedule.stream(place, 0));
    for (int member = 0; member < group.size(); member++) {
      int rank = group.members().get(member);
      int stream = schedule.stream(place, member);
      CollectiveCallTimes times = new CollectiveCallTimes(workers, stream);
      List<Integer> nodes = schedule.nodesOf(stream);
      Map<Collective, long[]> own = new EnumMap<>(Collective.class);
      for (int call = 0; call < nodes.size() && times.hasBegun(call); call++) {
        GpuGraph.Node node = schedule.graph().nodes().get(rank).get(nodes.get(call));
        Collective collective = collective(node);
        CollectiveCallTotals sum = sum(place, collective, sums);
        sum.takesPart(rank, place, group.size());
        if (times.isOver(call)) {
          // Of a pair the first sends: data is not on its way before.
          boolean isPair = collective == Collective.SEND_RECV;
          sum.isOver(
              isPair ? times.lastedPs(call, first) : times.lastedPs(call),
              isPair ? times.onWayPs(call, first) : times.lastedPs(call),
              bytes(node) * collective.busFactor(group.size()));
          long[] counted = own.computeIfAbsent(collective, _ -> new long[2]);
          counted[0]++;
          counted[1] += bytes(node);
        }
      }
      own.forEach((collective, counted) ->
          sum(place, collective, sums).addCalls((int) counted[0], counted[1]));
    }
  }

  /**
   * Charges what a GPU waits to its calls that are under way then, in equal parts. What it waits
   * for one that has not begun to send to it no network shortens.
   */
  private void expose(int rank, Map<String, Map<Collective, CollectiveCallTotals>> sums) {
    List<ExposedCommunication.Call<Waited>> open = new ArrayList<>();
    List<GpuGroup> groups = schedule.groups();
    for (int place = 0; place < groups.size(); place++) {
      int member = groups.get(place).members().indexOf(rank);
      if (member >= 0) {
        open(place, member, rank, sums, open);
      }
    }
    ExposedCommunication.of(open, computing(rank))
        .forEach((waited, ps) ->
            waited.sum().waited(waited.unsent() ? 0 : ps, waited.unsent() ? ps : 0));
  }

  /** What a wait is charged to. */
  private record Waited(CollectiveCallTotals sum, boolean unsent) {}

  private void open(
      int place,
      int member,
      int rank,
      Map<String, Map<Collective, CollectiveCallTotals>> sums,
      List<ExposedCommunication.Call<Waited>> open) {
    int stream = schedule.stream(place, member);
    List<Integer> nodes = schedule.nodesOf(stream);
    CollectiveCallTimes sender = new CollectiveCallTimes(workers, schedule.stream(place, 0));
    List<long[]> spans = calling(stream);
    for (int call = 0; call < spans.size(); call++) {
      GpuGraph.Node node = schedule.graph().nodes().get(rank).get(nodes.get(call));
      CollectiveCallTotals sum = sum(place, collective(node), sums);
      long from = spans.get(call)[0];
      long until = spans.get(call)[1];
      long sent = from;
      if (node instanceof GpuGraph.Receive) {
        sent = Math.clamp(sender.hasBegun(call) ? sender.beganPs(call) : until, from, until);
        open.add(new ExposedCommunication.Call<>(new long[] {from, sent}, new Waited(sum, true)));
      }
      open.add(new ExposedCommunication.Call<>(new long[] {sent, until}, new Waited(sum, false)));
    }
  }

  private CollectiveCallTotals sum(
      int place, Collective collective, Map<String, Map<Collective, CollectiveCallTotals>> sums) {
    String name = collective == Collective.SEND_RECV ? PEERS : schedule.name(place);
    return sums.computeIfAbsent(name, _ -> new EnumMap<>(Collective.class))
        .computeIfAbsent(collective, _ -> new CollectiveCallTotals());
  }

  private static Collective collective(GpuGraph.Node node) {
    return node instanceof GpuGraph.Call call ? call.collective() : Collective.SEND_RECV;
  }

  private static long bytes(GpuGraph.Node node) {
    return switch (node) {
      case GpuGraph.Call call -> call.bytes();
      case GpuGraph.Send send -> send.bytes();
      case GpuGraph.Receive receive -> receive.bytes();
      case GpuGraph.Compute _ -> 0;
    };
  }

  // --- pictures ---------------------------------------------------------------------------------

  private List<JobResult.Track> tracks() {
    List<JobResult.Track> tracks = new ArrayList<>();
    for (int rank = 0; rank < Math.min(ranks(), TRACKED_GPUS); rank++) {
      tracks.add(new JobResult.Track(rank, "compute", computing(rank)));
      List<GpuGroup> groups = schedule.groups();
      for (int group = 0; group < groups.size(); group++) {
        int member = groups.get(group).members().indexOf(rank);
        if (member >= 0) {
          tracks.add(
              new JobResult.Track(
                  rank, schedule.name(group), calling(schedule.stream(group, member))));
        }
      }
    }
    return tracks;
  }

  private List<long[]> calling(int stream) {
    return new CollectiveCallTimes(workers, stream).spans(endPs);
  }

  // --- who waits for whom -----------------------------------------------------------------------

  private List<JobResult.Waiting> waiting() {
    List<JobResult.Waiting> waiting = new ArrayList<>();
    List<GpuGroup> groups = schedule.groups();
    for (int group = 0; group < groups.size(); group++) {
      for (int member = 0; member < groups.get(group).size(); member++) {
        waiting(group, member, groups.get(group), waiting);
      }
    }
    waiting.sort(JobResult.Waiting.LONGEST_FIRST);
    return waiting;
  }

  /** The call that has begun on a GPU and is not over, if there is one. */
  private void waiting(int place, int member, GpuGroup group, List<JobResult.Waiting> waiting) {
    int rank = group.members().get(member);
    int stream = schedule.stream(place, member);
    CollectiveCallTimes times = new CollectiveCallTimes(workers, stream);
    for (int call = 0; call < times.calls(); call++) {
      if (times.hasBegun(call) && !times.isOver(call)) {
        int node = schedule.nodesOf(stream).get(call);
        List<GpuGraph.Node> nodes = schedule.graph().nodes().get(rank);
        List<Integer> absent = new ArrayList<>();
        for (int other = 0; other < group.size(); other++) {
          if (!new CollectiveCallTimes(workers, schedule.stream(place, other)).hasBegun(call)) {
            absent.add(group.members().get(other));
          }
        }
        waiting.add(
            new JobResult.Waiting(
                rank,
                node,
                nodes.size(),
                new GpuWait.Call(schedule.name(place), collective(nodes.get(node)), call, absent),
                times.beganPs(call)));
      }
    }
  }
}
