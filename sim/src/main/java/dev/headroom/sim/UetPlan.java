package dev.headroom.sim;

import dev.headroom.congestion.uet.CreditPacer;
import dev.headroom.congestion.uet.CreditShare;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Oversubscription;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.BdpQueueLimits;
import dev.headroom.sim.build.TransportRequirements;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.ControllerObserver;
import dev.headroom.sim.control.ScenarioControllers;
import dev.headroom.sim.delivery.SingleMessageFlows;
import dev.headroom.sim.host.FlowTupleTable;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.ideal.IdealFct;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.message.MessageSettings;
import dev.headroom.sim.packet.UetPacket;
import dev.headroom.sim.uet.UetContexts;
import dev.headroom.sim.uet.UetSettings;
import dev.headroom.unit.Rate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Transport plan of Ultra Ethernet's transport. */
final class UetPlan implements TransportPlan {
  private final Scenario scenario;
  private final MessageSettings messageSettings;
  private final BdpQueueLimits queues;
  private final IdealFct idealFct;

  UetPlan(Scenario scenario) {
    this.scenario = scenario;
    messageSettings = SingleMessageFlows.terms(scenario.settings());
    boolean asHtsim = scenario.settings().get(TransportKnobs.FRAMING) == FrameFormat.HTSIM;
    queues =
        new BdpQueueLimits(
            BaseRtt.of(scenario, messageSettings.roundTripBytes()),
            messageSettings.largestFrame(),
            asHtsim ? 1 : 0);
    idealFct = idealFctOf(scenario.settings(), messageSettings);
  }

  private static IdealFct idealFctOf(Settings settings, MessageSettings terms) {
    if (terms.reads()) {
      return IdealFct.read(terms);
    }
    return settings.get(UetKnobs.DELIVERY).isReliable()
        ? IdealFct.withFinalAck(terms)
        : IdealFct.withoutAcks(terms);
  }

  @Override
  public TransportRequirements requirements() {
    return TransportRequirements.of(
        scenario,
        TransportPlan.frames(messageSettings),
        Optional.of(queues),
        UetPacket::new,
        messageSettings.dataClass());
  }

  @Override
  public int dataClass() {
    return messageSettings.dataClass();
  }

  @Override
  public Transport open(
      FlowProgram program, FlowTupleTable routes, ControllerObserver controllerObserver) {
    // Of all hosts the same, and dear in a large fabric.
    boolean grants = ScenarioControllers.grantCredit(scenario.settings());
    double leastShare = leastShare();
    return new UetContexts(
        program,
        contexts(),
        routes,
        ScenarioControllers.of(ofHosts(), queues.roundTripPs(), messageSettings.largestFrame()),
        controllerObserver,
        host -> grants ? Optional.of(pacer(host, leastShare)) : Optional.empty(),
        scenario.settings().get(RunKnobs.SEED));
  }

  private CreditPacer pacer(Host host, double leastShare) {
    Settings settings = scenario.settings();
    long roundTripPs = queues.roundTripPs();
    long key = Rng.key(settings.get(RunKnobs.SEED), "credit");
    return ScenarioControllers.pacer(
        settings,
        host.port().rateBps(),
        roundTripPs,
        new CreditShare(edition(), leastShare, roundTripPs, Rng.uniform(key, host.index)));
  }

  /** Of a receiver's rate that it always hands out: all of it where it is what is short. */
  private double leastShare() {
    Settings settings = scenario.settings();
    boolean alone = !settings.get(CongestionKnobs.ALGORITHM).reactsToLastHop();
    return DeclaredKnobs.read(settings, CreditShare.Settings.class)
        .leastShare()
        .orElseGet(() -> alone ? edition().least(Oversubscription.of(scenario.fabric())) : 1.0);
  }

  private CreditShare.Edition edition() {
    return DeclaredKnobs.read(scenario.settings(), CreditShare.Choice.class).edition();
  }

  @Override
  public IdealFct idealFctOf(int flow) {
    return idealFct;
  }

  private UetSettings contexts() {
    Settings settings = scenario.settings();
    Rate slowest =
        scenario.fabric().links().stream()
            .map(Link::rate)
            .min(Comparator.naturalOrder())
            .orElseThrow();
    boolean credits = ScenarioControllers.grantCredit(settings);
    long deepest = 0;
    for (Settings own : switches()) {
      long limit =
          queues.limit(own.find(SwitchKnobs.QUEUE_LIMIT), slowest, own.get(SwitchKnobs.TRIMMING));
      deepest = Math.max(deepest, limit);
    }
    return UetSettings.of(
        settings, messageSettings, credits, queues.roundTripPs(), deepest, slowest.bps());
  }

  /** What hosts take the fabric for: one whose switches trim if all of them do. */
  private Settings ofHosts() {
    boolean trims = switches().stream().allMatch(own -> own.get(SwitchKnobs.TRIMMING));
    return scenario.settings().with(SwitchKnobs.TRIMMING, trims);
  }

  private List<Settings> switches() {
    return scenario.overrides().isEmpty()
        ? List.of(scenario.settings())
        : scenario.fabric().switches().stream().map(scenario::at).distinct().toList();
  }
}
