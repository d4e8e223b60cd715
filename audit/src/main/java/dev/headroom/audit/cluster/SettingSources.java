package dev.headroom.audit.cluster;

import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.setting.KnobValue;

/** Notes about a cluster's values: the line that says each, and what the simulator lacks. */
final class SettingSources {
  private static final String USUAL_RATE = ClusterText.USUAL_RATE;

  private final ClusterNodes nodes;
  private final ClusterKnobs knobs;
  private final ModelNotes notes;

  private SettingSources(ClusterNodes nodes, ClusterKnobs knobs, ModelNotes notes) {
    this.nodes = nodes;
    this.knobs = knobs;
    this.notes = notes;
  }

  static void note(ClusterNodes nodes, ClusterKnobs knobs, ModelNotes notes) {
    new SettingSources(nodes, knobs, notes).settle();
  }

  private void settle() {
    NicAgreement agreement = knobs.agreement();
    agreement
        .knobs()
        .forEach((knob, value) ->
            notes.source(
                "%s %s on %d of %d NICs (%s)"
                    .formatted(
                        knob,
                        value.value(),
                        agreement.readings().getOrDefault(knob, 1),
                        nodes.tunings().size(),
                        value.source())));
    agreement.notes().forEach(notes::leave);
    nodes
        .switches()
        .forEach((name, each) -> {
          each.knobs().values().stream()
              .filter(value -> !value.knob().equals(ClusterNodes.CABLE))
              .forEach(value -> notes.source(name, value));
          each.notes().forEach(note -> notes.leave(name + " " + note));
        });
    nodes
        .nics()
        .keySet()
        .forEach(nic -> nodes.cable(nic).ifPresent(value -> notes.source(nic, value)));
    nodes
        .ports()
        .forEach((nic, port) -> {
          nodes
              .differences(nic)
              .values()
              .forEach(value -> notes.source("port " + port + " of " + nic, value));
        });
    nodes
        .tunings()
        .forEach((nic, tuning) ->
            tuning.knobs().values().stream()
                .filter(value -> value.knob().startsWith("pfc."))
                .forEach(value -> notes.source(nic, value)));
    nodes.switches().forEach(this::unknownPorts);
    ClusterText.unknownRates(nodes).forEach(notes::assume);
    nodes.trunks().stream()
        .filter(link -> link.gbps() <= 0)
        .forEach(link ->
            notes.assume(
                "no input shows the rate between %s and %s: %s"
                    .formatted(link.one(), link.other(), USUAL_RATE)));
    knobs.assumeClass(notes);
    notifications();
  }

  /** Ports with values of their own, whose link is not in the scenario. */
  private void unknownPorts(String name, SimulatedSwitch at) {
    at.ports().keySet().stream()
        .filter(port ->
            nodes.ports().keySet().stream()
                .noneMatch(nic ->
                    port.equals(nodes.ports().get(nic)) && name.equals(nodes.cables().get(nic))))
        .forEach(port ->
            at.differences(port)
                .values()
                .forEach(value ->
                    notes.leave(
                        "%s %s of port %s (%s): no input shows the host of this port"
                            .formatted(
                                name + " " + value.knob(), value.value(), port, value.source()))));
  }

  /** A CNP carries the first DSCP of its class. */
  private void notifications() {
    KnobValue of = knobs.agreement().knobs().get(ClusterKnobs.CNP_CLASS);
    if (of == null) {
      return;
    }
    int priority = Integer.parseInt(of.value());
    nodes
        .switches()
        .forEach((name, each) -> {
          int at = ClusterKnobs.classOf(each, 8 * priority);
          if (at != priority) {
            notes.leave(
                "simulated CNPs of class %d carry DSCP %d, which %s puts into class %d"
                    .formatted(priority, 8 * priority, name, at));
          }
        });
  }
}
