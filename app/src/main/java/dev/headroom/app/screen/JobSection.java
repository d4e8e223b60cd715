package dev.headroom.app.screen;

import dev.headroom.app.results.Figures;
import dev.headroom.app.results.JobWords;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.JobResult.Calls;
import dev.headroom.sim.measure.JobResult.Gpu;
import java.util.Comparator;
import java.util.Optional;

/** Where a job's time went, as a section of the screen. */
final class JobSection {
  private static final int WAITING = 5;
  private static final double SLOW = 1.05;

  private final JobResult job;
  private final long durationPs;
  private final Page page;

  private JobSection(JobResult job, long durationPs, Page page) {
    this.job = job;
    this.durationPs = durationPs;
    this.page = page;
  }

  static void write(JobResult job, long durationPs, Page page) {
    JobSection section = new JobSection(job, durationPs, page);
    page.heading("step");
    section.totals();
    section.calls();
    if (job.donePs() >= 0) {
      section.slowest();
    }
    section.waiting();
  }

  private void totals() {
    String rate =
        job.donePs() <= 0 || job.samples() == 0
            ? ""
            : " · %s sequences, %s a second"
                .formatted(
                    Figures.count(job.samples()),
                    Figures.ratio(job.samples() / (job.donePs() * 1e-12)));
    page.labelled(
        job.donePs() < 0 ? "not done" : "took",
        Figures.time(durationPs)
            + rate
            + (JobWords.isOneCollective(job)
                ? ""
                : " · GPUs compute "
                    + Figures.percent(JobWords.computing(job, durationPs))
                    + ", wait "
                    + Figures.percent(JobWords.waiting(job, durationPs))));
  }

  private void calls() {
    if (JobWords.isOneCollective(job)) {
      return;
    }
    Table table =
        new Table(2, "group", "collective", "groups", "calls", "data", "runs", "exposed", "busbw");
    for (Calls calls : job.calls()) {
      table.row(
          calls.kind(),
          calls.collective(),
          calls.groups() + " x " + calls.gpus(),
          Figures.count(calls.calls()),
          Figures.bytes(calls.bytes()),
          Figures.time(calls.busyPs()),
          Figures.time(calls.exposedPs()),
          "%.1f GB/s".formatted(calls.busBytesPerSecond() / 1e9));
    }
    page.table(table);
  }

  /** A GPU that computes longer than the others holds all of them up. */
  private void slowest() {
    Optional<Gpu> most = job.gpus().stream().max(Comparator.comparingLong(Gpu::computedPs));
    double mean = job.gpus().stream().mapToLong(Gpu::computedPs).average().orElse(0);
    most.filter(gpu -> gpu.computedPs() > SLOW * mean)
        .ifPresent(gpu ->
            page.labelled(
                "straggler",
                "GPU %d computes %s, the others %s on average"
                    .formatted(
                        job.gpus().indexOf(gpu),
                        Figures.time(gpu.computedPs()),
                        Figures.time(
                            (mean * job.gpus().size() - gpu.computedPs())
                                / (job.gpus().size() - 1.0)))));
  }

  private void waiting() {
    for (JobResult.Waiting each : job.waiting().stream().limit(WAITING).toList()) {
      page.labelled(
          job.rankWord() + " " + each.gpu(),
          each.what().isEmpty()
              ? "stopped after %d of %d operations, at %s"
                  .formatted(each.operation(), each.operations(), Figures.time(each.sincePs()))
              : "waits for %s since %s%s"
                  .formatted(each.what(), Figures.time(each.sincePs()), absent(each)));
    }
    JobWords.errorLines(job, 1).forEach(line -> page.labelled("PyTorch says", line));
  }

  private String absent(JobResult.Waiting waiting) {
    if (JobWords.isOneCollective(job)) {
      return "";
    }
    if (waiting.absent().isEmpty()) {
      return "; all have called, messages are missing";
    }
    int more = waiting.absent().size() - 1;
    return "; not called by GPU %d".formatted(waiting.absent().getFirst())
        + (more > 0 ? " and %d more".formatted(more) : "");
  }
}
