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
import dev.headroom.sim.build.BdpQueues;
import dev.headroom.sim.build.Cargo;
import dev.headroom.sim.control.BaseRtt;
import dev.headroom.sim.control.Controllers;
import dev.headroom.sim.control.Onlooker;
import dev.headroom.sim.delivery.WholeFlows;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.RouteTable;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.message.MessageTerms;
import dev.headroom.sim.packet.UetPacket;
import dev.headroom.sim.solo.Alone;
import dev.headroom.sim.uet.UetContexts;
import dev.headroom.sim.uet.UetSettings;
import dev.headroom.unit.Rate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Transport plan of Ultra Ethernet's transport. */
final class UetPlan implements TransportPlan {
  private final Scenario scenario;
  private final MessageTerms terms;
  private final BdpQueues queues;
  private final Alone alone;

  UetPlan(Scenario scenario) {
    this.scenario = scenario;
    terms = WholeFlows.terms(scenario.settings());
    boolean asHtsim = scenario.settings().get(TransportKnobs.FRAMING) == FrameFormat.HTSIM;
    queues =
        new BdpQueues(
            BaseRtt.of(scenario, terms.roundTripBytes()), terms.largestFrame(), asHtsim ? 1 : 0);
    alone = alone(scenario.settings(), terms);
  }

  private static Alone alone(Settings settings, MessageTerms terms) {
    if (terms.reads()) {
      return Alone.read(terms);
    }
    return settings.get(UetKnobs.DELIVERY).isReliable()
        ? Alone.answeredAtTheEnd(terms)
        : Alone.unanswered(terms);
  }

  @Override
  public Cargo cargo() {
    return Cargo.of(
        scenario,
        TransportPlan.frames(terms),
        Optional.of(queues),
        UetPacket::new,
        terms.dataClass());
  }

  @Override
  public int dataClass() {
    return terms.dataClass();
  }

  @Override
  public Transport open(FlowProgram program, RouteTable routes, Onlooker onlooker) {
    // Of all hosts the same, and dear in a large fabric.
    boolean grants = Controllers.grantCredit(scenario.settings());
    double leastShare = leastShare();
    return new UetContexts(
        program,
        contexts(),
        routes,
        Controllers.of(ofHosts(), queues.roundTripPs(), terms.largestFrame()),
        onlooker,
        host -> grants ? Optional.of(pacer(host, leastShare)) : Optional.empty(),
        scenario.settings().get(RunKnobs.SEED));
  }

  private CreditPacer pacer(Host host, double leastShare) {
    Settings settings = scenario.settings();
    long roundTripPs = queues.roundTripPs();
    long key = Rng.key(settings.get(RunKnobs.SEED), "credit");
    return Controllers.pacer(
        settings,
        host.port().rateBps(),
        roundTripPs,
        new CreditShare(edition(), leastShare, roundTripPs, Rng.uniform(key, host.index)));
  }

  /** Of a receiver's rate that it always hands out: all of it where it is what is short. */
  private double leastShare() {
    Settings settings = scenario.settings();
    boolean alone = !settings.get(CongestionKnobs.ALGORITHM).heedsLastHop();
    return DeclaredKnobs.read(settings, CreditShare.Settings.class)
        .leastShare()
        .orElseGet(() -> alone ? edition().least(Oversubscription.of(scenario.fabric())) : 1.0);
  }

  private CreditShare.Edition edition() {
    return DeclaredKnobs.read(scenario.settings(), CreditShare.Choice.class).edition();
  }

  @Override
  public Alone alone(int flow) {
    return alone;
  }

  private UetSettings contexts() {
    Settings settings = scenario.settings();
    Rate slowest =
        scenario.fabric().links().stream()
            .map(Link::rate)
            .min(Comparator.naturalOrder())
            .orElseThrow();
    boolean credits = Controllers.grantCredit(settings);
    long deepest = 0;
    for (Settings own : switches()) {
      long limit =
          queues.limit(own.find(SwitchKnobs.QUEUE_LIMIT), slowest, own.get(SwitchKnobs.TRIMMING));
      deepest = Math.max(deepest, limit);
    }
    return UetSettings.of(settings, terms, credits, queues.roundTripPs(), deepest, slowest.bps());
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
