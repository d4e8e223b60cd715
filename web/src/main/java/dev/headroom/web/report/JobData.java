package dev.headroom.web.report;

import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.JobResult;
import java.util.List;

/**
 * Report data of some GPUs of a job: activities as pairs of start and length; empty without a job.
 */
final class JobData {
  /** Spans nearer to each other than this part of the whole are drawn as one. */
  private static final int FINEST = 2000;

  private JobData() {}

  static void write(JsonWriter json, RunSummary summary) {
    json.array("tracks");
    for (WorkloadFigures workload : summary.workloads()) {
      for (JobResult.Track track : workload.job().map(JobResult::tracks).orElse(List.of())) {
        json.object()
            .put("part", workload.name())
            .put("gpu", track.gpu())
            .put("what", track.kind())
            .array("spans");
        spans(json, track.spans(), summary);
        json.endArray().endObject();
      }
    }
    json.endArray();
  }

  private static void spans(JsonWriter json, List<long[]> spans, RunSummary summary) {
    long finestPs = Math.max(1, summary.span().durationPs() / FINEST);
    long from = -1;
    long to = -1;
    for (long[] span : spans) {
      if (from >= 0 && span[0] - to < finestPs) {
        to = Math.max(to, span[1]);
      } else {
        if (from >= 0) {
          json.add(from - summary.span().startPs()).add(to - from);
        }
        from = span[0];
        to = span[1];
      }
    }
    if (from >= 0) {
      json.add(from - summary.span().startPs()).add(to - from);
    }
  }
}
