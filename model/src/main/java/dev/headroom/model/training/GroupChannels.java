package dev.headroom.model.training;

import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.WorkerStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Workers of a group for its calls of one kind: the same collective, algorithm, protocol and number
 * of channels. They go from call to call; in each, a worker first waits for the stream of its GPU,
 * then takes the steps of the collective, then tells the stream.
 *
 * <p>Of W workers and L lines of the collective: lines {@code w} (from the stream), {@code W + w}
 * (to the stream) and {@code 2W + l}. All are counted from 0 here.
 */
final class GroupChannels {
  /** Steps of a call beside those of the collective: the first and the last. */
  private static final int OWN_STEPS = 2;

  private final GpuGroup group;
  private final CollectiveCall first;

  /** The calls, those of equal size that follow each other taken together. */
  private final List<CollectiveCall> runs = new ArrayList<>();

  private int[] counts = new int[8];

  /** By run and worker, the steps of a call. */
  private int[][] perCall = {};

  /** By worker and run, the steps before it; by line and run, the messages before it. */
  private int[][] stepsBefore = {};

  private int[][] messagesBefore = {};

  /** By member of the group, its workers. */
  private int[][] workersOf = {};

  GroupChannels(GpuGroup group, CollectiveCall first) {
    this.group = group;
    this.first = first;
  }

  /** Takes one more call in; returns its number. */
  void add(CollectiveCall call) {
    if (runs.isEmpty() || !runs.getLast().equals(call)) {
      runs.add(call);
      if (runs.size() > counts.length) {
        counts = Arrays.copyOf(counts, 2 * counts.length);
      }
    }
    counts[runs.size() - 1]++;
  }

  /** To be told once all calls are known. */
  void close() {
    perCall = new int[runs.size()][workers()];
    for (int run = 0; run < perCall.length; run++) {
      Schedule own = runs.get(run).schedule();
      Arrays.setAll(perCall[run], worker -> perCall(own.steps(worker)));
    }
    stepsBefore = new int[workers()][];
    for (int worker = 0; worker < workers(); worker++) {
      int[] before = new int[runs.size() + 1];
      for (int run = 0; run < runs.size(); run++) {
        before[run + 1] =
            Math.addExact(before[run], Math.multiplyExact(counts[run], perCall[run][worker]));
      }
      stepsBefore[worker] = before;
    }
    messagesBefore = new int[schedule().lines()][];
    for (int line = 0; line < messagesBefore.length; line++) {
      int[] before = new int[runs.size() + 1];
      for (int run = 0; run < runs.size(); run++) {
        int each = runs.get(run).schedule().messages(line);
        before[run + 1] = Math.addExact(before[run], Math.multiplyExact(counts[run], each));
      }
      messagesBefore[line] = before;
    }
    workersOf = new int[group.size()][];
    int[] fill = new int[group.size()];
    for (int worker = 0; worker < workers(); worker++) {
      fill[schedule().rank(worker)]++;
    }
    for (int member = 0; member < fill.length; member++) {
      workersOf[member] = new int[fill[member]];
    }
    Arrays.fill(fill, 0);
    for (int worker = 0; worker < workers(); worker++) {
      int member = schedule().rank(worker);
      workersOf[member][fill[member]++] = worker;
    }
  }

  private Schedule schedule() {
    return first.schedule();
  }

  CollectiveCall call() {
    return first;
  }

  int workers() {
    return schedule().workers();
  }

  int lines() {
    return 2 * workers() + schedule().lines();
  }

  int member(int worker) {
    return schedule().rank(worker);
  }

  int pool(int worker) {
    return schedule().pool(worker);
  }

  int[] workersOf(int member) {
    return workersOf[member];
  }

  private static int perCall(int steps) {
    return steps == 0 ? 0 : steps + OWN_STEPS;
  }

  int steps(int worker) {
    return stepsBefore[worker][runs.size()];
  }

  void step(int worker, int index, WorkerStep into) {
    int run = runAt(stepsBefore[worker], index);
    int per = perCall[run][worker];
    int k = (index - stepsBefore[worker][run]) % per;
    if (k == 0) {
      into.lasting(first.pace().startPs()).after(worker);
    } else if (k == per - 1) {
      into.lasting(0).to(workers() + worker);
    } else {
      runs.get(run).schedule().step(worker, k - 1, into);
      into.from(2 * workers());
    }
  }

  /** The run that the k-th of something is in, given how many there are before each. */
  private static int runAt(int[] before, int k) {
    int at = Arrays.binarySearch(before, k + 1);
    int run = at >= 0 ? at - 1 : -at - 2;
    while (run > 0 && before[run] > k) {
      run--;
    }
    return run;
  }

  /** A worker of the line, whichever end; -1 for the stream's end. */
  int sender(int line) {
    return line < workers()
        ? -1
        : line < 2 * workers() ? line - workers() : schedule().sender(line - 2 * workers());
  }

  int receiver(int line) {
    return line < workers()
        ? line
        : line < 2 * workers() ? -1 : schedule().receiver(line - 2 * workers());
  }

  /** The member of the group whose stream is one end of a line that is not the collective's. */
  int streamOf(int line) {
    return member(line % workers());
  }

  int messages(int line) {
    if (line >= 2 * workers()) {
      return messagesBefore[line - 2 * workers()][runs.size()];
    }
    int worker = line % workers();
    int calls = 0;
    for (int run = 0; run < runs.size(); run++) {
      calls += takesPart(runs.get(run), worker) ? counts[run] : 0;
    }
    return calls;
  }

  long bytes(int line, int k) {
    if (line < 2 * workers()) {
      return 0;
    }
    int own = line - 2 * workers();
    int run = runAt(messagesBefore[own], k);
    Schedule schedule = runs.get(run).schedule();
    return schedule.bytes(own, (k - messagesBefore[own][run]) % schedule.messages(own));
  }

  /** Whether a worker has anything to do in a call. */
  static boolean takesPart(CollectiveCall call, int worker) {
    return call.schedule().steps(worker) > 0;
  }
}
