package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.script.ProcessGrid;
import dev.headroom.model.script.ProcessScript;
import dev.headroom.model.script.ScriptedSchedule;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * Workload {@code halo}: MPI processes in a grid, each of which exchanges the edges of its part
 * with its neighbours, computes, and repeats.
 *
 * <p>An iteration: {@code MPI_Irecv} and {@code MPI_Isend} for every face, {@code MPI_Waitall},
 * compute; or, overlapped, compute before waiting.
 */
final class HaloExchange {
  private static final int MOST = 1 << 23;

  static final Knob<String> GRID =
      Knob.of(
          "workload.grid",
          TEXT,
          "2D",
          "number of dimensions of the grid (1D, 2D, 3D; sides as equal as possible), or its "
              + "sides: 8x4x4");
  static final Knob<Boolean> PERIODIC =
      Knob.of(
          "workload.periodic",
          SWITCH,
          "true",
          "the last process of each row is a neighbor of the first");
  static final Knob<Size> FACE = CommonParameters.size("256KiB", "bytes sent over each face");
  static final Knob<Long> ITERATIONS =
      Knob.of("workload.iterations", WHOLE, "10", "number of exchanges, one after another")
          .within("1", "100000");
  static final Knob<Time> COMPUTE =
      Knob.of("workload.compute", TIME, "0ns", "compute time of a process in each iteration")
          .within("0ns", "1000s");
  static final Knob<Boolean> OVERLAP =
      Knob.of(
          "workload.overlap",
          SWITCH,
          "false",
          "overlaps computing with messages, then waits for them");
  static final Knob<Size> EAGER =
      Knob.of(
              "workload.eagerLimit",
              SIZE,
              "12KiB",
              "eager limit: larger messages leave only when the receiver is ready (rendezvous)")
          .within("0B", "1GiB")
          .from("Open MPI: btl_openib_eager_limit")
          .real("btl_openib_eager_limit, UCX_RNDV_THRESH");

  static final Workload WORKLOAD =
      Workload.onChosenHosts(
              "halo",
              "processes in a grid exchange faces with their neighbors in each iteration",
              List.of(
                  GRID,
                  PERIODIC,
                  FACE,
                  ITERATIONS,
                  COMPUTE,
                  OVERLAP,
                  EAGER,
                  CommonParameters.START),
              HaloExchange::check,
              HaloExchange::build)
          .runAs(_ -> LibraryTimeouts.UCX);

  private HaloExchange() {}

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>();
    int hosts = site.hosts().size();
    if (hosts < 2) {
      complaints.add(new KnobConflict(GRID.name(), "one host has no neighbors", "two or more"));
    } else if (ProcessGrid.parse(settings.get(GRID), hosts, true).isEmpty()) {
      complaints.add(
          new KnobConflict(
              GRID.name(),
              "'%s' is not a grid of %d hosts".formatted(settings.get(GRID), hosts),
              "2D, or sides such as %dx1".formatted(hosts)));
    }
    double messages = 12.0 * hosts * settings.get(ITERATIONS);
    if (messages > MOST) {
      complaints.add(
          new KnobConflict(
              ITERATIONS.name(),
              "that makes %.0f messages".formatted(messages),
              "at most " + MOST));
    }
    return complaints;
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    int hosts = site.hosts().size();
    ProcessGrid grid =
        ProcessGrid.parse(settings.get(GRID), hosts, settings.get(PERIODIC)).orElseThrow();
    List<ProcessScript> scripts = new ArrayList<>();
    for (int rank = 0; rank < hosts; rank++) {
      scripts.add(script(settings, grid.neighbours(rank)));
    }
    return new ProcessFlows(
        new ScriptedSchedule("halo exchange", 0, scripts),
        settings.get(CommonParameters.START).ps(),
        0,
        site,
        "%d halo exchanges of %s per face over a grid of %s"
            .formatted(settings.get(ITERATIONS), settings.get(FACE), grid),
        new BuildRecipe(WORKLOAD.name(), settings));
  }

  private static ProcessScript script(Settings settings, List<Integer> neighbours) {
    ProcessScript script = new ProcessScript();
    long bytes = settings.get(FACE).bytes();
    boolean eager = bytes <= settings.get(EAGER).bytes();
    long compute = settings.get(COMPUTE).ps();
    for (long i = 0; i < settings.get(ITERATIONS); i++) {
      if (!eager) {
        neighbours.forEach(script::expect);
      }
      for (int neighbour : neighbours) {
        if (eager) {
          script.put(neighbour, bytes);
        } else {
          script.send(neighbour, bytes);
        }
      }
      if (settings.get(OVERLAP)) {
        script.work(compute);
      }
      neighbours.forEach(script::await);
      if (!settings.get(OVERLAP)) {
        script.work(compute);
      }
    }
    return script;
  }
}
