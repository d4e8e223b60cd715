package dev.headroom.sim;

import dev.headroom.model.choice.EventTieOrder;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.choice.LinkDownQueuePolicy;
import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.pcie.PcieUplink;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Why flows of a run may fail, or not finish, though nothing is wrong with the simulator. */
final class Excuses {
  /** Of the line's rate: {@link dev.headroom.congestion.roce.Srd.Settings#defaults}. */
  private static final double SRD_LEAST = 0.001;

  private final Observed run;
  private final Scenario scenario;
  private final Settings settings;
  private final FlowProgram program;
  private final RunResult result;
  private final List<@Nullable FlowResult> flows;

  Excuses(Observed run) {
    this.run = run;
    scenario = run.scenario();
    settings = run.settings();
    program = run.program();
    result = run.result();
    flows = run.flows();
  }

  /** Whether something says why a flow is still under way. */
  boolean heldUp(FlowResult flow) {
    return waitsForReceiver(flow)
        || sendsAgainToTheEnd(flow)
        || backsOff(flow)
        || waitsForItsWindow(flow)
        || crawls(flow)
        || outlastsTheRun(flow)
        || staysBehind(flow)
        || endsWithinAUnit(flow)
        || holdsNoUnit(run.settings(flow))
        || hasNoRoomForAFrame();
  }

  /**
   * Whether ACKs have passed a sender that has gone back, which as the HPCC simulator has it is
   * beyond any window.
   */
  private boolean staysBehind(FlowResult flow) {
    Settings own = run.settings(flow);
    boolean windowed =
        own.isSet(TransportKnobs.WINDOW)
            || Set.of("hpcc", "hpcc++", "hpcc-pint", "dctcp", "swift")
                .contains(own.get(CongestionKnobs.ALGORITHM).word());
    return own.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3
        && windowed
        && result.counts().retransmissions() > 0; // its own may never have been sent
  }

  /**
   * Whether what lies behind a flow's last whole unit is never acknowledged, as the HPCC simulator
   * has it; what follows on its queue pair then waits for ever.
   */
  private boolean endsWithinAUnit(FlowResult flow) {
    Settings own = run.settings(flow);
    return own.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3
        && own.isSet(TransportKnobs.GO_BACK_UNIT)
        && flows.stream()
            .anyMatch(other ->
                other != null
                    && other.source() == flow.source()
                    && other.destination() == flow.destination()
                    && isWithin(
                        other.bytes(), own.find(TransportKnobs.GO_BACK_UNIT).orElseThrow()));
  }

  private static boolean isWithin(long bytes, Size unit) {
    return bytes == 0 || bytes % unit.bytes() != 0;
  }

  /** Whether RNR NAKs slow a flow down so much that the time was over before it was done. */
  private boolean waitsForReceiver(FlowResult flow) {
    return result.counts().rnrNaks() > 0 && run.isUnderWayAtTheStop(flow);
  }

  /**
   * Whether it is only slow: packets are lost, or overtaken, and sent again to the end; or waits
   * for such a one between the same hosts.
   */
  private boolean sendsAgainToTheEnd(FlowResult flow) {
    boolean loses =
        result.counts().retransmissions() > 0
            && (run.isReordered() || !result.counts().drops().isEmpty());
    return loses
        && flows.stream()
            .anyMatch(other ->
                other != null
                    && !other.finished()
                    && other.source() == flow.source()
                    && other.destination() == flow.destination()
                    && run.isUnderWayAtTheStop(other));
  }

  /** Whether a lossy queue has no room for a full frame, so that none ever gets through whole. */
  private boolean hasNoRoomForAFrame() {
    boolean refuses =
        result.counts().trims() > 0 || result.counts().drops().containsKey(DropCause.THRESHOLD);
    return refuses && !Precheck.withoutDetails(scenario).tightQueues().isEmpty();
  }

  /**
   * Whether TCP asks a peer that cannot be reached, ever more seldom, for longer than the run; or
   * one of whose packets most are lost.
   */
  private boolean backsOff(FlowResult flow) {
    // What a handshake sends again is not counted: of a connection that never opened nothing came.
    boolean suffers = flow.retransmissions() > 0 || flow.deliveredBytes() == 0;
    boolean loses =
        suffers && result.counts().streams().timeouts() > 0 && !result.counts().drops().isEmpty();
    return run.settings(flow).get(TransportKnobs.TRANSPORT).isStream()
        && (run.staysDown() || loses);
  }

  /** Whether it sends a few messages, or a small window, in each of so many round trips. */
  private boolean waitsForItsWindow(FlowResult flow) {
    boolean little =
        run.settings(flow).isSet(TransportKnobs.OUTSTANDING)
            || run.settings(flow).isSet(TransportKnobs.OUTSTANDING_READS)
            || run.settings(flow).isSet(TransportKnobs.WINDOW);
    return little && run.isUnderWayAtTheStop(flow);
  }

  /** Whether a control that finds every round trip too long keeps to its least rate. */
  private boolean crawls(FlowResult flow) {
    Settings own = run.settings(flow);
    double least =
        switch (own.get(CongestionKnobs.ALGORITHM).word()) {
          case "rtt-probe" -> own.get(Knobs.named("congestion.rttProbe.min", ValueType.NUMBER));
          case "ztr-rtt" -> own.get(Knobs.named("congestion.ztrRtt.min", ValueType.NUMBER));
          case "srd" -> drains(flow) ? SRD_LEAST : 0;
          default -> 0;
        };
    return least > 0 && takesTooLong(flow, least);
  }

  /** What a host takes to drain a packet is no part of the base round trip that SRD goes by. */
  private boolean drains(FlowResult flow) {
    return scenario.at(scenario.fabric().hosts().get(flow.destination())).isSet(HostKnobs.DRAIN);
  }

  /**
   * Whether what a host sends would take longer than the longest run.
   *
   * @param share of its link's rate
   */
  private boolean takesTooLong(FlowResult flow, double share) {
    int host = scenario.fabric().hosts().get(flow.source()).id();
    int link = scenario.fabric().ports().get(host).getFirst();
    double least = scenario.fabric().links().get(link).rate().bps() * share;
    double bits = 0;
    boolean underWay = false;
    for (FlowResult other : flows) {
      if (other != null && other.source() == flow.source()) {
        bits += 8.0 * other.bytes();
        underWay |= run.isUnderWayAtTheStop(other);
      }
    }
    return underWay && bits / least > Observed.LONG.ps() / 1e12;
  }

  /**
   * Lossless classes lock up where packets wait for each other in a circle. Without a timeout a
   * loss is never made good.
   */
  boolean mayLockUp() {
    // What was overtaken, on another way or after a change of routes, is lost to go-back-N.
    boolean overtaken = !run.staysOnItsPath() || !scenario.failures(LinkEvent.class).isEmpty();
    boolean loses = !result.counts().drops().isEmpty() || overtaken;
    boolean noTimeout = run.any(own -> own.get(TransportKnobs.ACK_TIMEOUT) == 0) && loses;
    return noTimeout
        || result.deadlock().exists()
        || stormsForGood()
        || standsStillForGood()
        || pausesForGood()
        || forgetsItsBuffer()
        || asksForCreditForGood()
        || waitsForLinkForGood();
  }

  /** Whether a link stays down behind which credit is asked for again and again. */
  private boolean asksForCreditForGood() {
    return settings.get(CongestionKnobs.ALGORITHM).grantsCredit() && run.staysDown();
  }

  /**
   * Whether packets keep room for good that wait for a link, and hold others up that go elsewhere.
   */
  private boolean waitsForLinkForGood() {
    return settings.get(FailureKnobs.QUEUED) == LinkDownQueuePolicy.WAIT && run.staysDown();
  }

  /** Whether the room of what a failed link held is lost with it, as that simulator has it. */
  private boolean forgetsItsBuffer() {
    return settings.get(RunKnobs.TIES) == EventTieOrder.INSERTION
        && result.counts().drops().containsKey(DropCause.LINK_DOWN);
  }

  /** Whether the one frame may be lost that ends a pause. */
  private boolean pausesForGood() {
    return run.losesPauses() && run.any(own -> own.get(PfcKnobs.PAUSE_QUANTA) == 0);
  }

  /** Whether some host stands still for good, or takes very slowly what comes. */
  private boolean standsStillForGood() {
    long on = scenario.failures(NicFreeze.class).stream().filter(NicFreeze::on).count();
    return on * 2 > scenario.failures(NicFreeze.class).size()
        || !scenario.failures(SlowReceiver.class).isEmpty();
  }

  /** Whether some host never stops asking for silence. */
  private boolean stormsForGood() {
    long on = scenario.failures(PauseStorm.class).stream().filter(PauseStorm::on).count();
    return on * 2 > scenario.failures(PauseStorm.class).size();
  }

  /** Whether a queue pair may give up: something was lost, or the timeout is short. */
  boolean mayFail() {
    return !result.counts().drops().isEmpty()
        || !scenario.allFailures().isEmpty()
        || run.any(own ->
            own.get(TransportKnobs.ACK_TIMEOUT) < 10
                || own.isSet(TransportKnobs.SHORT_TIMEOUT)
                || own.isSet(TransportKnobs.RETRANSMIT_TIMEOUT)
                || hasShortTimeout(own))
        || run.isReordered()
        || scenario.fabric().hosts().stream()
            .anyMatch(host -> scenario.at(host).isSet(CompletionKnobs.DEPTH))
        || run.any(Excuses::holdsNoUnit)
        || flows.stream().anyMatch(flow -> flow != null && endsWithinAUnit(flow))
        || trimsForGood()
        || endsBeforeArrival()
        || waitsOutlastTimeout()
        || scenario.fabric().hosts().stream().anyMatch(host -> isReplayedForLong(scenario.at(host)))
        || queuesOutlastTimeouts()
        || run.any(this::unitOutlastsTimeout)
        || responsesOutlastTimeout()
        || mayLockUp();
  }

  /** Whether the window of a control may be less than the unit that ACKs count. */
  private static boolean holdsNoUnit(Settings own) {
    return own.isSet(TransportKnobs.GO_BACK_UNIT)
        && !Set.of("none", "dcqcn").contains(own.get(CongestionKnobs.ALGORITHM).word());
  }

  /** Whether packets were cut that nobody sends again. */
  private boolean trimsForGood() {
    return result.counts().trims() > 0 && settings.get(UetKnobs.DELIVERY) == UetDeliveryMode.UUD;
  }

  /** Whether what is sent once and never again may be on its way when the run ends. */
  private boolean endsBeforeArrival() {
    return settings.get(UetKnobs.DELIVERY) == UetDeliveryMode.UUD
        && settings.get(RunKnobs.STOP).compareTo(Observed.LONG) < 0;
  }

  /** Whether packets that only wait may be given up, over and over, before one is heard of. */
  private static boolean hasShortTimeout(Settings own) {
    return switch (own.get(TransportKnobs.TRANSPORT)) {
      case SRD -> own.get(SrdKnobs.MIN_TIMEOUT).compareTo(Trial.LONGER_THAN_QUEUES) < 0;
      case FALCON -> own.get(FalconKnobs.MIN_TIMEOUT).compareTo(Trial.LONGER_THAN_QUEUES) < 0;
      case UEC -> own.get(UetKnobs.RETRIES) < 15;
      default -> false;
    };
  }

  /** At its least rate a responder may take longer than the timeout for each response to a READ. */
  private boolean responsesOutlastTimeout() {
    double bits = 8.0 * (settings.get(TransportKnobs.MTU) + 100);
    return run.is(Verb.READ)
        && scenario.fabric().links().stream().anyMatch(link -> bits / leastBps(link) > timeout());
  }

  private long leastBps(Link link) {
    return DerivedDefaults.dcqcn(settings, link.rate()).minBps();
  }

  /** Whether a host's PCIe link spoils so many packets that it replays and retrains for long. */
  private static boolean isReplayedForLong(Settings own) {
    return Observed.isDetailed(own) && own.get(PcieFaultKnobs.BIT_ERRORS) > 1e-6;
  }

  /** In seconds. */
  private double timeout() {
    return 4.096e-6 * (1L << settings.get(TransportKnobs.ACK_TIMEOUT));
  }

  /** Behind all else that is sent a packet may wait for as many ACK timeouts as are forgiven. */
  private boolean queuesOutlastTimeouts() {
    return longest() > timeout() * (1 + settings.get(TransportKnobs.RETRY_COUNT));
  }

  /**
   * Whether a unit that is acknowledged as a whole may take about as long as the ACK timeout, after
   * which it begins again, where all senders share a link.
   */
  private boolean unitOutlastsTimeout(Settings own) {
    double bits = own.find(TransportKnobs.GO_BACK_UNIT).map(unit -> 8.0 * unit.bytes()).orElse(0.0);
    return bits * flows.size() / slowest() > timeout() / 2;
  }

  /** Whether the slowest link, be it a PCIe link that others use, may take too long for all. */
  private boolean outlastsTheRun(FlowResult flow) {
    return longest() > Observed.LONG.ps() / 1e12 && run.isUnderWayAtTheStop(flow);
  }

  /** What all that is sent takes over the slowest link, in seconds. */
  private double longest() {
    double frames = 1 + 100.0 / settings.get(TransportKnobs.MTU);
    double bits = 0;
    for (int flow = 0; flow < flows.size(); flow++) {
      bits += 8.0 * frames * program.bytes(flow);
    }
    return bits / slowest();
  }

  /** The rate of the slowest link, of the fabric or inside a host, in bit/s. */
  private double slowest() {
    long mtu = settings.get(TransportKnobs.MTU);
    DoubleStream links = scenario.fabric().links().stream().mapToDouble(this::linkBps);
    DoubleStream inside =
        scenario.fabric().hosts().stream()
            .flatMap(host -> PciePaths.of(scenario.at(host)).stream())
            .mapToDouble(path -> 8e12 * mtu / Math.max(path.readPs(mtu), path.writePs(mtu)));
    DoubleStream shared =
        scenario.fabric().hosts().stream()
            .map(scenario::at)
            .filter(Observed::isDetailed)
            .mapToDouble(own -> uplinkBps(PcieUplink.of(own), mtu));
    return DoubleStream.concat(DoubleStream.concat(links, inside), shared).min().orElseThrow();
  }

  /** What a link carries, under credits as much as its buffer lets out in a round trip. */
  private double linkBps(Link link) {
    double roundTripPs = 2.0 * link.delay().ps() + 1;
    return settings
        .find(CreditKnobs.CREDIT_BUFFER)
        .filter(_ -> run.isOnCredit())
        .map(buffer -> 8e12 * buffer.at(link.rate()).bytes() / roundTripPs)
        .map(onCredit -> Math.min(onCredit, link.rate().bps()))
        .orElse((double) link.rate().bps());
  }

  /** Payload over the link to the root complex beside what others move there. */
  private static double uplinkBps(PcieUplink uplink, long mtu) {
    double tlps = Math.min(uplink.upBps(), uplink.downBps());
    return tlps * mtu / uplink.link().writeBytes(mtu);
  }

  /** What waits in lossless queues for a slow host may wait for longer than the ACK timeout. */
  private boolean waitsOutlastTimeout() {
    double[] bits = new double[scenario.fabric().hosts().size()];
    for (int flow = 0; flow < flows.size(); flow++) {
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
  boolean mayBeRefused(String failure) {
    if (failure.contains("error (IBV_WC_")) {
      return settings.get(MemoryKnobs.REGISTRATION) == RegistrationTiming.NEVER
          || settings.isSet(MemoryKnobs.LOST_AT);
    }
    boolean limited = settings.get(TransportKnobs.RNR_RETRY) < 7;
    return run.is(Verb.SEND)
        && settings.isSet(TransportKnobs.RECEIVE_QUEUE)
        && failure.contains(limited ? "RNR retry" : "not ready");
  }
}
