package dev.headroom.model.training;

import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.NcclCalibration;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.SchedulePacing;
import dev.headroom.model.schedule.WorkerStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Schedule of a job, as workers, steps and lines.
 *
 * <p>Workers, in this order: one of each GPU that runs its script; one for each group that it is in
 * (NCCL's stream), which takes the group's calls one after another; and those of the collectives
 * ({@link GroupChannels}). Lines: from a script to each of its streams, and back; then those of
 * each group's channels.
 */
public final class JobSchedule implements Schedule, SchedulePacing {
  /** 26 days: later than any run stops. */
  private static final long FOREVER_PS = 1L << 61;

  private static final int[] NOBODY = {};

  private final GpuJob job;
  private final long samples;
  private final int ranks;

  /** What each GPU does; the same list for those that do the same. */
  private final List<List<GpuOperation>> operations;

  private final GroupCalls calls;

  /** By kind of group and GPU, the GPU's stream of it. */
  private final Map<GroupKind, int[]> streamOf;

  private final int[] rankOf;

  /** The first line that is not between a script and a stream. */
  private final int ownLines;

  private final CollectivePace scriptPace;

  /**
   * @param samples sequences that the job works through, of all GPUs; 0 if it is not training
   * @param startPs when it begins
   * @throws IllegalArgumentException if the GPUs of a group do not call the same in the same order;
   *     the message names them
   */
  public JobSchedule(GpuJob job, NcclCalibration calibration, long samples, long startPs) {
    this.samples = samples;
    this.job = job;
    ranks = job.layout().ranks();
    operations = operations(job);
    int streams = job.groups().stream().mapToInt(GpuGroup::size).sum();
    ownLines = 2 * streams;
    calls =
        new GroupCalls(
            job.groups(),
            startedByGroup().stream()
                .map(own ->
                    own.stream()
                        .map(start -> new GroupCalls.Asked(start.collective(), start.bytes()))
                        .toList())
                .toList(),
            calibration,
            ranks,
            ownLines);
    scriptPace = CollectivePace.ofNothing(startPs);
    streamOf = streamsByKind();
    rankOf = new int[workers()];
    Arrays.setAll(rankOf, this::findRank);
  }

  private Map<GroupKind, int[]> streamsByKind() {
    Map<GroupKind, int[]> byKind = new EnumMap<>(GroupKind.class);
    for (GroupKind kind : GroupKind.values()) {
      byKind.put(kind, new int[ranks]);
    }
    for (int group = 0; group < job.groups().size(); group++) {
      List<Integer> members = job.groups().get(group).members();
      for (int member = 0; member < members.size(); member++) {
        int rank = members.get(member);
        int stream = calls.stream(group, member);
        for (Map.Entry<GroupKind, int[]> entry : byKind.entrySet()) {
          if (job.groupOf(entry.getKey(), rank) == group) {
            entry.getValue()[rank] = stream;
          }
        }
      }
    }
    return byKind;
  }

  private static List<List<GpuOperation>> operations(GpuJob job) {
    IdentityHashMap<List<GpuOperation>, Map<Set<GroupKind>, List<GpuOperation>>> made =
        new IdentityHashMap<>();
    List<List<GpuOperation>> all = new ArrayList<>();
    for (int rank = 0; rank < job.layout().ranks(); rank++) {
      int own = rank;
      all.add(
          made.computeIfAbsent(job.scripts().get(rank), script -> new HashMap<>())
              .computeIfAbsent(job.kindsOf(rank), kinds -> job.operations(own)));
    }
    return all;
  }

  /** What each group calls: as its first member does, and all others must. */
  private List<List<GpuOperation.Start>> startedByGroup() {
    IdentityHashMap<List<GpuOperation>, Map<GroupKind, List<GpuOperation.Start>>> byScript =
        new IdentityHashMap<>();
    List<List<GpuOperation.Start>> started = new ArrayList<>();
    for (int place = 0; place < job.groups().size(); place++) {
      GpuGroup group = job.groups().get(place);
      List<GpuOperation.Start> calls = null;
      for (int rank : group.members()) {
        GroupKind kind = kindOf(place, rank);
        List<GpuOperation.Start> own =
            byScript
                .computeIfAbsent(operations.get(rank), script -> new HashMap<>())
                .computeIfAbsent(kind, k -> starts(rank, k));
        if (calls == null) {
          calls = own;
        } else {
          checkSame(group, rank, calls, own);
        }
      }
      started.add(calls == null ? List.of() : calls);
    }
    return started;
  }

  private GroupKind kindOf(int place, int rank) {
    for (GroupKind kind : GroupKind.values()) {
      if (job.groupOf(kind, rank) == place) {
        return kind;
      }
    }
    throw new IllegalArgumentException("GPU %d is not in its own group".formatted(rank));
  }

  private List<GpuOperation.Start> starts(int rank, GroupKind kind) {
    return operations.get(rank).stream()
        .filter(GpuOperation.Start.class::isInstance)
        .map(GpuOperation.Start.class::cast)
        .filter(start -> start.kind() == kind)
        .toList();
  }

  private void checkSame(
      GpuGroup group, int rank, List<GpuOperation.Start> calls, List<GpuOperation.Start> own) {
    boolean same = calls.size() == own.size();
    for (int i = 0; same && i < calls.size(); i++) {
      same =
          calls.get(i).collective() == own.get(i).collective()
              && calls.get(i).bytes() == own.get(i).bytes();
    }
    if (!same) {
      throw new IllegalArgumentException(
          "GPU %d and GPU %d are in one group, but make different calls or a different order of calls"
              .formatted(group.members().getFirst(), rank));
    }
  }

  public GpuJob job() {
    return job;
  }

  /** When it begins. */
  public long startPs() {
    return scriptPace.startPs();
  }

  /** Sequences that the job works through, of all GPUs; 0 if it is not training. */
  public long samples() {
    return samples;
  }

  /** What a GPU does; the k-th of these is the k-th step of worker {@code rank}. */
  public List<GpuOperation> operations(int rank) {
    return operations.get(rank);
  }

  /** The worker that is a GPU's stream of a group; it takes two steps for each call. */
  public int stream(int group, int member) {
    return ranks + calls.stream(group, member);
  }

  private int stream(GroupKind kind, int rank) {
    return streamOf.getOrDefault(kind, NOBODY)[rank];
  }

  // --- workers ----------------------------------------------------------------------------------

  @Override
  public int workers() {
    return calls.endOfWorkers();
  }

  private boolean isScript(int worker) {
    return worker < ranks;
  }

  @Override
  public boolean moves(int worker) {
    return !isScript(worker) && !calls.isStream(worker);
  }

  @Override
  public int pool(int worker) {
    return moves(worker) ? calls.pool(worker) : 0;
  }

  @Override
  public int rank(int worker) {
    return rankOf[worker];
  }

  private int findRank(int worker) {
    return isScript(worker) ? worker : calls.rank(worker);
  }

  @Override
  public int steps(int worker) {
    return isScript(worker) ? operations.get(worker).size() : calls.steps(worker);
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    if (isScript(worker)) {
      scriptStep(worker, operations.get(worker).get(index), into);
    } else if (calls.isStream(worker)) {
      streamStep(worker - ranks, index, into);
    } else {
      calls.step(worker, index, into);
    }
  }

  private void scriptStep(int rank, GpuOperation operation, WorkerStep into) {
    switch (operation) {
      case GpuOperation.Compute compute -> into.lasting(compute.ps());
      case GpuOperation.Stop stop -> into.lasting(FOREVER_PS);
      case GpuOperation.Start start -> into.lasting(0).to(2 * stream(start.kind(), rank));
      case GpuOperation.Await await -> into.lasting(0).after(2 * stream(await.kind(), rank) + 1);
    }
  }

  private void streamStep(int stream, int index, WorkerStep into) {
    calls.streamStep(stream, index, into);
    if (index % 2 == 0) {
      into.after(2 * stream);
    } else {
      into.to(2 * stream + 1);
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  @Override
  public int lines() {
    return calls.endOfLines();
  }

  @Override
  public int sender(int line) {
    return line >= ownLines
        ? calls.sender(line)
        : line % 2 == 0 ? script(line / 2) : ranks + line / 2;
  }

  @Override
  public int receiver(int line) {
    return line >= ownLines
        ? calls.receiver(line)
        : line % 2 == 0 ? ranks + line / 2 : script(line / 2);
  }

  private int script(int stream) {
    return rankOf[ranks + stream];
  }

  @Override
  public int messages(int line) {
    return line >= ownLines ? calls.messages(line) : calls.calls(line / 2);
  }

  @Override
  public long bytes(int line, int k) {
    return line >= ownLines ? calls.bytes(line, k) : 0;
  }

  @Override
  public String description() {
    return calls.description();
  }

  // --- manner -----------------------------------------------------------------------------------

  @Override
  public CollectivePace pace(int worker) {
    return moves(worker) ? calls.pace(worker) : scriptPace;
  }

  @Override
  public NcclProtocol protocol(int line) {
    return line >= ownLines ? calls.protocol(line) : NcclProtocol.SIMPLE;
  }

  @Override
  public long shortestPs() {
    return calls.shortestPs();
  }
}
