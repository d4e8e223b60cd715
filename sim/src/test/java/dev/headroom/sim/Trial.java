package dev.headroom.sim;

import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.WatchdogKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Time;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.sim.fabric.Books;
import dev.headroom.sim.fabric.Ledger;
import dev.headroom.sim.fabric.UnfitScenarioException;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One scenario run under observation: whatever the scenario, these things hold. */
public final class Trial {
  /**
   * A run that is still going after so many data packets is cut short; it is audited all the same.
   */
  private static final long MOST_PACKETS = 3_000_000;

  /** Reports in a row, a tenth of a second each, without a new packet: it has locked up. */
  private static final int PATIENCE = 3;

  /** No packet waits this long on its way. */
  private static final Time LONGER_THAN_QUEUES = Time.parse("100ms");

  /** A run that may go on this long is meant to finish. */
  private static final Time LONG = Time.parse("1s");

  private final Scenario scenario;
  private final Settings settings;
  private final FlowProgram program;
  private final Assembly assembly;
  private final Ledger ledger;
  private final RunResult result;
  private final @Nullable FlowResult[] flows;
  private final List<String> faults = new ArrayList<>();
  private boolean cutShort;
  private long lastPackets = -1;
  private long movedPs;
  private int still;

  private Trial(Scenario scenario, RunOptions options) {
    this.scenario = scenario;
    settings = scenario.settings();
    program = scenario.flows();
    ledger = new Ledger(program, settings);
    flows = new FlowResult[program.flows()];
    assembly =
        Assembly.of(
            scenario, Math.max(1, options.partitions()), options.keepPauseEvents(), ledger::around);
    result = Simulation.run(scenario, assembly, new CpuClock(), options, this::take, this::goOn);
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
   */
  public record Verdict(
      List<String> faults, boolean cutShort, long hops, boolean lossless, String digest) {}

  /** Runs and judges. */
  public static Verdict of(Scenario scenario, RunOptions options) {
    Trial trial = new Trial(scenario, options);
    return new Verdict(
        List.copyOf(trial.faults),
        trial.cutShort,
        trial.result.counts().packetHops(),
        trial.isLossless(TransportKnobs.TRAFFIC_CLASS),
        trial.result.digest());
  }

  /** Runs once, plainly, and says what does not hold. */
  public static List<String> faults(Scenario scenario) {
    return of(scenario, new RunOptions(1, 1, false)).faults();
  }

  /** Whether the buffers of its switches hold what their ports reserve. */
  public static boolean fits(Scenario scenario) {
    try {
      Assembly.of(scenario, 1, false);
      return true;
    } catch (UnfitScenarioException tooSmall) {
      return false;
    }
  }

  private void take(FlowResult flow) {
    expect(flows[flow.flow()] == null, "flow " + flow.flow() + " was reported twice");
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
    cutShort = packets > MOST_PACKETS || standsStill(nowPs);
    return !cutShort;
  }

  /** Not merely short of a processor: nothing has moved for long in simulated time either. */
  private boolean standsStill(long nowPs) {
    return still >= PATIENCE && nowPs - movedPs > LONGER_THAN_QUEUES.ps();
  }

  private void check() {
    faults.addAll(Books.faults(assembly.network(), result.endPs()));
    faults.addAll(ledger.faults(assembly.network()));
    for (int flow = 0; flow < flows.length; flow++) {
      FlowResult own = flows[flow];
      if (own == null) {
        faults.add("flow " + flow + " was not reported");
      } else {
        checkFlow(own);
      }
    }
    checkEnd();
    checkDeadlock();
    checkDrops();
    result.ports().forEach(this::checkPort);
    long held = isDetailed(settings) ? Books.held(assembly.network()) : 0;
    long waiting = result.counts().dataPackets() - ledger.dataSent();
    expect(
        waiting >= 0 && waiting <= held,
        "%d data packets were sent, %d counted, and the hosts hold %d"
            .formatted(ledger.dataSent(), result.counts().dataPackets(), held));
  }

  // --- flows ------------------------------------------------------------------------------------

  private void checkFlow(FlowResult flow) {
    String name = "flow " + flow.flow();
    boolean started = flow.startPs() >= 0;
    expect(flow.bytes() == program.bytes(flow.flow()), name + " has another size");
    expect(!started || flow.startPs() >= program.startPs(flow.flow()), name + " started too early");
    expect(flow.deliveredPs() < 0 || started, name + " was delivered and never started");
    expect(flow.deliveredPs() < 0 || flow.deliveredPs() > flow.startPs(), name + " took no time");
    long placed = ledger.placed(flow.flow());
    if (flow.deliveredPs() >= 0) {
      expect(placed == flow.bytes(), name + " was delivered, but not all of it: " + placed + " B");
    }
    if (flow.finished()) {
      expect(flow.deliveredPs() >= 0, name + " was completed and never delivered");
      expect(
          flow.completedPs() >= flow.deliveredPs() || isDetailed(settings),
          name + " was completed before delivery");
      expect(flow.completedPs() <= result.endPs(), name + " was completed after the end");
      expect(flow.failure().isEmpty(), name + " is finished and failed");
      if (scenario.failures().isEmpty() && staysOnItsPath() && !isToldEarly()) {
        expect(flow.slowdown() >= 1, name + " was faster than alone: " + flow.slowdown());
      }
    } else {
      expect(
          flow.failure().isEmpty() || mayFail() || mayBeRefused(flow.failure()),
          name + " failed although nothing was lost: " + flow.failure());
      expect(
          flow.deliveredBytes() <= placed,
          name + " has more acknowledged than placed: " + flow.deliveredBytes() + " of " + placed);
    }
    if (started) {
      long grid = settings.get(RunKnobs.GRID).ps();
      program.whenDelivered(
          flow.flow(), later -> checkOrder(later, flow.deliveredPs(), flow.destination(), grid));
      program.whenCompleted(
          flow.flow(), later -> checkOrder(later, flow.completedPs(), completer(flow), grid));
    }
  }

  /** Over several paths a flow may be faster than alone on one, where paths are not equal. */
  private boolean staysOnItsPath() {
    boolean changes =
        switch (settings.get(TransportKnobs.TRANSPORT)) {
          case "uec" -> settings.get(UetKnobs.ENTROPY_VALUES) > 1;
          case "srd" -> settings.get(SrdKnobs.WAYS) > 1;
          case "falcon" -> settings.get(FalconKnobs.PATH_CHANGE);
          default -> false;
        };
    return !changes
        && Set.of("ecmp", "e-ecmp", "linear", "resilient")
            .contains(settings.get(RoutingKnobs.ROUTING));
  }

  /** A NAK about one packet acknowledges others sooner than their own ACK would. */
  private boolean isToldEarly() {
    return "selective-repeat".equals(settings.get(TransportKnobs.RECOVERY))
        && settings.get(TransportKnobs.ACK_EVERY) > 1
        && result.counts().drops().containsKey(DropCause.BIT_ERROR);
  }

  /** The host that posts a flow. */
  private int initiator(FlowResult flow) {
    return is("read") ? flow.destination() : flow.source();
  }

  /** The host that knows first that a flow is complete. */
  private int completer(FlowResult flow) {
    boolean unheard =
        "uec".equals(settings.get(TransportKnobs.TRANSPORT))
            && "uud".equals(settings.get(UetKnobs.DELIVERY));
    return unheard ? flow.destination() : initiator(flow);
  }

  private boolean is(String operation) {
    return operation.equals(settings.get(TransportKnobs.OPERATION));
  }

  private void checkOrder(int later, long afterPs, int at, long grid) {
    FlowResult flow = flows[later];
    if (flow != null && flow.startPs() >= 0) {
      long told = afterPs + (initiator(flow) == at ? 0 : grid);
      expect(
          afterPs >= 0 && flow.startPs() >= told,
          "flow " + later + " did not wait for what it depends on");
    }
  }

  // --- how it ended -----------------------------------------------------------------------------

  private void checkEnd() {
    long finished = 0;
    long last = -1;
    for (FlowResult flow : flows) {
      if (flow != null && flow.finished()) {
        finished++;
        last = Math.max(last, Math.max(flow.completedPs(), flow.deliveredPs()));
      }
    }
    boolean all = finished == flows.length;
    expect(finished == result.counts().finished(), "finished flows are counted wrongly");
    expect(
        all == (result.outcome() == Outcome.FINISHED),
        "%d of %d flows finished, and the run calls itself %s"
            .formatted(finished, flows.length, result.outcome()));
    expect(last == result.completionTimePs(), "the last completion is not the last");
    long stop = settings.get(RunKnobs.STOP).ps();
    if (all && flows.length > 0 && !cutShort) {
      long grid = settings.get(RunKnobs.GRID).ps();
      expect(
          result.endPs() == Math.min(stop, (last / grid + 1) * grid),
          "the run ended at %d ps, its last flow at %d".formatted(result.endPs(), last));
    }
    boolean early = settings.get(RunKnobs.STOP).compareTo(LONG) < 0;
    boolean tooLong = cutShort && still < PATIENCE;
    if (!all && !early && !tooLong && !mayLockUp()) {
      explainUnfinished();
    }
  }

  /** A flow that does not finish has a reason. */
  private void explainUnfinished() {
    boolean[] excused = new boolean[flows.length];
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
        expect(
            (flow.startPs() < 0 && excused[flow.flow()])
                || waitsForReceiver(flow)
                || sendsAgainToTheEnd(flow)
                || backsOff()
                || waitsForItsWindow(flow)
                || hasNoRoomForAFrame(),
            "flow %d did not finish by %s, and nothing says why"
                .formatted(flow.flow(), new Time(result.endPs())));
      }
    }
  }

  /** Whether RNR NAKs slow a flow down so much that the time was over before it was done. */
  private boolean waitsForReceiver(FlowResult flow) {
    return result.counts().rnrNaks() > 0 && isUnderWayAtTheStop(flow);
  }

  /** Whether it is only slow: packets are lost, or overtaken, and sent again to the end. */
  private boolean sendsAgainToTheEnd(FlowResult flow) {
    return result.counts().retransmissions() > 0
        && (isReordered() || !result.counts().drops().isEmpty())
        && isUnderWayAtTheStop(flow);
  }

  /** Whether packets overtake each other that go-back-N takes for lost, over and over. */
  private boolean isReordered() {
    boolean keepsOrder =
        switch (settings.get(TransportKnobs.TRANSPORT)) {
          case "uec" -> "rod".equals(settings.get(UetKnobs.DELIVERY));
          case "srd", "falcon" -> false;
          default -> "go-back-n".equals(settings.get(TransportKnobs.RECOVERY));
        };
    return !staysOnItsPath() && keepsOrder && result.counts().retransmissions() > 0;
  }

  /** Whether a lossy queue is full before it has a frame, so that none ever gets through whole. */
  private boolean hasNoRoomForAFrame() {
    double most =
        settings.get(SwitchKnobs.LOSSY_ALPHA) * settings.get(SwitchKnobs.SWITCH_BUFFER).bytes();
    boolean refuses =
        result.counts().trims() > 0 || result.counts().drops().containsKey(DropCause.THRESHOLD);
    return refuses && most < settings.get(TransportKnobs.MTU);
  }

  /** Whether TCP asks a peer that cannot be reached, ever more seldom, for longer than the run. */
  private boolean backsOff() {
    return Set.of("tcp", "iwarp").contains(settings.get(TransportKnobs.TRANSPORT)) && staysDown();
  }

  /** Whether it sends a few messages, or a small window, in each of so many round trips. */
  private boolean waitsForItsWindow(FlowResult flow) {
    boolean little =
        settings.isSet(TransportKnobs.OUTSTANDING)
            || settings.isSet(TransportKnobs.OUTSTANDING_READS)
            || settings.isSet(TransportKnobs.WINDOW);
    return little && isUnderWayAtTheStop(flow);
  }

  private boolean isUnderWayAtTheStop(FlowResult flow) {
    return result.endPs() == settings.get(RunKnobs.STOP).ps()
        && ledger.placedAtPs(flow.flow()) > result.endPs() - LONG.ps();
  }

  /**
   * Lossless classes lock up where packets wait for each other in a circle. Without a timeout a
   * loss is never made good.
   */
  private boolean mayLockUp() {
    // What was overtaken, on another way or after a change of routes, is lost to go-back-N.
    boolean overtaken = !staysOnItsPath() || !scenario.failures(LinkEvent.class).isEmpty();
    boolean loses = !result.counts().drops().isEmpty() || overtaken;
    boolean noTimeout = settings.get(TransportKnobs.ACK_TIMEOUT) == 0 && loses;
    return noTimeout
        || result.deadlock().exists()
        || stormsForGood()
        || asksForCreditForGood()
        || waitsForLinkForGood();
  }

  /** Whether a link stays down behind which credit is asked for again and again. */
  private boolean asksForCreditForGood() {
    return settings.get(CongestionKnobs.ALGORITHM).endsWith("rccc") && staysDown();
  }

  /**
   * Whether packets keep room for good that wait for a link, and hold others up that go elsewhere.
   */
  private boolean waitsForLinkForGood() {
    return "wait".equals(settings.get(FailureKnobs.QUEUED)) && staysDown();
  }

  private boolean staysDown() {
    long downs = scenario.failures(LinkEvent.class).stream().filter(event -> !event.up()).count();
    return downs * 2 > scenario.failures(LinkEvent.class).size();
  }

  /** Whether some host never stops asking for silence. */
  private boolean stormsForGood() {
    long on = scenario.failures(PauseStorm.class).stream().filter(PauseStorm::on).count();
    return on * 2 > scenario.failures(PauseStorm.class).size();
  }

  /**
   * Circles are on rings and graphs, and wherever a failed link sends packets down and up again.
   */
  private void checkDeadlock() {
    boolean circles =
        scenario.fabric().shape().startsWith("ring")
            || scenario.fabric().shape().startsWith("graph")
            || !scenario.failures(LinkEvent.class).isEmpty();
    circles &= !"up-down".equals(settings.get(InfinibandKnobs.ENGINE));
    expect(
        !result.deadlock().exists() || (circles && (settings.get(PfcKnobs.PFC) || isOnCredit())),
        "a deadlock where there is no circle, through " + result.deadlock().ring());
    expect(
        !result.deadlock().exists() || !Precheck.ring(scenario, assembly.network()).isEmpty(),
        "a deadlock that was not foreseen, through " + result.deadlock().ring());
    expect(
        !result.deadlock().exists() || result.outcome() != Outcome.FINISHED,
        "a deadlock, and yet everything finished");
  }

  /** Whether a queue pair may give up: something was lost, or the timeout is short. */
  private boolean mayFail() {
    return !result.counts().drops().isEmpty()
        || !scenario.failures().isEmpty()
        || settings.get(TransportKnobs.ACK_TIMEOUT) < 10
        || settings.isSet(TransportKnobs.SHORT_TIMEOUT)
        || settings.isSet(TransportKnobs.RETRANSMIT_TIMEOUT)
        || isReordered()
        || hasShortTimeout()
        || trimsForGood()
        || endsBeforeArrival()
        || waitsOutlastTimeout()
        || queuesOutlastTimeouts()
        || responsesOutlastTimeout()
        || mayLockUp();
  }

  /** Whether packets were cut that nobody sends again. */
  private boolean trimsForGood() {
    return result.counts().trims() > 0 && "uud".equals(settings.get(UetKnobs.DELIVERY));
  }

  /** Whether what is sent once and never again may be on its way when the run ends. */
  private boolean endsBeforeArrival() {
    return "uud".equals(settings.get(UetKnobs.DELIVERY))
        && settings.get(RunKnobs.STOP).compareTo(LONG) < 0;
  }

  /** Whether packets that only wait may be given up, over and over, before one is heard of. */
  private boolean hasShortTimeout() {
    return switch (settings.get(TransportKnobs.TRANSPORT)) {
      case "srd" -> settings.get(SrdKnobs.MIN_TIMEOUT).compareTo(LONGER_THAN_QUEUES) < 0;
      case "falcon" -> settings.get(FalconKnobs.MIN_TIMEOUT).compareTo(LONGER_THAN_QUEUES) < 0;
      default -> false;
    };
  }

  /** At its least rate a responder may take longer than the timeout for each response to a READ. */
  private boolean responsesOutlastTimeout() {
    double bits = 8.0 * (settings.get(TransportKnobs.MTU) + 100);
    return is("read")
        && scenario.fabric().links().stream()
            .anyMatch(link -> bits / Derived.minRate(settings, link.rate()).bps() > timeout());
  }

  /** In seconds. */
  private double timeout() {
    return 4.096e-6 * (1L << settings.get(TransportKnobs.ACK_TIMEOUT));
  }

  /** Behind all else that is sent a packet may wait for as many ACK timeouts as are forgiven. */
  private boolean queuesOutlastTimeouts() {
    double frames = 1 + 100.0 / settings.get(TransportKnobs.MTU);
    double bits = 0;
    for (int flow = 0; flow < flows.length; flow++) {
      bits += 8.0 * frames * program.bytes(flow);
    }
    double forgiven = timeout() * (1 + settings.get(TransportKnobs.RETRY_COUNT));
    double all = bits;
    return scenario.fabric().links().stream().anyMatch(link -> all / link.rate().bps() > forgiven);
  }

  /** What waits in lossless queues for a slow host may wait for longer than the ACK timeout. */
  private boolean waitsOutlastTimeout() {
    double[] bits = new double[scenario.fabric().hosts().size()];
    for (int flow = 0; flow < flows.length; flow++) {
      bits[program.destination(flow)] += 8.0 * program.bytes(flow);
    }
    return IntStream.range(0, bits.length)
        .anyMatch(host ->
            scenario
                .at(scenario.fabric().hosts().get(host))
                .find(HostKnobs.DRAIN)
                .filter(drain -> bits[host] / drain.bps() > timeout())
                .isPresent());
  }

  /** Whether a failure is that of a SEND which found no receive request. */
  private boolean mayBeRefused(String failure) {
    boolean limited = settings.get(TransportKnobs.RNR_RETRY) < 7;
    return is("send")
        && settings.isSet(TransportKnobs.RECEIVE_QUEUE)
        && failure.contains(limited ? "RNR retry" : "not ready");
  }

  // --- losses -----------------------------------------------------------------------------------

  /** Whether ACKs go on though their class is paused, since hosts hold them back by another's. */
  private boolean acksAreNotHeld() {
    long travel =
        settings
            .find(TransportKnobs.ACK_CLASS)
            .orElseGet(() -> settings.get(TransportKnobs.TRAFFIC_CLASS));
    return settings.find(TransportKnobs.ACK_HOST_CLASS).filter(held -> held != travel).isPresent();
  }

  private void checkDrops() {
    Set<DropCause> causes = result.counts().drops().keySet();
    // A link that comes up again has forgotten the pause, and the headroom may be full by then.
    boolean flapped = scenario.failures(LinkEvent.class).stream().anyMatch(LinkEvent::up);
    expect(flapped || !causes.contains(DropCause.LINK_FLAP), "a link flapped; none came up");
    boolean ignoresPauses =
        "forward".equals(settings.get(WatchdogKnobs.ACTION)) || mapsClasses() || acksAreNotHeld();
    expect(
        isRounded() || ignoresPauses || !causes.contains(DropCause.HEADROOM_FULL),
        "a lossless class dropped %d packets: headroom full"
            .formatted(result.counts().drops().getOrDefault(DropCause.HEADROOM_FULL, 0L)));
    boolean allLossless =
        !mapsClasses()
            && isLossless(TransportKnobs.TRAFFIC_CLASS)
            && isLossless(
                settings.isSet(TransportKnobs.ACK_CLASS)
                    ? TransportKnobs.ACK_CLASS
                    : TransportKnobs.TRAFFIC_CLASS);
    if (allLossless && (isLossless(TransportKnobs.CNP_CLASS) || !usesCnpClass())) {
      expect(!causes.contains(DropCause.THRESHOLD), "a lossless class met a lossy threshold");
      expect(!causes.contains(DropCause.BUFFER_FULL), "a lossless class found the buffer full");
      boolean cores = "kernel".equals(settings.get(CpuKnobs.STACK)); // their rings send no PFC
      if (!isRounded()
          && !cores
          && !ignoresPauses
          && scenario.fabric().hosts().stream().allMatch(this::hasRoomForHeadroom)) {
        expect(!causes.contains(DropCause.HOST_BUFFER), "a host that sends PFC lost packets");
      }
    }
    expect(
        result.disruptions().watchdog().isEmpty()
            || !"off".equals(settings.get(WatchdogKnobs.ACTION)),
        "a watchdog acted that is off");
    expect(
        !causes.contains(DropCause.WATCHDOG) || !result.disruptions().watchdog().isEmpty(),
        "a watchdog dropped packets and never acted");
    if (scenario.failures(LinkEvent.class).isEmpty()) {
      expect(!causes.contains(DropCause.LINK_DOWN), "a packet met a failed link; none failed");
      expect(!causes.contains(DropCause.NO_ROUTE), "a packet found no route");
    }
    if (scenario.fabric().links().stream()
            .allMatch(link -> link.loss() == 0 && link.bitErrors() == 0)
        && scenario.failures(LinkQuality.class).stream()
            .allMatch(quality -> quality.bitErrors() == 0)) {
      expect(!causes.contains(DropCause.BIT_ERROR), "a bit error on a perfect link");
    }
  }

  private static boolean isDetailed(Settings settings) {
    return "detailed".equals(settings.get(PcieKnobs.STAGES));
  }

  private boolean usesCnpClass() {
    return result.counts().cnpPackets() > 0
        || Set.of("admission", "rtt-probe").contains(settings.get(CongestionKnobs.ALGORITHM));
  }

  /** Where nodes may take a DSCP for different classes. */
  private boolean mapsClasses() {
    return settings.isSet(ClassKnobs.SWITCH_DSCP_MAP) || settings.isSet(ClassKnobs.DSCP);
  }

  /** Where times are cut to whole nanoseconds links are a little faster than they say. */
  private boolean isRounded() {
    return settings.get(RunKnobs.ROUNDING).ps() > 1;
  }

  private boolean isLossless(Knob<Long> knob) {
    int priority = settings.get(knob).intValue();
    if ("infiniband".equals(settings.get(TransportKnobs.TRANSPORT))) {
      priority = settings.get(InfinibandKnobs.SL2VL).get(priority);
    }
    return isOnCredit()
        ? settings.get(CreditKnobs.CREDIT_CLASSES).contains(priority)
        : settings.get(PfcKnobs.PFC) && settings.get(PfcKnobs.PFC_CLASSES).contains(priority);
  }

  /** Whether links are under credit-based flow control. */
  private boolean isOnCredit() {
    return settings.get(CreditKnobs.CREDITS);
  }

  /** Whether a slow host's receive buffer has room for what arrives after it has said XOFF. */
  private boolean hasRoomForHeadroom(Node host) {
    Settings own = scenario.at(host);
    if (own.find(HostKnobs.DRAIN).isEmpty() && !isDetailed(own)) {
      return true;
    }
    Link link = scenario.fabric().links().get(scenario.fabric().ports().get(host.id()).getFirst());
    long frame = settings.get(TransportKnobs.MTU) + 100;
    long reaction =
        Math.max(
            settings.get(SwitchKnobs.SWITCH_LATENCY).ps(),
            settings
                .find(PfcKnobs.PFC_RESPONSE)
                .map(Time::ps)
                .orElse(PfcHeadroom.responsePs(link.rate().bps())));
    double inFlight = (2.0 * link.delay().ps() + reaction) * link.rate().bps() / 8e12;
    return own.get(HostKnobs.RECEIVE_BUFFER).bytes() > 6 * frame + 4096 + 1.01 * inFlight;
  }

  // --- ports ------------------------------------------------------------------------------------

  private void checkPort(PortResult port) {
    String name = scenario.fabric().nodes().get(port.node()).name() + " port " + port.port();
    double bits = 0;
    for (int c = 0; c < port.bytes().length; c++) {
      bits += 8.0 * port.bytes()[c];
      expect(
          port.pausedPs()[c] >= 0 && port.pausedPs()[c] <= result.endPs(),
          name + " was paused for longer than the run: " + port.pausedPs()[c]);
      expect(port.pausedPs()[c] == 0 || port.pauses()[c] > 0, name + " was paused unasked");
    }
    double mostBits = 1e-12 * result.endPs() * port.rateBps() + 8.0 * 10_000;
    expect(
        bits <= mostBits || isRounded(),
        name + " sent faster than its rate of " + new Rate(port.rateBps()));
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds && faults.size() < 40) {
      faults.add(otherwise);
    }
  }
}
