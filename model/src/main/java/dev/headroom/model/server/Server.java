package dev.headroom.model.server;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.machine.NicProduct;
import dev.headroom.model.machine.Processor;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Server of a scenario: the hosts of one group are its NICs.
 *
 * @param name of the first of these hosts
 * @param layout where its parts are plugged in
 * @param nics in order
 * @param pcie the link of each NIC
 * @param processor of which family its processors are; empty where nothing says
 * @param relaxedOrdering whether their writes may overtake each other
 */
public record Server(
    String name,
    ServerLayout layout,
    List<Nic> nics,
    PcieLink pcie,
    Optional<Processor> processor,
    boolean relaxedOrdering) {
  public Server {
    nics = List.copyOf(nics);
  }

  /**
   * The server that a host is a part of.
   *
   * @throws IllegalArgumentException if its machine has fewer slots for NICs than the scenario has
   */
  public static Server of(Scenario scenario, Node host) {
    Fabric fabric = scenario.fabric();
    List<Node> together =
        fabric.hosts().stream().filter(node -> node.group() == host.group()).toList();
    Settings own = scenario.at(host);
    String machine = machine(scenario, fabric.hosts().indexOf(host), own);
    ServerLayout layout = ServerLayout.of(machine, together.size());
    if (together.size() > layout.nics().size()) {
      throw new IllegalArgumentException(
          "%s has %d NICs, but a %s has slots for %d; set hosts.machine: server, or another machine"
              .formatted(host.name(), together.size(), machine, layout.nics().size()));
    }
    List<Nic> nics = new ArrayList<>();
    for (Node node : together) {
      nics.add(nic(scenario, node, nics.size(), layout));
    }
    PcieLink link =
        PcieLink.of(
            generation(own, nics.getFirst().adapter()),
            Math.toIntExact(own.get(PcieKnobs.LANES)),
            Math.toIntExact(own.get(PcieKnobs.MAX_PAYLOAD)),
            Math.toIntExact(own.get(PcieKnobs.MAX_READ_REQUEST)));
    boolean relaxed = own.get(PcieKnobs.RELAXED_ORDERING);
    return new Server(
        together.getFirst().name(), layout, nics, link, processor(own, machine), relaxed);
  }

  /**
   * Of the link of a NIC: what its card can, where nothing is said of the link and nothing depends
   * on it.
   */
  private static PcieGeneration generation(Settings own, NicProduct adapter) {
    int told = configuredGeneration(own);
    return PcieGeneration.of(isModelled(own) ? told : Math.min(told, adapter.pcieGeneration()));
  }

  /** As hosts.cpu.model says, or else what the machine has. */
  private static Optional<Processor> processor(Settings own, String machine) {
    return Processor.named(own.get(CpuKnobs.MODEL))
        .or(() ->
            Presets.named(machine)
                .flatMap(brought -> brought.settings().findSet(CpuKnobs.MODEL))
                .flatMap(Processor::named));
  }

  private static NicProduct adapter(Settings own, Rate rate) {
    return NicProduct.named(own.get(NicKnobs.MODEL))
        .orElseGet(() ->
            isModelled(own) ? NicProduct.of(rate, configuredGeneration(own)) : NicProduct.of(rate));
  }

  private static int configuredGeneration(Settings own) {
    return Math.toIntExact(own.get(PcieKnobs.GENERATION));
  }

  private static boolean isModelled(Settings own) {
    return own.isSet(PcieKnobs.GENERATION) || PciePaths.of(own).isPresent();
  }

  /** As hosts.machine says, or else what the workload takes the hosts for. */
  private static String machine(Scenario scenario, int host, Settings own) {
    String said = own.get(PcieKnobs.MACHINE);
    return ServerLayout.PLAIN.equals(said)
        ? scenario.flows().schedules().stream()
            .map(ScheduledPart::flows)
            .filter(flows -> flows.layout().hasGpus() && flows.placeOf(host) >= 0)
            .map(flows -> flows.layout().cluster().machine().name())
            .findFirst()
            .orElse(said)
        : said;
  }

  private static Nic nic(Scenario scenario, Node node, int number, ServerLayout layout) {
    Fabric fabric = scenario.fabric();
    List<Integer> ports = fabric.ports().get(node.id());
    Link link = fabric.links().get(ports.getFirst());
    Settings all = scenario.settings();
    Settings own = scenario.at(node);
    return new Nic(
        number,
        node.name(),
        layout.nics().get(number),
        link.rate(),
        adapter(own, link.rate()),
        all.get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND,
        Math.toIntExact(Math.min(4096, all.get(TransportKnobs.MTU))),
        fabric.hosts().indexOf(node),
        true);
  }
}
