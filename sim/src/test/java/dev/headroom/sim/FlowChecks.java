package dev.headroom.sim;

import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.fabric.Ledger;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of each flow of a run. */
final class FlowChecks {
  private final Observed run;
  private final Excuses excuses;
  private final Faults faults;
  private final Settings settings;
  private final FlowProgram program;
  private final Ledger ledger;
  private final RunResult result;
  private final List<@Nullable FlowResult> flows;

  FlowChecks(Observed run, Excuses excuses, Faults faults) {
    this.run = run;
    this.excuses = excuses;
    this.faults = faults;
    settings = run.settings();
    program = run.program();
    ledger = run.ledger();
    result = run.result();
    flows = run.flows();
  }

  void checkFlow(FlowResult flow) {
    String name = "flow " + flow.flow();
    boolean started = flow.startPs() >= 0;
    faults.expect(flow.bytes() == program.bytes(flow.flow()), name + " has another size");
    faults.expect(
        !started || flow.startPs() >= program.startPs(flow.flow()), name + " started too early");
    faults.expect(flow.deliveredPs() < 0 || started, name + " was delivered and never started");
    faults.expect(
        flow.deliveredPs() < 0 || flow.deliveredPs() > flow.startPs(), name + " took no time");
    long placed = ledger.placed(flow.flow());
    if (flow.deliveredPs() >= 0) {
      faults.expect(
          placed == flow.bytes(), name + " was delivered, but not all of it: " + placed + " B");
    }
    if (flow.finished()) {
      faults.expect(flow.deliveredPs() >= 0, name + " was completed and never delivered");
      faults.expect(
          flow.completedPs() >= flow.deliveredPs() || Observed.isToldLater(settings),
          name + " was completed before delivery");
      faults.expect(flow.completedPs() <= result.endPs(), name + " was completed after the end");
      faults.expect(flow.failure().isEmpty(), name + " is finished and failed");
      if (!isToldEarly()) {
        faults.expect(flow.slowdown() >= 1, name + " was faster than alone: " + flow.slowdown());
      }
    } else {
      faults.expect(
          flow.failure().isEmpty() || excuses.mayFail() || excuses.mayBeRefused(flow.failure()),
          name + " failed although nothing was lost: " + flow.failure());
      faults.expect(
          flow.deliveredBytes() <= placed,
          name + " has more acknowledged than placed: " + flow.deliveredBytes() + " of " + placed);
    }
    if (started) {
      long grid = settings.get(RunKnobs.GRID).ps();
      program.whenDelivered(
          flow.flow(), later -> checkOrder(later, flow.deliveredPs(), flow.destination(), grid));
      program.whenCompleted(
          flow.flow(), later -> checkOrder(later, flow.completedPs(), run.completer(flow), grid));
    }
  }

  /** A NAK about one packet acknowledges others sooner than their own ACK would. */
  private boolean isToldEarly() {
    return run.any(own ->
        own.get(TransportKnobs.RECOVERY) == LossRecovery.SELECTIVE_REPEAT
            && own.get(TransportKnobs.ACK_EVERY) > 1)
        && result.counts().drops().containsKey(DropCause.BIT_ERROR);
  }

  private void checkOrder(int later, long afterPs, int at, long grid) {
    FlowResult flow = flows.get(later);
    if (flow != null && flow.startPs() >= 0) {
      long told = afterPs + (run.initiator(flow) == at ? 0 : grid);
      faults.expect(
          afterPs >= 0 && flow.startPs() >= told,
          "flow " + later + " did not wait for what it depends on");
    }
  }
}
