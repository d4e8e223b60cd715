package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * QoS that is wanted of a NIC, the tool that shall set it, and what inputs show of it today.
 *
 * @param isKnown whether there are inputs of the host
 * @param facts of the host; none if it is not known
 * @param subject of the facts about the NIC's QoS
 * @param names that commands have holes for
 */
record QosRequest(
    HostQosTool tool,
    WantedNic wanted,
    boolean isKnown,
    FactSet facts,
    Subject subject,
    NicDriver driver,
    Map<String, String> names) {
  /** Priorities, and traffic classes, of a port. */
  static final int PRIORITIES = 8;

  /** Keeps a copy. */
  QosRequest {
    names = Map.copyOf(names);
  }

  static QosRequest of(HostQosTool tool, WantedNic wanted, Optional<HostFacts> current) {
    NicIdentity nic = wanted.nic();
    FactSet facts = current.map(HostFacts::facts).orElseGet(FactSet::new);
    Subject subject = tool.isGeneric() ? Subject.netdev(nic.netdev()) : QosSubject.of(facts, nic);
    Optional<String> port = port(facts, subject);
    return new QosRequest(
        tool,
        wanted,
        current.isPresent(),
        facts,
        subject,
        NicDriver.of(current, nic),
        Map.of(
            "interface",
            nic.netdev(),
            "device",
            nic.device(),
            "card",
            nic.pci().orElseGet(() -> card(nic.netdev())),
            "ofPort",
            port.map(uuid -> "-p " + uuid + " ").orElse(""),
            "portOrAll",
            port.map(uuid -> "-p " + uuid).orElse("--all")));
  }

  /** The UUID of a card's port, as nicctl names it; empty if it has several, or nothing says. */
  private static Optional<String> port(FactSet facts, Subject subject) {
    List<String> ports =
        facts.all(subject, "nicctl.port").stream()
            .map(fact -> fact.value().strip())
            .distinct()
            .toList();
    return ports.size() == 1 ? Optional.of(ports.getFirst()) : Optional.empty();
  }

  /** Whether the commands of nicctl name the port, so that they leave other cards as they are. */
  boolean isOfOnePort() {
    return !names.getOrDefault("ofPort", "").isEmpty();
  }

  /** The PCI address of an interface, for a shell. */
  private static String card(String netdev) {
    return "\"$(basename \"$(readlink -f /sys/class/net/%s/device)\")\"".formatted(netdev);
  }

  /** A wanted knob; blank if it is not wanted. */
  String knob(String name) {
    return wanted.knobs().getOrDefault(name, "");
  }

  /** What an input shows of the NIC's QoS. */
  Optional<String> present(String key) {
    return facts.text(subject, key).optional().map(String::strip);
  }

  String filled(String form) {
    return filled(form, Map.of());
  }

  /**
   * A command with its holes filled; blank if it has a hole without a value.
   *
   * @param more holes beside the names
   */
  String filled(String form, Map<String, String> more) {
    Map<String, String> holes = new LinkedHashMap<>(names);
    holes.putAll(more);
    return StatementForm.fill(form, holes).orElse("");
  }

  DeviceChange change(String knob, Optional<String> from, String to, Exactness exactness) {
    return new DeviceChange(
        wanted.host(), tool.word(), wanted.nic().netdev(), from, to, knob, knob(knob), exactness);
  }

  DeviceChange refused(String knob, String reason) {
    return DeviceChange.refused(wanted.host(), knob, knob(knob).replace("\"", ""), reason);
  }
}
