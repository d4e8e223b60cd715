package dev.headroom.sim;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.CompletionWait;
import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.choice.LossRecovery;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.model.choice.Verb;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.Ledger;
import dev.headroom.sim.ideal.PathSpreading;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A run that was observed, and what its scenario says of it.
 *
 * @param flows by number; null where a flow was not reported
 * @param cutShort the run was too long, or locked up as it may
 * @param stoodStill it was cut short since nothing moved any more
 */
record Observed(
    Scenario scenario,
    SimulationSetup assembly,
    Ledger ledger,
    RunResult result,
    List<@Nullable FlowResult> flows,
    boolean cutShort,
    boolean stoodStill) {
  /** A run that may go on this long is meant to finish. */
  static final Time LONG = Time.parse("1s");

  Settings settings() {
    return scenario.settings();
  }

  /** The settings of each part of the workload; those of the scenario where there are none. */
  static List<Settings> views(Scenario scenario) {
    return IntStream.range(0, Math.max(1, scenario.parts().size()))
        .mapToObj(part -> scenario.ofPart(part).settings())
        .toList();
  }

  /** Whether something holds for some queue pair. */
  boolean any(Predicate<Settings> of) {
    List<FlowOverrides> terms = program().allOverrides();
    return views(scenario).stream()
        .anyMatch(part -> terms.stream().anyMatch(own -> of.test(own.over(part))));
  }

  /** What the ends of a flow are set with. */
  Settings settings(FlowResult flow) {
    Settings part = scenario.ofPart(program().part(flow.flow())).settings();
    return program().overrides(flow.flow()).over(part);
  }

  FlowProgram program() {
    return scenario.flows();
  }

  static boolean isDetailed(Settings of) {
    return of.get(PcieKnobs.STAGES) == HostStageDetail.DETAILED;
  }

  /** Whether software of both ends learns later what NICs know, each in its own time. */
  static boolean isToldLater(Settings of) {
    return isDetailed(of) || of.get(CompletionKnobs.WAIT) == CompletionWait.EVENTS;
  }

  /** Whether PFC frames may be lost, and what they say with them. */
  boolean losesPauses() {
    return settings().get(PfcKnobs.LOSS)
        && (!scenario.failures(LinkQuality.class).isEmpty()
            || scenario.fabric().links().stream()
                .anyMatch(link -> link.loss() > 0 || link.bitErrors() > 0));
  }

  /** Whether no packet of a flow can overtake another. */
  boolean staysOnItsPath() {
    return !any(own -> PathSpreading.of(own).data());
  }

  /** Whether packets overtake each other that go-back-N takes for lost, over and over. */
  boolean isReordered() {
    return !staysOnItsPath() && any(Observed::keepsOrder) && result.counts().retransmissions() > 0;
  }

  private static boolean keepsOrder(Settings own) {
    return switch (own.get(TransportKnobs.TRANSPORT)) {
      case UEC -> own.get(UetKnobs.DELIVERY) == UetDeliveryMode.ROD;
      case SRD, FALCON -> false;
      default -> own.get(TransportKnobs.RECOVERY) == LossRecovery.GO_BACK_N;
    };
  }

  /** Whether some part of the workload does so. */
  boolean is(Verb operation) {
    return any(own -> operation == own.get(TransportKnobs.OPERATION));
  }

  /** The host that posts a flow. */
  int initiator(FlowResult flow) {
    boolean reads = settings(flow).get(TransportKnobs.OPERATION) == Verb.READ;
    return reads ? flow.destination() : flow.source();
  }

  /** The host that knows first that a flow is complete. */
  int completer(FlowResult flow) {
    boolean unheard =
        settings(flow).get(TransportKnobs.TRANSPORT) == TransportType.UEC
            && settings(flow).get(UetKnobs.DELIVERY) == UetDeliveryMode.UUD;
    return unheard ? flow.destination() : initiator(flow);
  }

  /** Whether it names a lossless class for each part of the workload. */
  boolean isLossless(Knob<Long> knob) {
    return !any(own -> !isLossless(own, knob));
  }

  private boolean isLossless(Settings own, Knob<Long> knob) {
    int priority = own.find(knob).orElseGet(() -> own.get(TransportKnobs.TRAFFIC_CLASS)).intValue();
    if (settings().get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND) {
      priority = settings().get(InfinibandKnobs.SL2VL).get(priority);
    }
    return isOnCredit()
        ? settings().get(CreditKnobs.CREDIT_CLASSES).contains(priority)
        : settings().get(PfcKnobs.PFC) && settings().get(PfcKnobs.PFC_CLASSES).contains(priority);
  }

  /** Whether links are under credit-based flow control. */
  boolean isOnCredit() {
    return settings().get(CreditKnobs.CREDITS);
  }

  boolean staysDown() {
    long downs = scenario.failures(LinkEvent.class).stream().filter(event -> !event.up()).count();
    return downs * 2 > scenario.failures(LinkEvent.class).size();
  }

  /** Where nodes may take a DSCP for different classes. */
  boolean mapsClasses() {
    return settings().isSet(ClassKnobs.SWITCH_DSCP_MAP) || settings().isSet(ClassKnobs.DSCP);
  }

  /** Where times are cut to whole nanoseconds links are a little faster than they say. */
  boolean isRounded() {
    return settings().get(RunKnobs.ROUNDING).ps() > 1;
  }

  boolean isUnderWayAtTheStop(FlowResult flow) {
    return result.endPs() == settings().get(RunKnobs.STOP).ps()
        && ledger.placedAtPs(flow.flow()) > result.endPs() - LONG.ps();
  }
}
