package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.training.GpuJob;
import dev.headroom.model.training.GpuOperation;
import dev.headroom.model.training.GpuScript;
import dev.headroom.model.training.JobSchedule;
import dev.headroom.model.training.Parallelism;
import java.util.List;

/** Workload {@code steps}: all GPUs of the machines whose NICs are the hosts execute a script. */
public final class StepsWorkload {
  static final Knob<String> SCRIPT =
      Knob.of(
          "workload.script",
          TEXT,
          "data all-reduce 64MiB",
          "actions of every GPU, one operation per line: compute 5us; tensor all-gather "
              + "1MiB; start data reduce-scatter 1GiB; await data; repeat 24 ... end. Groups: "
              + "tensor, data, expert, expert-data, all");
  static final Knob<Long> SAMPLES =
      Knob.of("workload.samples", WHOLE, "0", "number of sequences in it, for training throughput")
          .within("0", "1000000000");

  public static final Workload WORKLOAD =
      Workload.onChosenHosts(
              "steps",
              "a script for all GPUs: compute, call collectives, wait",
              JobFlows.parameters(List.of(SCRIPT, JobFlows.TENSOR, JobFlows.EXPERT, SAMPLES)),
              StepsWorkload::check,
              StepsWorkload::build)
          .runAs(LibraryTimeouts::ofCollectives);

  private StepsWorkload() {}

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = JobFlows.check(settings, site, 1);
    try {
      GpuScript.parse(settings.get(SCRIPT));
    } catch (GpuScript.BadLine e) {
      complaints.add(
          new KnobConflict(
              SCRIPT.name(), "line %d: %s".formatted(e.line(), e.getMessage()), e.right()));
    }
    if (complaints.isEmpty()) {
      JobFlows.fits(settings, site, SCRIPT, () -> schedule(settings, site))
          .ifPresent(complaints::add);
    }
    return complaints;
  }

  private static JobSchedule schedule(Settings settings, WorkloadSite site) {
    ClusterLayout layout = JobFlows.layout(settings, site);
    int tensor = Math.toIntExact(settings.get(JobFlows.TENSOR));
    int expert = Math.toIntExact(settings.get(JobFlows.EXPERT));
    List<GpuOperation> script = GpuScript.parse(settings.get(SCRIPT));
    GpuJob job =
        new Parallelism(tensor, expert, layout.ranks() / tensor, 1).job(layout, stage -> script);
    return JobFlows.schedule(settings, job, settings.get(SAMPLES));
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    JobSchedule schedule = schedule(settings, site);
    String description =
        "%s on %s".formatted(schedule.description(), JobFlows.layout(settings, site).cluster());
    return JobFlows.of(settings, site, schedule, description, WORKLOAD.name());
  }
}
