package dev.headroom.sim;

import dev.headroom.model.choice.RoutingEngine;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunResult.Outcome;
import dev.headroom.unit.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of how a run ended: all done, stopped, or locked up in a circle. */
final class EndChecks {
  private final Observed run;
  private final Excuses excuses;
  private final Faults faults;
  private final Scenario scenario;
  private final Settings settings;
  private final FlowProgram program;
  private final RunResult result;
  private final SimulationSetup assembly;
  private final List<@Nullable FlowResult> flows;

  EndChecks(Observed run, Excuses excuses, Faults faults) {
    this.run = run;
    this.excuses = excuses;
    this.faults = faults;
    scenario = run.scenario();
    settings = run.settings();
    program = run.program();
    result = run.result();
    assembly = run.assembly();
    flows = run.flows();
  }

  void checkEnd() {
    long finished = 0;
    long last = -1;
    for (FlowResult flow : flows) {
      if (flow != null && flow.finished()) {
        finished++;
        last = Math.max(last, Math.max(flow.completedPs(), flow.deliveredPs()));
      }
    }
    ScheduleChecks schedule = new ScheduleChecks(run, faults);
    last = Math.max(last, schedule.lastRankPs());
    boolean all = finished == flows.size() && schedule.isDone();
    faults.expect(finished == result.counts().finished(), "finished flows are counted wrongly");
    faults.expect(
        all == (result.outcome() == Outcome.FINISHED),
        "%d of %d flows finished, and the run calls itself %s"
            .formatted(finished, flows.size(), result.outcome()));
    faults.expect(last == result.completionTimePs(), "the last completion is not the last");
    long stop = settings.get(RunKnobs.STOP).ps();
    boolean anything = flows.size() > 0 || last > 0;
    if (all && anything && !run.cutShort()) {
      long grid = settings.get(RunKnobs.GRID).ps();
      faults.expect(
          result.endPs() == Math.min(stop, (last / grid + 1) * grid),
          "the run ended at %d ps, its last flow at %d".formatted(result.endPs(), last));
    }
    boolean early = settings.get(RunKnobs.STOP).compareTo(Observed.LONG) < 0;
    boolean tooLong = run.cutShort() && !run.stoodStill();
    if (!all && !early && !tooLong && !excuses.mayLockUp()) {
      explainUnfinished();
      schedule.explainStanding();
    }
    schedule.check();
  }

  /** A flow that does not finish has a reason. */
  private void explainUnfinished() {
    boolean[] excused = new boolean[flows.size()];
    for (ScheduledPart part : program.schedules()) {
      // Whether its steps have a reason not to send them is looked at apart.
      for (int flow = part.firstFlow(); part.has(flow); flow++) {
        excused[flow] = true;
      }
    }
    for (FlowResult flow : flows) {
      if (flow != null && !flow.finished()) {
        boolean delivered = flow.deliveredPs() >= 0;
        if (!delivered) {
          program.whenDelivered(flow.flow(), later -> excused[later] = true);
        }
        program.whenCompleted(flow.flow(), later -> excused[later] = true);
      }
    }
    for (FlowResult flow : flows) {
      if (flow != null && !flow.finished() && flow.failure().isEmpty()) {
        faults.expect(
            (flow.startPs() < 0 && excused[flow.flow()]) || excuses.heldUp(flow),
            "flow %d did not finish by %s, and nothing says why"
                .formatted(flow.flow(), new Time(result.endPs())));
      }
    }
  }

  /**
   * Circles are on rings and graphs, and wherever a failed link sends packets down and up again.
   */
  void checkDeadlock() {
    boolean circles =
        scenario.fabric().shape().startsWith("ring")
            || scenario.fabric().shape().startsWith("graph")
            || !scenario.failures(LinkEvent.class).isEmpty();
    circles &= settings.get(InfinibandKnobs.ENGINE) != RoutingEngine.UP_DOWN;
    faults.expect(
        !result.deadlock().exists()
            || (circles && (settings.get(PfcKnobs.PFC) || run.isOnCredit())),
        "a deadlock where there is no circle, through " + result.deadlock().ring());
    faults.expect(
        !result.deadlock().exists() || !Precheck.ring(scenario, assembly.network()).isEmpty(),
        "a deadlock that was not foreseen, through " + result.deadlock().ring());
    faults.expect(
        !result.deadlock().exists() || result.outcome() != Outcome.FINISHED,
        "a deadlock, and yet everything finished");
  }
}
