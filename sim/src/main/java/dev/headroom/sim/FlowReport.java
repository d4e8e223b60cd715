package dev.headroom.sim;

import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.ideal.IdealFctTable;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.measure.ResultDigest;
import dev.headroom.sim.workload.FlowStateTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.BooleanSupplier;

/**
 * Report of flow results to the sink, finished ones in order of completion, which also adds them to
 * the digest. Those of one time go by their number, since partitions do not know each other's
 * order; where events of one time have the order in which they were made there is one partition,
 * and flows have that of the events that ended them, as the lines of ns-3's results.
 */
final class FlowReport {
  /** Takes half a second to report. */
  private static final long MOST_UNBEGUN = 300_000;

  /** Takes a tenth of that. */
  private static final int FLOWS_BETWEEN_LOOKS = 1 << 15;

  private final SimulationSetup assembly;
  private final FlowStateTable flowStates;
  private final FlowProgram program;
  private final FlowSink sink;
  private final IdealFctTable idealFcts;
  private final ResultDigest digest;
  private final boolean byEvents;

  FlowReport(
      Scenario scenario,
      SimulationSetup assembly,
      IdealFctTable solo,
      FlowSink sink,
      ResultDigest digest) {
    byEvents = scenario.settings().get(RunKnobs.TIES) == EventTieOrder.INSERTION;
    this.assembly = assembly;
    this.flowStates = assembly.flowStates();
    this.program = flowStates.program();
    this.idealFcts = solo;
    this.sink = sink;
    this.digest = digest;
  }

  /** Reports flows that are done; returns the time of the last. */
  long done(IntArrayList flows) {
    if (flows.size() > 1) {
      flows.sort((a, b) -> {
        int byTime = Long.compare(flowStates.donePs(a), flowStates.donePs(b));
        return byTime != 0 || byEvents ? byTime : Integer.compare(a, b);
      });
    }
    for (int i = 0; i < flows.size(); i++) {
      int flow = flows.getInt(i);
      long alonePs =
          idealFcts.of(
              flow, program.bytes(flow), flowStates.startedPs(flow), flowStates.completedPs(flow));
      report(flow, alonePs, program.bytes(flow), "");
    }
    return flowStates.donePs(flows.getInt(flows.size() - 1));
  }

  /**
   * Reports what is left when the run has ended. Whoever interrupts it does not wait for millions
   * of flows that had not begun.
   *
   * @param cut whether it was interrupted
   * @param isInterrupted whether it is now, asked now and then
   */
  void unfinished(boolean cut, BooleanSupplier isInterrupted) {
    boolean interrupted = cut;
    long reported = 0;
    long unbegun = 0;
    for (int flow = 0; flow < program.flows(); flow++) {
      if (flowStates.donePs(flow) >= 0) {
        continue;
      }
      boolean begun = flowStates.startedPs(flow) >= 0;
      unbegun += begun ? 0 : 1;
      if (begun || !interrupted || unbegun <= MOST_UNBEGUN) {
        report(
            flow,
            FlowResult.NOT_KNOWN,
            assembly.hosts().acknowledgedBytes(flow),
            assembly.hosts().failure(flow));
        interrupted |= ++reported % FLOWS_BETWEEN_LOOKS == 0 && isInterrupted.getAsBoolean();
      }
    }
  }

  private void report(int flow, long alonePs, long acknowledged, String failure) {
    FlowResult result =
        new FlowResult(
            flow,
            program.source(flow),
            program.destination(flow),
            program.bytes(flow),
            flowStates.startedPs(flow),
            flowStates.deliveredPs(flow),
            flowStates.donePs(flow) < 0 ? -1 : flowStates.completedPs(flow),
            alonePs,
            acknowledged,
            flowStates.retransmissions(flow),
            flowStates.cnps(flow),
            assembly.routes().ports(flow),
            failure);
    digest.add(
        1,
        flow,
        result.startPs(),
        result.deliveredPs(),
        result.completedPs(),
        result.bytes(),
        result.retransmissions(),
        result.cnps());
    sink.accept(result);
  }
}
