package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.flow.EventCount;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.training.GpuJob;
import dev.headroom.model.training.JobSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Common part of all workloads in which GPUs run a job: positions of the GPUs, and their failures.
 */
final class JobFlows {
  static final Knob<Long> TENSOR = group("tensor", "8", "GPUs that share each layer");
  static final Knob<Long> EXPERT = group("expert", "1", "replicas that share the experts");
  static final Knob<Long> SLOW_GPU =
      Knob.derived("workload.slowGpu", WHOLE, "none", "index of a GPU that computes slowly, from 0")
          .within("0", "1000000");
  static final Knob<Double> SLOW_BY =
      Knob.of(
              "workload.slowBy",
              NUMBER,
              "1.5",
              "compute time of that GPU as a multiple of the normal time")
          .within("1", "1000");
  static final Knob<Long> DEAD_GPU =
      Knob.derived("workload.deadGpu", WHOLE, "none", "index of a GPU that dies, from 0")
          .within("0", "1000000");
  static final Knob<Double> DEAD_AFTER =
      Knob.of(
              "workload.deadAfter",
              NUMBER,
              "0.5",
              "fraction of its operations after which that GPU dies")
          .within("0", "1");

  private static final List<Knob<?>> MISHAPS = List.of(SLOW_GPU, SLOW_BY, DEAD_GPU, DEAD_AFTER);

  private JobFlows() {}

  private static Knob<Long> group(String name, String fallback, String meaning) {
    return Knob.of("workload." + name, WHOLE, fallback, meaning)
        .within("1", "100000")
        .from("Megatron-LM, arguments.py");
  }

  /** A workload's own parameters, and those that all such have. */
  static List<Knob<?>> parameters(List<Knob<?>> own) {
    return NcclKnobs.ofJob(
        Stream.of(List.<Knob<?>>of(NcclKnobs.MACHINE), own, MISHAPS)
            .flatMap(List::stream)
            .toList());
  }

  static ClusterLayout layout(Settings settings, WorkloadSite site) {
    Machine machine = NcclSearch.machine(settings);
    return new ClusterLayout(
        new Cluster(machine, site.hosts().size() / machine.rails().nics(), false));
  }

  /** What is wrong with where the GPUs are, and how they are split; empty if nothing. */
  static List<KnobConflict> check(Settings settings, WorkloadSite site, long pipeline) {
    List<KnobConflict> complaints = new ArrayList<>();
    GpuDirect.check(settings)
        .or(() -> NcclSearch.absent(settings))
        .or(() -> NcclCollective.wholeMachines(NcclSearch.machine(settings), site))
        .ifPresent(complaints::add);
    if (!complaints.isEmpty()) {
      return complaints;
    }
    long gpus = layout(settings, site).ranks();
    long each = settings.get(TENSOR) * pipeline;
    if (gpus % each != 0) {
      complaints.add(
          new KnobConflict(
              TENSOR.name(),
              "%d GPUs cannot be divided into replicas of %d x %d"
                  .formatted(gpus, settings.get(TENSOR), pipeline),
              "tensor times pipeline must divide the number of GPUs"));
      return complaints;
    }
    if (gpus / each % settings.get(EXPERT) != 0) {
      complaints.add(
          new KnobConflict(
              EXPERT.name(),
              "%d replicas cannot be divided into groups of %d"
                  .formatted(gpus / each, settings.get(EXPERT)),
              "a divisor of the number of replicas"));
    }
    for (Knob<Long> gpu : List.of(SLOW_GPU, DEAD_GPU)) {
      if (settings.find(gpu).orElse(0L) >= gpus) {
        complaints.add(
            new KnobConflict(
                gpu.name(),
                "there is no GPU %d".formatted(settings.find(gpu).orElse(0L)),
                "0 to %d".formatted(gpus - 1)));
      }
    }
    return complaints;
  }

  /** A schedule that can only be had if all fits together, tried. */
  interface Attempt {
    JobSchedule schedule();
  }

  /** What is wrong with a job that cannot be scheduled; with the setting that makes it large. */
  static Optional<KnobConflict> fits(
      Settings settings, WorkloadSite site, Knob<?> blamed, Attempt attempt) {
    try {
      ClusterLayout layout = layout(settings, site);
      double count =
          NcclFlows.count(
              attempt.schedule(), layout, NcclCollective.connections(settings, layout.ranks()));
      return count <= EventCount.MOST
          ? Optional.empty()
          : Optional.of(
              new KnobConflict(
                  blamed.name(),
                  "that makes %.0f messages and lines".formatted(count),
                  "at most " + EventCount.MOST));
    } catch (IllegalArgumentException e) {
      return Optional.of(
          new KnobConflict(
              TENSOR.name(),
              String.valueOf(e.getMessage()),
              "groups of whole machines, or the same part of each machine"));
    }
  }

  /** The job with what befalls single GPUs, as a schedule. */
  static JobSchedule schedule(Settings settings, GpuJob whole, long samples) {
    GpuJob job = whole;
    Optional<Long> slow = settings.find(SLOW_GPU);
    if (slow.isPresent()) {
      job = job.withStraggler(Math.toIntExact(slow.get()), settings.get(SLOW_BY));
    }
    Optional<Long> dead = settings.find(DEAD_GPU);
    if (dead.isPresent()) {
      job = job.withFailedGpu(Math.toIntExact(dead.get()), settings.get(DEAD_AFTER));
    }
    return new JobSchedule(
        job,
        NcclCollective.calibration(settings),
        samples,
        settings.get(CommonParameters.START).ps());
  }

  static FlowProgram of(
      Settings settings, WorkloadSite site, JobSchedule schedule, String description, String type) {
    ClusterLayout layout = layout(settings, site);
    return new NcclFlows(
        site,
        layout,
        schedule,
        schedule,
        NcclCollective.connections(settings, layout.ranks()),
        Optional.empty(),
        description,
        new BuildRecipe(type, settings));
  }
}
