package dev.headroom.sim.host;

import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.pcie.PcieUplink;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.RailContention;
import dev.headroom.model.server.SharedUplinks;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.cpu.CompletionEvents;
import dev.headroom.sim.cpu.CpuCosts;
import dev.headroom.sim.fabric.DeviceFactory;
import dev.headroom.sim.fabric.NetworkDevice;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.nic.MemoryKeyValidity;
import dev.headroom.sim.nic.MemoryRegistrar;
import dev.headroom.sim.nic.NicPcieSlot;
import dev.headroom.sim.nic.NicTimes;
import dev.headroom.sim.nic.NicTranslationCache;
import dev.headroom.sim.nic.PcieSwitchUplink;
import dev.headroom.sim.nic.QpContextCache;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Factory of the hosts of a scenario, which makes them while the network is built and connects them
 * to it afterwards.
 */
public final class HostFactory implements DeviceFactory {
  private final Scenario scenario;
  private final SendClasses classes;
  private final int largestFrame;
  private final List<Host> made = new ArrayList<>();
  private final List<List<Node>> sharing;

  /** By how they are written. */
  private final Map<String, ClassSchedule> schedules = new HashMap<>();

  /** Nodes whose packets will wait in their receive buffers some time in the run. */
  private final Set<Integer> toFail = new HashSet<>();

  /** By the first of the NICs that share it. */
  private final Map<Integer, PcieSwitchUplink> uplinks = new HashMap<>();

  /**
   * @param classes in which data is sent
   * @param largestFrame bytes of the largest frame that hosts send
   */
  public HostFactory(Scenario scenario, SendClasses classes, int largestFrame) {
    this.scenario = scenario;
    this.classes = classes;
    this.largestFrame = largestFrame;
    sharing = SharedUplinks.of(scenario);
    scenario.failures(SlowReceiver.class).forEach(slow -> toFail.add(slow.node()));
    scenario.failures(NicFreeze.class).forEach(still -> toFail.add(still.node()));
  }

  @Override
  public NetworkDevice make(Node node, int index, Partition home) {
    Host host =
        new Host(
            node.id(),
            node.name(),
            index,
            home,
            classes,
            schedule(node),
            scenario.settings().get(RunKnobs.ROUNDING).ps());
    equip(host, node);
    made.add(host);
    return host;
  }

  private ClassSchedule schedule(Node node) {
    return schedules.computeIfAbsent(
        scenario.at(node).get(ClassKnobs.HOST_SCHEDULING), ClassSchedule::of);
  }

  /** The hosts, each joined with its port. */
  public List<Host> createHosts(SimulatedNetwork network) {
    for (Host host : made) {
      host.plugIn(network.port(host.node));
    }
    return List.copyOf(made);
  }

  /** Gives a host the stages that are not ideal. */
  private void equip(Host host, Node node) {
    Settings own = scenario.at(node);
    boolean onCredit = scenario.settings().get(CreditKnobs.CREDITS);
    Optional<Rate> rate = own.find(HostKnobs.DRAIN);
    Optional<PciePath> path =
        PciePaths.of(own).map(alone -> RailContention.at(scenario, node, alone));
    MemoryVisibility memory = MemoryVisibility.IDEAL;
    if (path.isPresent()) {
      refuseInsertionOrder(host);
      NicTimes times = NicTimes.of(own);
      long drainBps = rate.map(Rate::bps).orElse(Long.MAX_VALUE);
      StagingCopies stagingCopies = StagingCopies.of(own);
      long key = Rng.key(scenario.settings().get(RunKnobs.SEED), host.name + " contexts");
      NicPcieSlot slot = NicPcieSlot.of(host.name, path.get(), own, uplink(node, own), key);
      NicTranslationCache translations = NicTranslationCache.of(own, Rng.mix(key));
      NicReceivePath nicReceivePath =
          new NicReceivePath(
              host, slot, times, stagingCopies, translations, drainBps, isKernel(own));
      memory = nicReceivePath;
      host.useStageTimes(
          slot,
          times,
          new QpContextCache(times.contexts(), key),
          translations,
          MemoryRegistrar.of(own, key),
          stagingCopies,
          nicReceivePath,
          own.get(HostKnobs.JITTER),
          Rng.key(scenario.settings().get(RunKnobs.SEED), host.name + " jitter"));
      MemoryKeyValidity.of(own).filter(_ -> !isKernel(own)).ifPresent(host::setMemoryValidity);
      if (!onCredit) {
        host.receiveInto(receiveBuffer(node, own, nicReceivePath));
      }
    } else if (!onCredit && (rate.isPresent() || toFail.contains(node.id()))) {
      long bps = rate.map(Rate::bps).orElse(Long.MAX_VALUE);
      host.receiveInto(receiveBuffer(node, own, new SteadyDrain(bps)));
    }
    Optional<CompletionWaiters> sleepers = sleepers(host, node, own);
    Optional<HostCompletionQueue> polled =
        path.isEmpty() || isKernel(own) || sleepers.isPresent()
            ? Optional.empty()
            : polled(host, own);
    if (path.isPresent() || sleepers.isPresent()) {
      host.runs(new HostSoftware(host, memory, sleepers, polled));
    }
  }

  private Optional<CompletionWaiters> sleepers(Host host, Node node, Settings own) {
    return isKernel(own)
        ? Optional.empty()
        : CompletionEvents.of(own)
            .map(events -> new CompletionWaiters(host, CpuCosts.of(scenario, node), events, own));
  }

  /** What applications poll, where they may be late; they do not all look at the same time. */
  private Optional<HostCompletionQueue> polled(Host host, Settings own) {
    long phase = Rng.key(scenario.settings().get(RunKnobs.SEED), host.name + " poll") >>> 1;
    return Optional.of(HostCompletionQueue.polled(own, phase)).filter(HostCompletionQueue::matters);
  }

  /** The link to the root complex that others use too; empty where a host has one to itself. */
  private Optional<PcieSwitchUplink> uplink(Node node, Settings own) {
    Optional<Node> first =
        sharing.stream().filter(nics -> nics.contains(node)).map(List::getFirst).findFirst();
    if (first.isEmpty() && !PcieUplink.isUsedByOthers(own)) {
      return Optional.empty();
    }
    Node at = first.orElse(node);
    return Optional.of(
        uplinks.computeIfAbsent(
            at.id(), id -> new PcieSwitchUplink(PcieUplink.of(scenario.at(at)))));
  }

  /** Whether the transport is software of the host, not of its NIC. */
  private static boolean isKernel(Settings own) {
    return own.get(TransportKnobs.TRANSPORT).isInKernel();
  }

  private static void refuseInsertionOrder(Host host) {
    if (host.events.keepsInsertionOrder()) {
      throw new UnrunnableScenarioException(
          "hosts.stages detailed cannot be combined with run.ties insertion, which "
              + "reproduces a simulator with ideal hosts; remove one of them");
    }
  }

  private ReceiveBuffer receiveBuffer(Node node, Settings own, ReceiveBufferDrain drain) {
    int lossless = 0;
    if (own.get(PfcKnobs.PFC)) {
      for (int priority : own.get(PfcKnobs.PFC_CLASSES)) {
        lossless |= 1 << priority;
      }
    }
    long size = own.get(HostKnobs.RECEIVE_BUFFER).bytes();
    var link = scenario.fabric().links().get(scenario.fabric().ports().get(node.id()).getFirst());
    Node peer = scenario.fabric().nodes().get(link.other(node.id()));
    long pipeline = peer.isHost() ? 0 : scenario.at(peer).get(SwitchKnobs.SWITCH_LATENCY).ps();
    long response =
        own.find(PfcKnobs.PFC_RESPONSE)
            .map(Time::ps)
            .orElse(PfcHeadroom.responsePs(link.rate().bps()));
    // Packets count when their last bit is in, so another may be on its way in beside them.
    long headroom =
        largestFrame
            + PfcHeadroom.of(
                    link.rate().bps(),
                    link.delay().ps(),
                    largestFrame,
                    largestFrame,
                    1,
                    0,
                    Math.max(pipeline, response))
                .bytes();
    long xoff = Math.max(largestFrame, size - headroom);
    return new ReceiveBuffer(
        size,
        drain,
        xoff,
        Math.max(0, xoff - 2L * largestFrame),
        lossless,
        own.get(HostKnobs.PAUSE_LIMIT).ps());
  }
}
