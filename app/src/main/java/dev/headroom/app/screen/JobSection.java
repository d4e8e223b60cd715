package dev.headroom.app.screen;

import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.Straggler;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.run.summary.JobText;
import dev.headroom.run.summary.JobWaitText;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.JobResult.Calls;
import java.util.List;

/** Section about the time of a job: computing, collectives and waiting. */
final class JobSection {
  private static final int WAITING = 5;
  private static final double WORTH_NAMING = 0.01;

  private final JobResult job;
  private final long durationPs;
  private final TerminalPage page;

  private JobSection(JobResult job, long durationPs, TerminalPage page) {
    this.job = job;
    this.durationPs = durationPs;
    this.page = page;
  }

  /** Nothing where the workload has no job. */
  static void write(WorkloadFigures workload, TerminalPage page) {
    workload.job().ifPresent(job -> write(workload, job, page));
  }

  private static void write(WorkloadFigures workload, JobResult job, TerminalPage page) {
    JobSection section = new JobSection(job, workload.durationPs(), page);
    page.heading(workload.name().isBlank() ? "step" : "step of workload entry " + workload.name());
    section.totals();
    section.calls();
    if (job.donePs() >= 0) {
      Straggler.of(job).ifPresent(section::slowest);
    }
    section.waiting();
  }

  private void totals() {
    String rate =
        job.stepPs() <= 0 || job.samples() == 0
            ? ""
            : " · %s sequences, %s a second"
                .formatted(
                    NumberText.count(job.samples()),
                    NumberText.ratio(job.samples() / (job.stepPs() * 1e-12)));
    page.labelled(
        job.donePs() < 0 ? "not done" : "took",
        NumberText.time(durationPs)
            + rate
            + (JobText.isOneCollective(job)
                ? ""
                : " · GPUs compute "
                    + NumberText.percent(JobText.computing(job, durationPs))
                    + ", wait "
                    + NumberText.percent(JobText.waiting(job, durationPs))
                    + bubble()
                    + done()));
  }

  /** What of that no network could shorten. */
  private String bubble() {
    double share = JobText.bubble(job, durationPs);
    return share < WORTH_NAMING
        ? ""
        : " (%s in the pipeline's bubble)".formatted(NumberText.percent(share));
  }

  /** GPUs whose script ends before the last one's neither compute nor wait from then on. */
  private String done() {
    double rest = 1 - JobText.computing(job, durationPs) - JobText.waiting(job, durationPs);
    return rest < WORTH_NAMING
        ? ""
        : (job.donePs() < 0 ? ", are done or stopped " : ", are done ") + NumberText.percent(rest);
  }

  private void calls() {
    if (JobText.isOneCollective(job)) {
      return;
    }
    AlignedTable table =
        new AlignedTable(
            2, "group", "collective", "groups", "calls", "data", "runs", "exposed", "busbw");
    for (Calls calls : job.calls()) {
      table.row(
          calls.kind(),
          calls.collective(),
          calls.groups() + " x " + calls.gpus(),
          NumberText.count(calls.calls()),
          NumberText.bytes(calls.bytes()),
          NumberText.time(calls.busyPs()),
          NumberText.time(calls.exposedPs()),
          "%.1f GB/s".formatted(calls.busBytesPerSecond() / 1e9));
    }
    page.table(table);
    for (Calls calls : job.calls()) {
      if (calls.bubblePs() > WORTH_NAMING * durationPs) {
        page.labelled(
            "bubble",
            "%s before GPUs started to send data for which others waited in %s"
                .formatted(NumberText.time(calls.bubblePs()), calls.kind()));
      }
    }
  }

  private void slowest(Straggler slow) {
    page.labelled(
        slow.count() == 1 ? "straggler" : "slowest",
        "GPU %d %s %s, the others %s on average"
            .formatted(
                slow.first(),
                slow.count() == 1
                    ? "computes"
                    : "and %s more compute".formatted(NumberText.count(slow.count() - 1L)),
                NumberText.time(slow.computesPs()),
                NumberText.time(slow.othersPs())));
  }

  private void waiting() {
    for (JobResult.Waiting each : job.waiting().stream().limit(WAITING).toList()) {
      String since = NumberText.time(each.sincePs());
      page.labelled(
          job.rankWord() + " " + each.gpu(),
          switch (each.reason()) {
            case GpuWait.Nothing() ->
                "stopped after %d of %d operations, at %s"
                    .formatted(each.operation(), each.operations(), since);
            case GpuWait.Call call ->
                "waits for %s since %s; %s"
                    .formatted(JobWaitText.waitReason(each), since, absent(call.absent()));
            case GpuWait.Messages _ ->
                "waits for %s since %s".formatted(JobWaitText.waitReason(each), since);
          });
    }
    JobWaitText.errorLines(job, 1).forEach(line -> page.labelled("PyTorch says", line));
  }

  private static String absent(List<Integer> gpus) {
    if (gpus.isEmpty()) {
      return "all called it, but messages are missing";
    }
    int more = gpus.size() - 1;
    return "not called by GPU %d".formatted(gpus.getFirst())
        + (more > 0 ? " and %d more".formatted(more) : "");
  }
}
