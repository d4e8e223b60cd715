package dev.headroom.model.scenario;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.SwitchModel;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.machine.NicProduct;
import dev.headroom.unit.Rate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks of nodes with named chips against the chips' capabilities. */
final class ChipChecks {
  private final Scenario scenario;
  private final List<List<Integer>> ports;

  private ChipChecks(Scenario scenario) {
    this.scenario = scenario;
    ports = scenario.fabric().ports();
  }

  /** The first that is wrong of NICs, and of switches. */
  static List<KnobConflict> of(Scenario scenario) {
    boolean any =
        Stream.concat(
                Stream.of(scenario.settings()),
                scenario.overrides().stream().map(Scenario.Override::settings))
            .anyMatch(
                settings -> settings.isSet(NicKnobs.MODEL) || settings.isSet(SwitchKnobs.MODEL));
    if (!any) {
      return List.of();
    }
    ChipChecks checks = new ChipChecks(scenario);
    Fabric fabric = scenario.fabric();
    return Stream.of(
            fabric.hosts().stream().map(checks::nic).flatMap(Optional::stream).findFirst(),
            fabric.switches().stream().map(checks::chip).flatMap(Optional::stream).findFirst())
        .flatMap(Optional::stream)
        .toList();
  }

  private List<Link> links(Node node) {
    return ports.get(node.id()).stream().map(scenario.fabric().links()::get).toList();
  }

  private Optional<KnobConflict> nic(Node host) {
    return NicProduct.named(scenario.at(host).get(NicKnobs.MODEL))
        .flatMap(nic ->
            tooFast(host, links(host), NicKnobs.MODEL.name(), nic.model(), nic.portRate())
                .or(() -> ethernetAlone(nic)));
  }

  private Optional<KnobConflict> ethernetAlone(NicProduct nic) {
    return nic.isEthernetOnly() && isInfiniband()
        ? Optional.of(
            new KnobConflict(
                NicKnobs.MODEL.name(),
                "a %s has Ethernet ports only".formatted(nic.model()),
                "another transport.type than infiniband, or connectx-6"))
        : Optional.empty();
  }

  private boolean isInfiniband() {
    return scenario.settings().get(TransportKnobs.TRANSPORT) == TransportType.INFINIBAND;
  }

  private Optional<KnobConflict> chip(Node node) {
    return SwitchModel.named(scenario.at(node).get(SwitchKnobs.MODEL))
        .flatMap(model ->
            tooFast(node, links(node), SwitchKnobs.MODEL.name(), model.model(), model.portRate())
                .or(() -> tooMuch(node, model))
                .or(() -> otherLinks(model))
                .or(() -> reduces(node, model)));
  }

  private static Optional<KnobConflict> tooFast(
      Node node, List<Link> links, String key, String model, Rate most) {
    Rate fastest = new Rate(links.stream().mapToLong(link -> link.rate().bps()).max().orElse(0));
    return fastest.bps() <= most.bps()
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                key,
                "%s has a link of %s, but the ports of a %s support up to %s"
                    .formatted(node.name(), fastest, model, most),
                "links of %s or less, or another model".formatted(most)));
  }

  private Optional<KnobConflict> tooMuch(Node node, SwitchModel model) {
    long all = links(node).stream().mapToLong(link -> link.rate().bps()).sum();
    return all <= model.capacity().bps()
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                SwitchKnobs.MODEL.name(),
                "%s has links of %s in total, but a %s forwards %s: %d ports of %s"
                    .formatted(
                        node.name(),
                        new Rate(all),
                        model.model(),
                        model.capacity(),
                        model.ports(),
                        model.portRate()),
                "fewer links, or another model"));
  }

  private Optional<KnobConflict> otherLinks(SwitchModel model) {
    return isInfiniband() == model.isInfiniband()
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                SwitchKnobs.MODEL.name(),
                "a %s is a switch for %s"
                    .formatted(model.model(), model.isInfiniband() ? "InfiniBand" : "Ethernet"),
                model.isInfiniband()
                    ? "transport.type infiniband, or a Spectrum or Tomahawk"
                    : "quantum-2, or another transport.type than infiniband"));
  }

  private Optional<KnobConflict> reduces(Node node, SwitchModel model) {
    boolean asked =
        scenario.flows().schedules().stream()
            .map(ScheduledPart::flows)
            .anyMatch(flows -> flows.layout().hasGpus() && flows.layout().cluster().sharp());
    return !asked || model.isInfiniband()
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                SwitchKnobs.MODEL.name(),
                "%s is a switch that reduces (SHARP, workload.sharp), but a %s cannot"
                    .formatted(node.name(), model.model()),
                "quantum-2, or workload.sharp false"));
  }
}
