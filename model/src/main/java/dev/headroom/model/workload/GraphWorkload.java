package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.TEXT;

import dev.headroom.model.flow.EventCount;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.training.GpuScript;
import dev.headroom.model.training.GraphSchedule;
import dev.headroom.model.training.GraphText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Workload {@code graph}: the work of each GPU as nodes that wait for each other. */
final class GraphWorkload {
  static final Knob<String> GRAPH =
      Knob.of(
          "workload.graph",
          TEXT,
          "gpu 0",
          "actions of GPUs, one node per line: gpu 0..7 selects GPUs, then compute 5us, cpu "
              + "3us, send 4 1MiB, receive 3 1MiB, all all-reduce 16MiB after 0,1; group dp0: "
              + "0,2,4 names a group");

  static final Workload WORKLOAD =
      Workload.onChosenHosts(
              "graph",
              "an execution graph for each GPU: nodes that compute, call collectives, send, "
                  + "and wait for each other",
              NcclKnobs.ofJob(List.of(NcclKnobs.MACHINE, NcclKnobs.PER_MACHINE, GRAPH)),
              GraphWorkload::check,
              GraphWorkload::build)
          .runAs(LibraryTimeouts::ofCollectives);

  private GraphWorkload() {}

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>();
    NcclCollective.tooMany(settings)
        .or(() -> GpuDirect.check(settings))
        .or(() -> NcclSearch.absent(settings))
        .ifPresent(complaints::add);
    if (!complaints.isEmpty()) {
      return complaints;
    }
    NcclCollective.wholeMachines(NcclSearch.machine(settings), site).ifPresent(complaints::add);
    if (complaints.isEmpty()) {
      wrong(settings, site).ifPresent(complaints::add);
    }
    return complaints;
  }

  private static Optional<KnobConflict> wrong(Settings settings, WorkloadSite site) {
    try {
      ClusterLayout layout = JobFlows.layout(settings, site);
      double count =
          NcclFlows.count(
              schedule(settings, site),
              layout,
              NcclCollective.connections(settings, layout.ranks()));
      return count <= EventCount.MOST
          ? Optional.empty()
          : Optional.of(
              new KnobConflict(
                  GRAPH.name(),
                  "that makes %.0f messages and lines".formatted(count),
                  "at most " + EventCount.MOST));
    } catch (GpuScript.BadLine e) {
      return Optional.of(
          new KnobConflict(
              GRAPH.name(), "line %d: %s".formatted(e.line(), e.getMessage()), e.right()));
    } catch (IllegalArgumentException e) {
      return Optional.of(
          new KnobConflict(
              GRAPH.name(), String.valueOf(e.getMessage()), "calls that all GPUs of a group make"));
    }
  }

  private static GraphSchedule schedule(Settings settings, WorkloadSite site) {
    ClusterLayout layout = JobFlows.layout(settings, site);
    return new GraphSchedule(
        GraphText.parse(settings.get(GRAPH), layout.ranks()),
        layout,
        NcclCollective.calibration(settings),
        settings.get(CommonParameters.START).ps());
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    GraphSchedule schedule = schedule(settings, site);
    return new NcclFlows(
        site,
        schedule.layout(),
        schedule,
        schedule,
        NcclCollective.connections(settings, schedule.layout().ranks()),
        Optional.empty(),
        "%s on %s".formatted(schedule.description(), schedule.layout().cluster()),
        new BuildRecipe(WORKLOAD.name(), settings));
  }
}
