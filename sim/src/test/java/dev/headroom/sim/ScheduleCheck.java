package dev.headroom.sim;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.inference.InferenceSchedule;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.storage.StorageSchedule;
import dev.headroom.model.workload.CalledCollective;
import dev.headroom.sim.collective.ScheduleWorkers;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.InferenceResult;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.ScheduleResult;
import dev.headroom.sim.measure.StorageResult;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What holds of a schedule: its ranks, its messages, and what is told of them. */
final class ScheduleCheck {
  private final Observed run;
  private final Faults faults;
  private final List<@Nullable FlowResult> flows;
  private final ScheduleWorkers workers;
  private final ScheduledPart part;
  private final ScheduledFlows scheduled;
  private final ScheduleResult result;

  ScheduleCheck(Observed run, Faults faults, ScheduleWorkers workers, ScheduleResult result) {
    this.run = run;
    this.faults = faults;
    this.workers = workers;
    this.result = result;
    flows = run.flows();
    part = workers.part();
    scheduled = part.flows();
  }

  private long lastRankPs() {
    long last = -1;
    for (int rank = 0; rank < workers.ranks(); rank++) {
      last = Math.max(last, workers.donePs(rank));
    }
    return last;
  }

  private boolean isDone() {
    return IntStream.range(0, workers.ranks()).allMatch(rank -> workers.donePs(rank) >= 0);
  }

  /** A schedule that could go on does: some message is under way, or some GPU has died. */
  void explainStanding() {
    if (isDone()) {
      return;
    }
    boolean underWay = anyMessage(flow -> flow.startPs() >= 0 && !flow.finished());
    faults.expect(underWay || somebodyDies(), "a schedule stands still, and nothing says why");
    faults.expect(
        scheduled.schedule() instanceof StorageSchedule
            || result.job().filter(job -> !job.waiting().isEmpty()).isPresent(),
        "ranks are not done, and nobody is said to wait");
  }

  private boolean somebodyDies() {
    return scheduled.recipe().parameters().asMap().containsKey("workload.deadGpu");
  }

  private boolean anyMessage(Predicate<FlowResult> what) {
    for (FlowResult flow : flows) {
      if (flow != null && part.has(flow.flow()) && what.test(flow)) {
        return true;
      }
    }
    return false;
  }

  void check() {
    checkMessages();
    long donePs = donePs();
    faults.expect(
        result.donePs() == donePs,
        "part %d ended at %d ps, its last rank and message at %d"
            .formatted(part.part(), result.donePs(), donePs));
    result.job().ifPresent(this::checkJob);
    result.storage().ifPresent(this::checkStorage);
    result.inference().ifPresent(this::checkInference);
    if (donePs >= 0 && !run.isRounded()) {
      CalledCollective.of(scheduled).ifPresent(this::checkRate);
    }
  }

  /** When all ranks were done and all messages known to be there; -1 while one is not. */
  private long donePs() {
    if (!isDone() || anyMessage(flow -> !flow.finished() || flow.deliveredPs() < 0)) {
      return -1;
    }
    long last = lastRankPs();
    for (FlowResult flow : flows) {
      if (flow != null && part.has(flow.flow())) {
        last = Math.max(last, Math.max(flow.deliveredPs(), flow.completedPs()));
      }
    }
    return last;
  }

  /**
   * Messages leave in the order of their line, and ranks are done after the last that they need.
   */
  private void checkMessages() {
    Schedule schedule = scheduled.schedule();
    for (int flow = 0; flow < scheduled.flows(); flow++) {
      FlowResult message = flows.get(part.firstFlow() + flow);
      if (message == null || message.startPs() < 0) {
        continue;
      }
      int line = scheduled.line(flow);
      int before = flow - scheduled.split();
      FlowResult earlier =
          before < scheduled.firstFlow(line) ? null : flows.get(part.firstFlow() + before);
      faults.expect(
          earlier == null || (earlier.startPs() >= 0 && earlier.startPs() <= message.startPs()),
          "message %d left before the one before it on its line".formatted(flow));
      int rank = schedule.rank(schedule.receiver(line));
      long done = workers.donePs(rank);
      faults.expect(
          done < 0 || (message.deliveredPs() >= 0 && message.deliveredPs() <= done),
          "%s was done at %d ps, and message %d to it came at %d"
              .formatted(workers.name(rank), done, flow, message.deliveredPs()));
    }
  }

  private void checkJob(JobResult job) {
    long endPs = run.result().endPs();
    faults.expect(
        isDone() == (job.donePs() >= 0), "the job is told to be done otherwise than its ranks");
    for (int rank = 0; rank < job.gpus().size(); rank++) {
      JobResult.Gpu gpu = job.gpus().get(rank);
      faults.expect(gpu.donePs() == workers.donePs(rank), "GPU " + rank + " was done otherwise");
      faults.expect(
          gpu.computedPs() >= 0 && gpu.exposedPs() >= 0,
          "GPU %d computed for %d ps and waited for %d"
              .formatted(rank, gpu.computedPs(), gpu.exposedPs()));
      // One with nothing to do is done at 0, before the first that has anything to do begins.
      long within = Math.max(0, gpu.donePs() - job.startPs());
      faults.expect(
          gpu.donePs() < 0 || gpu.computedPs() + gpu.exposedPs() <= within,
          "GPU %d computed for %d ps and waited for %d, in %d"
              .formatted(rank, gpu.computedPs(), gpu.exposedPs(), within));
    }
    for (JobResult.Track track : job.tracks()) {
      long free = 0;
      for (long[] span : track.spans()) {
        faults.expect(
            span[0] >= free && span[1] >= span[0] && span[1] <= Math.max(endPs, lastRankPs()),
            "GPU %d was at %s twice at a time".formatted(track.gpu(), track.kind()));
        free = span[1];
      }
    }
    for (JobResult.Waiting waiting : job.waiting()) {
      faults.expect(
          workers.donePs(waiting.gpu()) < 0, "GPU %d waits and is done".formatted(waiting.gpu()));
      faults.expect(
          waiting.sincePs() >= 0 && waiting.sincePs() <= endPs,
          "GPU %d waits since %d ps".formatted(waiting.gpu(), waiting.sincePs()));
    }
  }

  private void checkStorage(StorageResult storage) {
    faults.expect(
        storage.completedRequests() <= storage.requestCount()
            && (!isDone() || storage.completedRequests() == storage.requestCount()),
        "%d of %d requests were answered"
            .formatted(storage.completedRequests(), storage.requestCount()));
    faults.expect(
        !isDone() || storage.lastPs() <= lastRankPs(),
        "a request was answered after all hosts were done");
    long block = ((StorageSchedule) scheduled.schedule()).requests().blockBytes();
    faults.expect(
        storage.bytes() == block * storage.completedRequests(),
        "%d requests of %d B moved %d"
            .formatted(storage.completedRequests(), block, storage.bytes()));
    for (long latency : storage.latenciesPs()) {
      faults.expect(latency > 0, "a request took no time");
    }
  }

  private void checkInference(InferenceResult told) {
    InferenceSchedule schedule = (InferenceSchedule) scheduled.schedule();
    faults.expect(
        told.answeredPrompts() <= told.promptCount()
            && (!isDone() || told.answeredPrompts() == told.promptCount()),
        "%d of %d prompts were answered".formatted(told.answeredPrompts(), told.promptCount()));
    long last = schedule.startPs();
    for (long[] times :
        List.of(told.firstTokenPs(), told.waitedPs(), told.workedPs(), told.exposedPs())) {
      faults.expect(
          times.length == told.answeredPrompts() && (times.length == 0 || times[0] >= 0),
          "%d prompts were answered, and %d took time"
              .formatted(told.answeredPrompts(), times.length));
    }
    for (int prompt = 0; prompt < schedule.serving().count(); prompt++) {
      last = Math.max(last, schedule.startPs() + schedule.serving().endPs(prompt));
    }
    faults.expect(
        !isDone() || lastRankPs() >= last,
        "all was answered at %d ps, and worked through at %d".formatted(lastRankPs(), last));
  }

  /** No collective is faster than what each machine must hear of the others comes to its NICs. */
  private void checkRate(CalledCollective called) {
    Cluster cluster = scheduled.layout().cluster();
    int machines = cluster.machines();
    double bytes = leastBytes(called, machines) - 16.0 * called.ranks();
    int nics = cluster.machine().rails().nics();
    long timePs = result.donePs() - called.startPs();
    for (int machine = 0; machine < machines; machine++) {
      double bps = 0;
      for (int nic = 0; nic < nics; nic++) {
        int host = run.scenario().fabric().hosts().get(hostAt(machine * nics + nic)).id();
        int link = run.scenario().fabric().ports().get(host).getFirst();
        bps += run.scenario().fabric().links().get(link).rate().bps();
      }
      faults.expect(
          called.times() * bytes * 8e12 / bps <= timePs,
          "a %s of %d B took %d ps, and machine %d had %.0f B to hear at %.3g b/s each time"
              .formatted(called.collective().word(), called.bytes(), timePs, machine, bytes, bps));
    }
  }

  private int hostAt(int place) {
    return IntStream.range(0, run.scenario().fabric().hosts().size())
        .filter(host -> scheduled.placeOf(host) == place)
        .findFirst()
        .orElseThrow();
  }

  /** What comes into each of several machines at least, once all within has been put together. */
  private static double leastBytes(CalledCollective called, int machines) {
    double all = called.bytes();
    double each = (double) called.ranks() / machines;
    Collective collective = called.collective();
    if (machines == 1) {
      return 0;
    }
    return switch (collective) {
      case ALL_REDUCE -> all;
      case ALL_GATHER -> all * (machines - 1) / machines;
      case REDUCE_SCATTER -> all / machines;
      case ALL_TO_ALL -> each * (called.ranks() - each) * all / called.ranks();
      default -> 0;
    };
  }
}
