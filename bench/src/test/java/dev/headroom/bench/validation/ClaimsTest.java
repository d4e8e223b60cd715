package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What articles say of pauses, marks and failures, and what a run of it gives. */
final class ClaimsTest {
  private static final ResultTable RUNS =
      ResultTable.of(
          "claims",
          ClaimsTest.class,
          "scenario",
          "finished",
          "median flow, ms",
          "last flow, ms",
          "port time paused, ms",
          "marks",
          "drops",
          "failover, us");

  private record Ran(RunResult run, List<FlowResult> flows) {
    /** Completion time, in milliseconds, within which a share of the flows were done. */
    double fctMs(double share) {
      long[] all =
          flows.stream()
              .filter(FlowResult::finished)
              .mapToLong(FlowResult::fctPs)
              .sorted()
              .toArray();
      return all[(int) Math.ceil(share * all.length) - 1] / 1e9;
    }

    double pausedMs() {
      return run.counts().pausedPs() / 1e9;
    }

    boolean finished() {
      return run.outcome() == RunResult.Outcome.FINISHED;
    }
  }

  private static Ran run(String claim, String... sets) throws IOException {
    Path file = Path.of("../examples/claims/" + claim + ".yaml");
    var read =
        ScenarioReader.read(Files.readString(file), claim, List.of(sets), name -> Optional.empty());
    assertThat(read).isInstanceOf(ScenarioReader.Good.class);
    Scenario scenario = ((ScenarioReader.Good) read).scenario();
    List<FlowResult> flows = new ArrayList<>();
    RunResult run =
        Simulation.run(scenario, RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
    Ran ran = new Ran(run, flows);
    record(claim, sets, ran);
    return ran;
  }

  private static void record(String claim, String[] sets, Ran ran) {
    long finished = ran.flows().stream().filter(FlowResult::finished).count();
    long failovers = ran.run().disruptions().failover().recoveryPs().length;
    RUNS.row(
        "`%s`"
            .formatted(
                String.join(" --set ", Stream.concat(Stream.of(claim), Stream.of(sets)).toList())),
        "%d of %d".formatted(finished, ran.flows().size()),
        finished == 0 ? "" : Cells.number(ran.fctMs(0.5), 2),
        finished == 0 ? "" : Cells.number(ran.fctMs(1), 2),
        Cells.number(ran.pausedMs(), 2),
        Cells.count(ran.run().counts().marks()),
        Cells.count(ran.run().counts().drops().values().stream().mapToLong(Long::longValue).sum()),
        failovers == 0 ? "" : Cells.number(failoverUs(ran), 1));
  }

  /** "PFC must fire before ECN": then pauses take the place of rates, and bystanders pay. */
  @Test
  void marksBeforePausesSpareTheBystanders() throws IOException {
    Ran marks = run("ecn-before-pfc");
    Ran pauses = run("ecn-before-pfc", "congestion.kmin=8MB", "congestion.kmax=10MB");
    assertThat(pauses.pausedMs()).isGreaterThan(20 * marks.pausedMs());
    assertThat(pauses.fctMs(0.5)).isGreaterThan(1.4 * marks.fctMs(0.5));
  }

  /** "A deadlock requires a full cluster reset": a watchdog needs none. */
  @Test
  void aWatchdogFreesADeadlock() throws IOException {
    Ran locked = run("deadlock-watchdog", "pfc.watchdog.action=off");
    assertThat(locked.run().deadlock().ring()).hasSize(5);
    assertThat(locked.flows()).noneMatch(FlowResult::finished);
    Ran freed = run("deadlock-watchdog");
    assertThat(freed.finished()).isTrue();
    assertThat(freed.run().counts().drops()).containsOnlyKeys(DropCause.WATCHDOG);
  }

  /** "Kmin too high leads to deadlock": to pauses, and without a circle to nothing worse. */
  @Test
  void aHighKminDoesNotLockUpAClos() throws IOException {
    Ran high = run("kmin-and-deadlock");
    assertThat(high.run().counts().marks()).isZero();
    assertThat(high.run().counts().pauses()).isPositive();
    assertThat(high.finished()).isTrue();
    assertThat(high.run().counts().drops()).isEmpty();
  }

  /** "Re-path under 50 ns", "failover under 10 ms": as long as it takes to notice, or a timeout. */
  @Test
  void flowsStandStillUntilSomebodyNotices() throws IOException {
    double fast = failoverUs(run("failover"));
    double noticed = failoverUs(run("failover", "failure.detection=50us"));
    double slow = failoverUs(run("failover", "failure.detection=10ms"));
    assertThat(fast).isBetween(0.5, 30.0);
    assertThat(noticed).isBetween(50.0, 100.0);
    assertThat(slow).as("the ACK timeout of 67 ms, not 10 ms").isBetween(60_000.0, 70_000.0);
  }

  private static double failoverUs(Ran ran) {
    return ran.run().disruptions().failover().quantilePs(0.5) / 1e6;
  }

  /** "DSCP and traffic class must match". */
  @Test
  void dataInTheWrongQueueIsDropped() throws IOException {
    Ran wrong = run("class-mismatch");
    assertThat(wrong.run().counts().drops().getOrDefault(DropCause.THRESHOLD, 0L))
        .isGreaterThan(1_000);
    assertThat(wrong.run().counts().pauses()).isZero();
    Ran right = run("class-mismatch", "overrides=[]");
    assertThat(right.run().counts().drops()).isEmpty();
  }

  /** "A slow receiver pauses to the spine": nineteen of twenty flows are not for it. */
  @Test
  void oneStormStopsThoseWhoHaveNothingToDoWithIt() throws IOException {
    Ran quiet = run("storm", "fabric.failures=[]");
    Ran storm = run("storm");
    Ran watched = run("storm", "pfc.watchdog.action=drop");
    assertThat(quiet.run().counts().pauses()).isZero();
    assertThat(storm.fctMs(0.9)).isGreaterThan(2 * quiet.fctMs(0.9));
    assertThat(watched.fctMs(0.9)).isLessThan(0.7 * storm.fctMs(0.9));
  }
}
