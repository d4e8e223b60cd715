package dev.headroom.run.results;

import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.JobText;
import dev.headroom.run.summary.JobWaitText;
import dev.headroom.sim.measure.JobResult;

/**
 * Writer of the part of {@code results.json} about computation and calls of GPUs; null where there
 * are none.
 */
final class JobJson {
  private static final int ERROR_LINES = 8;

  private final JsonWriter json;
  private final long durationPs;

  private JobJson(JsonWriter json, long durationPs) {
    this.json = json;
    this.durationPs = durationPs;
  }

  static void write(JsonWriter json, WorkloadFigures workload) {
    if (workload.job().isPresent()) {
      new JobJson(json, workload.durationPs()).write(workload.job().get());
    } else {
      json.putNull("job");
    }
  }

  private void write(JobResult job) {
    json.object("job").put("samples", job.samples());
    json.putMoment("stepPs", job.stepPs());
    json.put("samplesPerSecond", job.stepPs() <= 0 ? 0 : job.samples() / (job.stepPs() * 1e-12))
        .put("computingShare", JobText.computing(job, durationPs))
        .put("waitingShare", JobText.waiting(job, durationPs))
        .put("bubbleShare", JobText.bubble(job, durationPs));
    calls(job);
    gpus(job);
    waiting(job);
    json.array("errorLines");
    JobWaitText.errorLines(job, ERROR_LINES).forEach(json::add);
    json.endArray().endObject();
  }

  private void calls(JobResult job) {
    json.array("calls");
    for (JobResult.Calls calls : job.calls()) {
      json.object()
          .put("group", calls.kind())
          .put("collective", calls.collective())
          .put("groups", calls.groups())
          .put("gpus", calls.gpus())
          .put("calls", calls.calls())
          .put("bytes", calls.bytes())
          .put("busyPs", calls.busyPs())
          .put("exposedPs", calls.exposedPs())
          .put("mostExposedPs", calls.mostExposedPs())
          .put("bubblePs", calls.bubblePs())
          .put("busBytesPerSecond", calls.busBytesPerSecond())
          .endObject();
    }
    json.endArray();
  }

  private void gpus(JobResult job) {
    json.array("gpus");
    for (JobResult.Gpu gpu : job.gpus()) {
      json.object().put("computedPs", gpu.computedPs()).put("exposedPs", gpu.exposedPs());
      json.put("bubblePs", gpu.bubblePs());
      json.putMoment("donePs", gpu.donePs());
      json.endObject();
    }
    json.endArray();
  }

  private void waiting(JobResult job) {
    json.array("waiting");
    for (JobResult.Waiting waiting : job.waiting()) {
      json.object()
          .put("gpu", waiting.gpu())
          .put("operation", waiting.operation())
          .put("operations", waiting.operations())
          .put("waitsFor", JobWaitText.waitReason(waiting))
          .put("sincePs", waiting.sincePs())
          .array("absent");
      JobWaitText.absent(waiting).forEach(gpu -> json.add((long) gpu));
      json.endArray().endObject();
    }
    json.endArray();
  }
}
