package dev.headroom.sim.build;

import dev.headroom.model.choice.BufferAdmission;
import dev.headroom.model.choice.LinkDownQueuePolicy;
import dev.headroom.model.choice.SwitchForwarding;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.PerRateValue;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.cells.CellSettings;
import dev.headroom.sim.credit.CreditSettings;
import dev.headroom.sim.fabric.EcnMarkingCurve;
import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.fabric.PortSettings;
import dev.headroom.sim.fabric.WatchdogSettings;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.sim.switching.PluginQueueMarker;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Settings of each port of a fabric. Ports that are set alike share it. */
public final class PortSettingsTable {
  private final Fabric fabric;
  private final Settings settings;
  private final NodeSettings nodes;
  private final FrameSizes frames;
  private final int marked;
  private final PfcBufferPlan pfcBufferPlan;
  private final Optional<BdpQueueLimits> bdpQueues;
  private final List<List<Integer>> linksOf;

  /** What is set apart for the ports of single links. */
  private final Map<Integer, Settings> ofLinks;

  /** Links that do not always run at their rate. */
  private final Set<Integer> slowed;

  private final Map<PortKind, PortSettings> byKind = new HashMap<>();

  /** Of kinds that differ in what does not matter; looked for where nodes are set apart. */
  private final Map<PortSettings, PortSettings> alike = new HashMap<>();

  private final boolean manyKinds;

  /**
   * All that the settings of a port depend on. A large fabric has few kinds, and to work one out
   * costs more than to make the port.
   *
   * @param waits see {@link #waits}
   */
  private record PortKind(
      boolean host, Settings own, boolean peerIsHost, Settings peer, boolean waits, Cable cable) {

    // By hand, as it is asked for every port: two that are equal mostly have the same settings.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof PortKind that
          && host == that.host
          && peerIsHost == that.peerIsHost
          && waits == that.waits
          && cable.isLike(that.cable)
          && own.equals(that.own)
          && peer.equals(that.peer);
    }

    @Override
    public int hashCode() {
      int ends = 31 * own.hashCode() + peer.hashCode() + (host ? 1 : 0) + (peerIsHost ? 2 : 0);
      return 31 * ends + Long.hashCode(31 * cable.rateBps + cable.delayPs);
    }
  }

  /** What the settings of a port depend on of its link. */
  private record Cable(long rateBps, long delayPs, double loss, double bitErrors) {
    boolean isLike(Cable that) {
      return rateBps == that.rateBps
          && delayPs == that.delayPs
          && Double.compare(loss, that.loss) == 0
          && Double.compare(bitErrors, that.bitErrors) == 0;
    }
  }

  PortSettingsTable(
      Scenario scenario,
      NodeSettings nodes,
      TransportRequirements transportRequirements,
      PfcBufferPlan pfcBufferPlan) {
    fabric = scenario.fabric();
    settings = scenario.settings();
    this.nodes = nodes;
    frames = transportRequirements.frames();
    marked = transportRequirements.marked();
    this.pfcBufferPlan = pfcBufferPlan;
    bdpQueues = transportRequirements.queues();
    linksOf = fabric.ports();
    ofLinks = scenario.ofLinks();
    manyKinds = !scenario.overrides().isEmpty();
    slowed =
        scenario.failures(LinkQuality.class).stream()
            .filter(quality -> quality.rateShare() < 1)
            .map(LinkQuality::link)
            .collect(Collectors.toSet());
  }

  /**
   * Whether packets may have to wait in a switch for their tails: not if all ports are equally fast
   * and stay so.
   */
  boolean waits(Node node) {
    if (nodes.at(node).get(SwitchKnobs.FORWARDING) != SwitchForwarding.CUT_THROUGH
        || CellSettings.isCellFabric(settings)) {
      return true;
    }
    List<Integer> links = linksOf.get(node.id());
    Rate first = fabric.links().get(links.getFirst()).rate();
    return links.stream()
        .anyMatch(link -> slowed.contains(link) || !fabric.links().get(link).rate().equals(first));
  }

  /**
   * The port at a node's end of a link.
   *
   * @param index the link's position in the fabric
   * @param waits whether it is a switch's whose packets may have to wait for their tails
   */
  PortSettings of(Node node, int index, boolean waits) {
    Link link = fabric.links().get(index);
    Settings apart = ofLinks.get(index);
    Settings own = apart == null ? nodes.at(node) : nodes.at(node).with(apart);
    Node peer = fabric.nodes().get(link.other(node.id()));
    PortKind kind =
        new PortKind(
            node.isHost(),
            own,
            peer.isHost(),
            nodes.at(peer),
            waits,
            new Cable(link.rate().bps(), link.delay().ps(), link.loss(), link.bitErrors()));
    return byKind.computeIfAbsent(kind, k -> shared(workOut(node, link, own, waits)));
  }

  private PortSettings shared(PortSettings worked) {
    return manyKinds ? alike.computeIfAbsent(worked, same -> same) : worked;
  }

  private PortSettings workOut(Node node, Link link, Settings own, boolean waits) {
    Rate rate = link.rate();
    long latencyPs = latencyPs(node);
    boolean atTail = own.get(SwitchKnobs.ADMISSION) == BufferAdmission.TAIL;
    boolean toHost = fabric.nodes().get(link.other(node.id())).isHost();
    boolean unmarked = node.isHost() || (toHost && !marksToHosts(own));
    return new PortSettings(
        wire(node, link, own),
        link.delay().ps() + latencyPs,
        !atTail && waits,
        node.isHost() ? Long.MAX_VALUE : queueLimit(own, rate),
        node.isHost() ? 0 : own.get(SwitchKnobs.ALPHA).at(rate),
        new PortSettings.Travel(
            ClassSchedule.of(own.get(SwitchKnobs.SCHEDULING)),
            link.delay().ps(),
            node.isHost() || atTail,
            own.get(FailureKnobs.QUEUED) == LinkDownQueuePolicy.WAIT,
            carriesCells(node, link),
            parts(node, link, own),
            faults(link, own)),
        pauses(node, link, own, latencyPs),
        new PortSettings.Marks(unmarked ? EcnMarkingCurve.OFF : marking(own, rate), marked));
  }

  private static PortSettings.Faults faults(Link link, Settings own) {
    return new PortSettings.Faults(link.loss(), link.bitErrors(), own.get(PfcKnobs.LOSS));
  }

  private LinkFeatures parts(Node node, Link link, Settings own) {
    boolean retried = settings.get(FailureKnobs.LINK_RETRY);
    return new LinkFeatures(
        credits(node, link),
        retried ? settings.get(FailureKnobs.LINK_RETRIES).intValue() : 0,
        node.isHost() ? Optional.empty() : WatchdogSettings.of(own));
  }

  private PortSettings.Pauses pauses(Node node, Link link, Settings own, long latencyPs) {
    int lossless = pfcBufferPlan.losslessMask(own);
    return new PortSettings.Pauses(
        Math.max(0, PfcBufferPlan.responsePs(own, link.rate()) - latencyPs),
        own.get(PfcKnobs.PAUSE_QUANTA),
        frames.pause(),
        lossless,
        lossless == 0 ? 0 : pfcBufferPlan.bytes(node, link));
  }

  /** Where cells travel there are no frames, so no preamble and no gap. */
  private LinkTiming wire(Node node, Link link, Settings own) {
    boolean cells = carriesCells(node, link);
    return new LinkTiming(
        link.rate().bps(),
        cells ? 0 : frames.overhead(),
        cells ? 0 : frames.gap(),
        own.get(RunKnobs.ROUNDING).ps());
  }

  private boolean carriesCells(Node node, Link link) {
    return CellSettings.isCellFabric(settings)
        && !node.isHost()
        && !fabric.nodes().get(link.other(node.id())).isHost();
  }

  /** What credit-based flow control is set with at a node's end of a link. */
  private Optional<CreditSettings> credits(Node node, Link link) {
    Node peer = fabric.nodes().get(link.other(node.id()));
    return CreditSettings.of(
        settings,
        nodes.at(node),
        node,
        link.rate(),
        2 * link.delay().ps() + latencyPs(node) + latencyPs(peer),
        frames);
  }

  private long latencyPs(Node node) {
    return node.isHost() ? 0 : nodes.at(node).get(SwitchKnobs.SWITCH_LATENCY).ps();
  }

  private static boolean marksToHosts(Settings own) {
    return own.find(CongestionKnobs.ECN_TO_HOSTS)
        .orElseGet(() -> own.get(CongestionKnobs.ALGORITHM).reactsToLastHop());
  }

  private long queueLimit(Settings own, Rate rate) {
    Optional<PerRateValue<Size>> told = own.find(SwitchKnobs.QUEUE_LIMIT);
    return bdpQueues
        .map(queues -> queues.limit(told, rate, own.get(SwitchKnobs.TRIMMING)))
        .orElseGet(() -> told.map(sizes -> sizes.at(rate).bytes()).orElse(Long.MAX_VALUE));
  }

  private EcnMarkingCurve marking(Settings own, Rate rate) {
    if (!own.get(CongestionKnobs.ECN)) {
      return EcnMarkingCurve.OFF;
    }
    if (PluginQueueMarker.isConfigured(settings)) {
      return EcnMarkingCurve.BY_PLUGIN;
    }
    double pmax = own.get(CongestionKnobs.PMAX).at(rate);
    return bdpQueues
        .map(queues ->
            queues.marking(
                own.find(CongestionKnobs.KMIN), own.find(CongestionKnobs.KMAX), rate, pmax))
        .orElseGet(() ->
            new EcnMarkingCurve(
                DerivedDefaults.kmin(own, rate).bytes(),
                DerivedDefaults.kmax(own, rate).bytes(),
                pmax));
  }
}
