package dev.headroom.model.training;

import dev.headroom.model.collective.Protocol;
import dev.headroom.model.schedule.Calibration;
import dev.headroom.model.schedule.Manner;
import dev.headroom.model.schedule.Pace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A job as workers, steps and lines.
 *
 * <p>Workers, in this order: one of each GPU that runs its script; one for each group that it is in
 * (NCCL's stream), which takes the group's calls one after another; and those of the collectives
 * ({@link Channels}). Lines: from a script to each of its streams, and back; then those of each
 * group's channels.
 */
public final class JobSchedule implements Schedule, Manner {
  /** 26 days: later than any run stops. */
  private static final long FOREVER_PS = 1L << 61;

  private static final int[] NOBODY = {};

  private final Job job;
  private final long samples;
  private final int ranks;

  /** What each GPU does; the same list for those that do the same. */
  private final List<List<Operation>> operations;

  // Of groups: the first stream among all; and their calls, and by call on which channels.
  private final int[] firstStream;
  private final List<List<Call>> calls = new ArrayList<>();
  private final List<List<Integer>> callPlaces = new ArrayList<>();

  // Of streams: group and member.
  private final int streams;
  private final int[] groupOfStream;

  // Of all channels: their group, first worker and first line.
  private final List<Channels> channels = new ArrayList<>();
  private final List<Integer> groupOfChannels = new ArrayList<>();
  private final int[] firstWorker;
  private final int[] firstLine;

  /** By kind of group and GPU, the GPU's stream of it. */
  private final Map<GroupKind, int[]> streamOf;

  // Of workers: the GPU, and which channels; of lines: which channels. -1 where it is of none.
  private final int[] rankOf;
  private final int[] placeOfWorker;
  private final int[] placeOfLine;
  private final Pace scriptPace;

  /**
   * @param samples sequences that the job works through, of all GPUs; 0 if it is not training
   * @throws IllegalArgumentException if the GPUs of a group do not call the same in the same order;
   *     the message names them
   */
  public JobSchedule(Job job, Calibration calibration, long samples) {
    this.samples = samples;
    this.job = job;
    ranks = job.layout().ranks();
    operations = operations(job);
    List<Group> groups = job.groups();
    firstStream = new int[groups.size() + 1];
    for (int group = 0; group < groups.size(); group++) {
      firstStream[group + 1] = firstStream[group] + groups.get(group).size();
    }
    streams = firstStream[groups.size()];
    groupOfStream = new int[streams];
    for (int group = 0; group < groups.size(); group++) {
      Arrays.fill(groupOfStream, firstStream[group], firstStream[group + 1], group);
    }
    Map<List<Object>, Call> known = new HashMap<>();
    List<List<Operation.Start>> started = startedByGroup();
    for (int group = 0; group < groups.size(); group++) {
      connect(group, started.get(group), known, calibration);
    }
    firstWorker = new int[channels.size() + 1];
    firstLine = new int[channels.size() + 1];
    firstWorker[0] = ranks + streams;
    firstLine[0] = 2 * streams;
    for (int i = 0; i < channels.size(); i++) {
      channels.get(i).close();
      firstWorker[i + 1] = Math.addExact(firstWorker[i], channels.get(i).workers());
      firstLine[i + 1] = Math.addExact(firstLine[i], channels.get(i).lines());
    }
    scriptPace = new Pace(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, Integer.MAX_VALUE);
    streamOf = streamsByKind();
    placeOfWorker = places(firstWorker);
    placeOfLine = places(firstLine);
    rankOf = new int[workers()];
    Arrays.setAll(rankOf, this::findRank);
  }

  /** By number, which channels it is of, given the first of each. */
  private static int[] places(int[] first) {
    int[] places = new int[first[first.length - 1]];
    Arrays.fill(places, -1);
    for (int place = 0; place + 1 < first.length; place++) {
      Arrays.fill(places, first[place], first[place + 1], place);
    }
    return places;
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
        int stream = firstStream[group] + member;
        for (Map.Entry<GroupKind, int[]> entry : byKind.entrySet()) {
          if (job.groupOf(entry.getKey(), rank) == group) {
            entry.getValue()[rank] = stream;
          }
        }
      }
    }
    return byKind;
  }

  private static List<List<Operation>> operations(Job job) {
    IdentityHashMap<List<Operation>, Map<Set<GroupKind>, List<Operation>>> made =
        new IdentityHashMap<>();
    List<List<Operation>> all = new ArrayList<>();
    for (int rank = 0; rank < job.layout().ranks(); rank++) {
      int own = rank;
      all.add(
          made.computeIfAbsent(job.scripts().get(rank), script -> new HashMap<>())
              .computeIfAbsent(job.kindsOf(rank), kinds -> job.operations(own)));
    }
    return all;
  }

  /** What each group calls: as its first member does, and all others must. */
  private List<List<Operation.Start>> startedByGroup() {
    IdentityHashMap<List<Operation>, Map<GroupKind, List<Operation.Start>>> byScript =
        new IdentityHashMap<>();
    List<List<Operation.Start>> started = new ArrayList<>();
    for (int place = 0; place < job.groups().size(); place++) {
      Group group = job.groups().get(place);
      List<Operation.Start> calls = null;
      for (int rank : group.members()) {
        GroupKind kind = kindOf(place, rank);
        List<Operation.Start> own =
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
    throw new IllegalArgumentException("GPU %d does not know its group".formatted(rank));
  }

  private List<Operation.Start> starts(int rank, GroupKind kind) {
    return operations.get(rank).stream()
        .filter(Operation.Start.class::isInstance)
        .map(Operation.Start.class::cast)
        .filter(start -> start.kind() == kind)
        .toList();
  }

  private void checkSame(
      Group group, int rank, List<Operation.Start> calls, List<Operation.Start> own) {
    boolean same = calls.size() == own.size();
    for (int i = 0; same && i < calls.size(); i++) {
      same =
          calls.get(i).collective() == own.get(i).collective()
              && calls.get(i).bytes() == own.get(i).bytes();
    }
    if (!same) {
      throw new IllegalArgumentException(
          "GPU %d and GPU %d are in one group, but do not call the same in the same order"
              .formatted(group.members().getFirst(), rank));
    }
  }

  private void connect(
      int group,
      List<Operation.Start> started,
      Map<List<Object>, Call> known,
      Calibration calibration) {
    Map<String, Integer> byKind = new HashMap<>();
    List<Call> own = new ArrayList<>();
    List<Integer> on = new ArrayList<>();
    Group members = job.groups().get(group);
    for (Operation.Start start : started) {
      Call call =
          known.computeIfAbsent(
              List.of(members.cluster(), start.collective(), start.bytes()),
              key -> Call.of(members.cluster(), start.collective(), start.bytes(), calibration));
      int place =
          byKind.computeIfAbsent(
              call.channels(),
              kind -> {
                channels.add(new Channels(members, call));
                groupOfChannels.add(group);
                return channels.size() - 1;
              });
      channels.get(place).add(call);
      own.add(call);
      on.add(place);
    }
    calls.add(own);
    callPlaces.add(on);
  }

  public Job job() {
    return job;
  }

  /** Sequences that the job works through, of all GPUs; 0 if it is not training. */
  public long samples() {
    return samples;
  }

  /** What a GPU does; the k-th of these is the k-th step of worker {@code rank}. */
  public List<Operation> operations(int rank) {
    return operations.get(rank);
  }

  /** The worker that is a GPU's stream of a group; it takes two steps for each call. */
  public int stream(int group, int member) {
    return ranks + firstStream[group] + member;
  }

  private int stream(GroupKind kind, int rank) {
    return streamOf.getOrDefault(kind, NOBODY)[rank];
  }

  // --- workers ----------------------------------------------------------------------------------

  @Override
  public int workers() {
    return firstWorker[channels.size()];
  }

  private boolean isScript(int worker) {
    return worker < ranks;
  }

  private boolean isStream(int worker) {
    return worker < ranks + streams;
  }

  @Override
  public boolean moves(int worker) {
    return !isStream(worker);
  }

  @Override
  public int rank(int worker) {
    return rankOf[worker];
  }

  private int findRank(int worker) {
    if (isScript(worker)) {
      return worker;
    }
    if (isStream(worker)) {
      int stream = worker - ranks;
      int group = groupOfStream[stream];
      return job.groups().get(group).members().get(stream - firstStream[group]);
    }
    int place = placeOfWorker[worker];
    return job.groups()
        .get(groupOfChannels.get(place))
        .members()
        .get(channels.get(place).member(worker - firstWorker[place]));
  }

  @Override
  public int steps(int worker) {
    if (isScript(worker)) {
      return operations.get(worker).size();
    }
    if (isStream(worker)) {
      return 2 * calls.get(groupOfStream[worker - ranks]).size();
    }
    int place = placeOfWorker[worker];
    return channels.get(place).steps(worker - firstWorker[place]);
  }

  @Override
  public void step(int worker, int index, Step into) {
    if (isScript(worker)) {
      scriptStep(worker, operations.get(worker).get(index), into);
    } else if (isStream(worker)) {
      streamStep(worker - ranks, index, into);
    } else {
      int place = placeOfWorker[worker];
      channels.get(place).step(worker - firstWorker[place], index, into);
      into.from(firstLine[place]);
    }
  }

  private void scriptStep(int rank, Operation operation, Step into) {
    switch (operation) {
      case Operation.Compute compute -> into.lasting(compute.ps());
      case Operation.Stop stop -> into.lasting(FOREVER_PS);
      case Operation.Start start -> into.lasting(0).to(2 * stream(start.kind(), rank));
      case Operation.Await await -> into.lasting(0).after(2 * stream(await.kind(), rank) + 1);
    }
  }

  private void streamStep(int stream, int index, Step into) {
    int group = groupOfStream[stream];
    Call call = calls.get(group).get(index / 2);
    int place = callPlaces.get(group).get(index / 2);
    Channels on = channels.get(place);
    int lines = firstLine[place];
    boolean begins = index % 2 == 0;
    into.lasting(0);
    if (begins) {
      into.after(2 * stream);
    } else {
      into.to(2 * stream + 1);
    }
    for (int worker : on.workersOf(stream - firstStream[group])) {
      if (Channels.takesPart(call, worker)) {
        if (begins) {
          into.to(lines + worker);
        } else {
          into.after(lines + on.workers() + worker);
        }
      }
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  @Override
  public int lines() {
    return firstLine[channels.size()];
  }

  @Override
  public int sender(int line) {
    if (line < 2 * streams) {
      return line % 2 == 0 ? script(line / 2) : ranks + line / 2;
    }
    int place = placeOfLine[line];
    int own = line - firstLine[place];
    int worker = channels.get(place).sender(own);
    return worker < 0 ? streamAt(place, own) : firstWorker[place] + worker;
  }

  @Override
  public int receiver(int line) {
    if (line < 2 * streams) {
      return line % 2 == 0 ? ranks + line / 2 : script(line / 2);
    }
    int place = placeOfLine[line];
    int own = line - firstLine[place];
    int worker = channels.get(place).receiver(own);
    return worker < 0 ? streamAt(place, own) : firstWorker[place] + worker;
  }

  private int script(int stream) {
    return rankOf[ranks + stream];
  }

  private int streamAt(int place, int line) {
    return ranks + firstStream[groupOfChannels.get(place)] + channels.get(place).streamOf(line);
  }

  @Override
  public int messages(int line) {
    if (line < 2 * streams) {
      return calls.get(groupOfStream[line / 2]).size();
    }
    int place = placeOfLine[line];
    return channels.get(place).messages(line - firstLine[place]);
  }

  @Override
  public long bytes(int line, int k) {
    if (line < 2 * streams) {
      return 0;
    }
    int place = placeOfLine[line];
    return channels.get(place).bytes(line - firstLine[place], k);
  }

  @Override
  public String description() {
    int all = calls.stream().mapToInt(List::size).sum();
    long calling = calls.stream().filter(own -> !own.isEmpty()).count();
    return "%d calls in %d groups of GPUs".formatted(all, calling);
  }

  // --- manner -----------------------------------------------------------------------------------

  @Override
  public Pace pace(int worker) {
    return isStream(worker) ? scriptPace : channels.get(placeOfWorker[worker]).call().pace();
  }

  @Override
  public Protocol protocol(int line) {
    return line < 2 * streams ? Protocol.SIMPLE : channels.get(placeOfLine[line]).call().protocol();
  }

  @Override
  public long shortestPs() {
    return channels.stream()
        .mapToLong(each -> each.call().pace().shortestPs())
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
