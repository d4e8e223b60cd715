package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.NcclCalibration;
import dev.headroom.model.schedule.WorkerStep;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collective calls of GPU groups, as the part of a schedule that is the same for all callers.
 *
 * <p>Workers, in this order, counted from {@code firstStream}: one for each member of each group
 * (NCCL's stream), which takes two steps for each of the group's calls, one when it begins and one
 * when it is done; then those of the collectives ({@link GroupChannels}). Lines, counted from
 * {@code firstLine}: those of each group's channels. What a stream waits for before a call, and
 * whom it tells after it, is its owner's.
 */
final class GroupCalls {
  private final List<GpuGroup> groups;
  private final int offset;
  private final int lineOffset;

  // Of groups: the first stream among all; and their calls, and by call on which channels.
  private final int[] firstStream;
  private final List<List<CollectiveCall>> calls = new ArrayList<>();
  private final List<List<Integer>> callPlaces = new ArrayList<>();

  private final int streams;
  private final int[] groupOfStream;

  // Of all channels: their group, first worker and first line.
  private final List<GroupChannels> channels = new ArrayList<>();
  private final List<Integer> groupOfChannels = new ArrayList<>();
  private final int[] firstWorker;
  private final int[] firstLine;

  // Of workers and lines: which channels; -1 where it is of none.
  private final int[] placeOfWorker;
  private final int[] placeOfLine;

  /**
   * A call that a group makes.
   *
   * @param bytes as nccl-tests counts them
   */
  record Asked(Collective collective, long bytes) {}

  /**
   * @param asked by group, what it calls in order
   * @param firstStream the number of the first worker that is a stream
   * @param firstLine the number of the first line
   */
  GroupCalls(
      List<GpuGroup> groups,
      List<List<Asked>> asked,
      NcclCalibration calibration,
      int firstStream,
      int firstLine) {
    this.groups = groups;
    offset = firstStream;
    lineOffset = firstLine;
    this.firstStream = new int[groups.size() + 1];
    for (int group = 0; group < groups.size(); group++) {
      this.firstStream[group + 1] = this.firstStream[group] + groups.get(group).size();
    }
    streams = this.firstStream[groups.size()];
    groupOfStream = new int[streams];
    for (int group = 0; group < groups.size(); group++) {
      Arrays.fill(groupOfStream, this.firstStream[group], this.firstStream[group + 1], group);
    }
    Map<List<Object>, CollectiveCall> known = new HashMap<>();
    for (int group = 0; group < groups.size(); group++) {
      connect(group, asked.get(group), known, calibration);
    }
    firstWorker = new int[channels.size() + 1];
    this.firstLine = new int[channels.size() + 1];
    firstWorker[0] = offset + streams;
    this.firstLine[0] = lineOffset;
    for (int i = 0; i < channels.size(); i++) {
      channels.get(i).close();
      firstWorker[i + 1] = Math.addExact(firstWorker[i], channels.get(i).workers());
      this.firstLine[i + 1] = Math.addExact(this.firstLine[i], channels.get(i).lines());
    }
    placeOfWorker = places(firstWorker);
    placeOfLine = places(this.firstLine);
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

  private void connect(
      int group,
      List<Asked> asked,
      Map<List<Object>, CollectiveCall> known,
      NcclCalibration calibration) {
    Map<String, Integer> byKind = new HashMap<>();
    List<CollectiveCall> own = new ArrayList<>();
    List<Integer> on = new ArrayList<>();
    GpuGroup members = groups.get(group);
    for (Asked each : asked) {
      CollectiveCall call =
          known.computeIfAbsent(
              List.of(members.cluster(), each.collective(), each.bytes()),
              key ->
                  CollectiveCall.of(
                      members.cluster(), each.collective(), each.bytes(), calibration));
      int place =
          byKind.computeIfAbsent(
              call.channels(),
              kind -> {
                channels.add(new GroupChannels(members, call));
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

  // --- workers ----------------------------------------------------------------------------------

  /** Where a member's stream is among all streams. */
  int stream(int group, int member) {
    return firstStream[group] + member;
  }

  int groupOf(int stream) {
    return groupOfStream[stream];
  }

  /** How many calls the group of a stream makes. */
  int calls(int stream) {
    return calls.get(groupOfStream[stream]).size();
  }

  /** The number of the first worker behind them all. */
  int endOfWorkers() {
    return firstWorker[channels.size()];
  }

  boolean isStream(int worker) {
    return worker >= offset && worker < offset + streams;
  }

  /** The GPU of a stream or of a worker of a collective. */
  int rank(int worker) {
    if (isStream(worker)) {
      int stream = worker - offset;
      int group = groupOfStream[stream];
      return groups.get(group).members().get(stream - firstStream[group]);
    }
    int place = placeOfWorker[worker];
    return groups
        .get(groupOfChannels.get(place))
        .members()
        .get(channels.get(place).member(worker - firstWorker[place]));
  }

  /** Of a worker of a collective: {@link Schedule#pool}. */
  int pool(int worker) {
    int place = placeOfWorker[worker];
    return channels.get(place).pool(worker - firstWorker[place]);
  }

  int steps(int worker) {
    if (isStream(worker)) {
      return 2 * calls(worker - offset);
    }
    int place = placeOfWorker[worker];
    return channels.get(place).steps(worker - firstWorker[place]);
  }

  /** A step of a worker of a collective. */
  void step(int worker, int index, WorkerStep into) {
    int place = placeOfWorker[worker];
    channels.get(place).step(worker - firstWorker[place], index, into);
    into.from(firstLine[place]);
  }

  /** What a stream tells the workers of a call when it begins, and hears of them when it ends. */
  void streamStep(int stream, int index, WorkerStep into) {
    int group = groupOfStream[stream];
    CollectiveCall call = calls.get(group).get(index / 2);
    int place = callPlaces.get(group).get(index / 2);
    GroupChannels on = channels.get(place);
    int lines = firstLine[place];
    boolean begins = index % 2 == 0;
    into.lasting(0);
    for (int worker : on.workersOf(stream - firstStream[group])) {
      if (GroupChannels.takesPart(call, worker)) {
        if (begins) {
          into.to(lines + worker);
        } else {
          into.after(lines + on.workers() + worker);
        }
      }
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  /** The number of the first line behind them all. */
  int endOfLines() {
    return firstLine[channels.size()];
  }

  int sender(int line) {
    int place = placeOfLine[line];
    int own = line - firstLine[place];
    int worker = channels.get(place).sender(own);
    return worker < 0 ? streamAt(place, own) : firstWorker[place] + worker;
  }

  int receiver(int line) {
    int place = placeOfLine[line];
    int own = line - firstLine[place];
    int worker = channels.get(place).receiver(own);
    return worker < 0 ? streamAt(place, own) : firstWorker[place] + worker;
  }

  private int streamAt(int place, int line) {
    return offset + firstStream[groupOfChannels.get(place)] + channels.get(place).streamOf(line);
  }

  int messages(int line) {
    int place = placeOfLine[line];
    return channels.get(place).messages(line - firstLine[place]);
  }

  long bytes(int line, int k) {
    int place = placeOfLine[line];
    return channels.get(place).bytes(line - firstLine[place], k);
  }

  String description() {
    int all = calls.stream().mapToInt(List::size).sum();
    long calling = calls.stream().filter(own -> !own.isEmpty()).count();
    return "%s in %s of GPUs"
        .formatted(CountedNoun.of(all, "call"), CountedNoun.of(calling, "group"));
  }

  // --- manner -----------------------------------------------------------------------------------

  /** Of a worker of a collective. */
  CollectivePace pace(int worker) {
    return channels.get(placeOfWorker[worker]).call().pace();
  }

  NcclProtocol protocol(int line) {
    return channels.get(placeOfLine[line]).call().protocol();
  }

  long shortestPs() {
    return channels.stream()
        .mapToLong(each -> each.call().pace().shortestPs())
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
