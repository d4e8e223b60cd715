package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.FlowSelection;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Trial;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a scenario in several ways that must not matter, written to a file and read back among them,
 * and says what was wrong.
 */
final class Judge {
  private static final RunOptions PLAIN = new RunOptions(1, 1, false);

  /** Unlike that of any scenario, so that flows are reported when failures are long over. */
  private static final Time GRID = Time.parse("70ms");

  private final List<Way> ways;

  /**
   * A way to run a scenario.
   *
   * @param probePs sampling period of ports and flows; 0 for no samples
   */
  record Way(int threads, int partitions, boolean pauseEvents, long probePs) {
    RunOptions options() {
      return new RunOptions(threads, partitions, pauseEvents);
    }

    Scenario of(Scenario scenario) {
      return probePs == 0
          ? scenario
          : scenario.with(
              scenario
                  .settings()
                  .with(RunKnobs.PROBE_PERIOD, new Time(probePs))
                  .with(RunKnobs.TRACE_STEP, new Time(probePs))
                  .with(RunKnobs.TRACED, traced(scenario.flows().flows())));
    }

    private static String traced(int flows) {
      return flows == 0 ? "none" : "0-" + (Math.min(FlowSelection.MOST, flows) - 1);
    }
  }

  private Judge(List<Way> ways) {
    this.ways = ways;
  }

  /** Once again in one other way, drawn by the seed. */
  static Judge quick(long seed) {
    Dice dice = new Dice(~seed);
    return new Judge(
        List.of(
            new Way(
                dice.pick(1, 2, 4),
                dice.pick(1, 2, 5),
                dice.oneIn(2),
                dice.oneIn(2) ? dice.anyScale(50_000, 100_000_000) : 0)));
  }

  /** In every way: 1, 2 and 4 threads, 1, 2 and 5 partitions, with probes and without. */
  static Judge thorough() {
    List<Way> ways = new ArrayList<>();
    for (int threads : List.of(1, 2, 4)) {
      for (int partitions : List.of(1, 2, 5)) {
        ways.add(new Way(threads, partitions, false, 0));
        ways.add(new Way(threads, partitions, true, 777_777L * partitions));
      }
    }
    return new Judge(ways);
  }

  /** Only once. */
  static Judge once() {
    return new Judge(List.of());
  }

  /**
   * What came of it in all ways.
   *
   * @param hops packet hops of the first run
   */
  record Sentence(List<String> faults, long hops, boolean lossless, boolean cutShort) {
    /** Whether the first fault of another is of the same kind as one of these. */
    boolean isLike(Sentence other) {
      return !other.faults.isEmpty()
          && faults.stream().anyMatch(fault -> kind(fault).equals(kind(other.faults.getFirst())));
    }

    private static String kind(String fault) {
      return fault.replaceAll("^Way[^:]*: |[0-9]+.*$|\\w+-[0-9]+", "");
    }
  }

  Sentence judge(Scenario scenario) {
    Trial.Verdict first = run(scenario, PLAIN);
    List<String> faults = new ArrayList<>(first.faults());
    ReadBack back = ReadBack.of(scenario);
    faults.addAll(back.faults());
    boolean cutShort = first.cutShort();
    for (Way way : ways) {
      if (cutShort || !faults.isEmpty()) {
        break;
      }
      Trial.Verdict other = run(way.of(back.scenario()), way.options());
      other.faults().forEach(fault -> faults.add(way + ": " + fault));
      cutShort = other.cutShort();
      if (!cutShort && !other.digest().equals(first.digest())) {
        faults.add("another digest in another way: " + way);
      }
      checkSlowdowns(faults, cutShort, first, other, way.toString());
    }
    if (!ways.isEmpty() && !cutShort && faults.isEmpty() && knowsNoGrid(scenario)) {
      Scenario coarse = scenario.with(scenario.settings().with(RunKnobs.GRID, GRID));
      Trial.Verdict other = run(coarse, PLAIN);
      other.faults().forEach(fault -> faults.add("run.grid " + GRID + ": " + fault));
      checkSlowdowns(faults, other.cutShort(), first, other, "run.grid " + GRID);
    }
    return new Sentence(faults, first.hops(), first.lossless(), cutShort);
  }

  private static void checkSlowdowns(
      List<String> faults, boolean cutShort, Trial.Verdict first, Trial.Verdict other, String how) {
    if (!cutShort && !other.slowdowns().equals(first.slowdowns())) {
      faults.add("another slowdown in another way: " + how);
    }
  }

  /** Whether the grid only says when the run ends: what waits for others is told of them by it. */
  private static boolean knowsNoGrid(Scenario scenario) {
    return !scenario.flows().hasDependencies() && scenario.flows().schedules().isEmpty();
  }

  private static Trial.Verdict run(Scenario scenario, RunOptions options) {
    try {
      return Trial.of(scenario, options);
    } catch (RuntimeException thrown) {
      return new Trial.Verdict(
          List.of(thrown + " at " + List.of(thrown.getStackTrace()).subList(0, 4)),
          false,
          0,
          false,
          "",
          "");
    }
  }
}
