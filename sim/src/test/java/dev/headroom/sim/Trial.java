package dev.headroom.sim;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.conservation.ConservationCheck;
import dev.headroom.sim.fabric.Ledger;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.ResultDigest;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One scenario run under observation: whatever the scenario, these things hold. */
public final class Trial {
  /**
   * A run that is still going after so many data packets for each that it needs is cut short; it is
   * audited all the same.
   */
  private static final long MOST_TIMES = 20;

  private static final long MOST_ANYWAY = 100_000;

  /** So is one that has reported so often, ten times a second: events without packets. */
  private static final int MOST_REPORTS = 300;

  /** Reports in a row, a tenth of a second each, without a new packet: it has locked up. */
  private static final int PATIENCE = 3;

  /** No packet waits this long on its way. */
  static final Time LONGER_THAN_QUEUES = Time.parse("100ms");

  private final FlowProgram program;
  private final long mostPackets;
  private final Ledger ledger;
  private final @Nullable FlowResult[] flows;
  private final Faults faults = new Faults();
  private final Observed run;
  private boolean cutShort;
  private long lastPackets = -1;
  private long movedPs;
  private int still;
  private int reports;

  private Trial(Scenario scenario, RunOptions options) {
    program = scenario.flows();
    mostPackets = MOST_ANYWAY + MOST_TIMES * packets(scenario);
    ledger = new Ledger(program, Observed.views(scenario));
    flows = new FlowResult[program.flows()];
    SimulationSetup assembly =
        SimulationSetup.of(
            scenario,
            Math.max(1, options.partitions()),
            options.keepPauseEvents(),
            ledger::around,
            ProgressListener.SILENT);
    RunResult result =
        Simulation.run(scenario, assembly, new CpuClock(), options, this::take, this::goOn);
    run =
        new Observed(
            scenario,
            assembly,
            ledger,
            result,
            Arrays.asList(flows),
            cutShort,
            cutShort && still >= PATIENCE);
    check();
  }

  /**
   * What came of it.
   *
   * @param faults what does not hold, in words; empty when all does
   * @param cutShort the run was too long, or locked up as it may: the digest says nothing
   * @param hops packet hops
   * @param lossless whether its data travelled in a lossless class
   * @param digest of its results
   * @param slowdowns digest of what its finished flows took, and would have taken alone
   */
  public record Verdict(
      List<String> faults,
      boolean cutShort,
      long hops,
      boolean lossless,
      String digest,
      String slowdowns) {}

  /** Runs and judges. */
  public static Verdict of(Scenario scenario, RunOptions options) {
    Trial trial = new Trial(scenario, options);
    return new Verdict(
        trial.faults.all(),
        trial.run.cutShort(),
        trial.run.result().counts().packetHops(),
        trial.run.isLossless(TransportKnobs.TRAFFIC_CLASS),
        trial.run.result().digest(),
        trial.slowdowns());
  }

  private String slowdowns() {
    ResultDigest digest = new ResultDigest();
    for (FlowResult flow : flows) {
      if (flow != null && flow.finished()) {
        digest.add(flow.flow(), flow.fctPs(), flow.idealFctPs());
      }
    }
    return digest.toString();
  }

  /** Runs once, plainly, and says what does not hold. */
  public static List<String> faults(Scenario scenario) {
    return of(scenario, new RunOptions(1, 1, false)).faults();
  }

  /** Whether the buffers of its switches hold what their ports reserve. */
  public static boolean fits(Scenario scenario) {
    try {
      SimulationSetup.of(scenario, 1, false);
      return true;
    } catch (UnrunnableScenarioException tooSmall) {
      return false;
    }
  }

  /** How many there are of data, if none is sent again. */
  private static long packets(Scenario scenario) {
    long packets = 0;
    for (int flow = 0; flow < scenario.flows().flows(); flow++) {
      Settings own = scenario.ofPart(scenario.flows().part(flow)).settings();
      long whole =
          Math.min(own.get(TransportKnobs.MTU), own.get(TransportKnobs.MESSAGE_SIZE).bytes());
      packets += 1 + scenario.flows().bytes(flow) / whole;
    }
    return packets;
  }

  private void take(FlowResult flow) {
    faults.expect(flows[flow.flow()] == null, "flow " + flow.flow() + " was reported twice");
    flows[flow.flow()] = flow;
  }

  private boolean goOn(long nowPs, long finished, long packets) {
    if (packets != lastPackets) {
      lastPackets = packets;
      movedPs = nowPs;
      still = 0;
    } else {
      still++;
    }
    reports++;
    cutShort = packets > mostPackets || reports > MOST_REPORTS || standsStill(nowPs);
    return !cutShort;
  }

  /** Not merely short of a processor: nothing has moved for long in simulated time either. */
  private boolean standsStill(long nowPs) {
    return still >= PATIENCE && nowPs - movedPs > LONGER_THAN_QUEUES.ps();
  }

  private void check() {
    SimulatedNetwork network = run.assembly().network();
    faults.add(run.result().imbalances());
    faults.add(ledger.faults(network));
    Excuses excuses = new Excuses(run);
    FlowChecks ofFlows = new FlowChecks(run, excuses, faults);
    for (int number = 0; number < flows.length; number++) {
      FlowResult flow = flows[number];
      if (flow == null) {
        faults.expect(false, "flow " + number + " was not reported");
      } else {
        ofFlows.checkFlow(flow);
      }
    }
    EndChecks ofTheEnd = new EndChecks(run, excuses, faults);
    ofTheEnd.checkEnd();
    ofTheEnd.checkDeadlock();
    new DropChecks(run, faults).checkDrops();
    run.result().ports().forEach(this::checkPort);
    checkCount(network);
  }

  private void checkCount(SimulatedNetwork network) {
    long held = Observed.isDetailed(run.settings()) ? ConservationCheck.held(network) : 0;
    long counted = run.result().counts().dataPackets();
    long waiting = counted - ledger.dataSent();
    faults.expect(
        waiting >= 0 && waiting <= held,
        "%d data packets were sent, %d counted, and the hosts hold %d"
            .formatted(ledger.dataSent(), counted, held));
  }

  private void checkPort(PortResult port) {
    String name = run.scenario().fabric().nodes().get(port.node()).name() + " port " + port.port();
    double bits = 0;
    for (int c = 0; c < port.bytes().length; c++) {
      bits += 8.0 * port.bytes()[c];
      faults.expect(
          port.pausedPs()[c] >= 0 && port.pausedPs()[c] <= run.result().endPs(),
          name + " was paused for longer than the run: " + port.pausedPs()[c]);
      faults.expect(port.pausedPs()[c] == 0 || port.pauses()[c] > 0, name + " was paused unasked");
    }
    double mostBits = 1e-12 * run.result().endPs() * port.rateBps() + 8.0 * 10_000;
    faults.expect(
        bits <= mostBits || run.isRounded(),
        name + " sent faster than its rate of " + new Rate(port.rateBps()));
  }
}
