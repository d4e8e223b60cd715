package dev.headroom.audit.cluster;

import dev.headroom.formats.setting.KnobValue;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Text of the scenario of a cluster: its nodes, its links, and their values. */
final class ClusterText {
  static final String USUAL_RATE = "400Gbps";
  private static final String USUAL_CABLE = "3m";
  private static final double USUAL_GBPS = 400;
  private static final double MOST_GBPS = 10_000;

  private final ClusterNodes nodes;

  ClusterText(ClusterNodes nodes) {
    this.nodes = nodes;
  }

  /** NICs whose rate is assumed, a sentence each. */
  static List<String> unknownRates(ClusterNodes nodes) {
    return nodes.cables().keySet().stream()
        .filter(from ->
            Optional.ofNullable(nodes.nics().get(from)).filter(nic -> nic.gbps() <= 0).isPresent())
        .map(from -> "no input shows the rate of " + from + ": " + USUAL_RATE)
        .toList();
  }

  /**
   * The whole text.
   *
   * @param draft with what stands before it
   * @param rows overrides
   */
  String yaml(ScenarioDraft draft, SortedMap<String, String> common, List<String> rows) {
    draft.line(
        "name: %d server%s, %d NICs"
            .formatted(nodes.servers(), nodes.servers() == 1 ? "" : "s", nodes.nics().size()));
    draft.line("fabric:\n  topology: graph\n  nodes:");
    draft.line("    hosts: [" + String.join(", ", nodes.nics().keySet()) + "]");
    draft.line("    switches: [" + String.join(", ", nodes.boxes()) + "]\n  links:");
    nodes
        .cables()
        .forEach((from, to) ->
            draft.line(
                "    - {a: %s, b: %s, rate: %s, cable: %s}"
                    .formatted(
                        from,
                        to,
                        rate(from),
                        nodes.cable(from).map(KnobValue::value).orElse(USUAL_CABLE))));
    nodes.trunks().forEach(link -> draft.line(trunk(link)));
    draft.sections(ofFabric(common, true));
    draft.line("hosts:\n  stages: detailed");
    draft.sections(ofFabric(common, false));
    draft.line("workload: {type: permutation, size: 16MiB}");
    draft.overrides(rows);
    return draft.toString();
  }

  private String trunk(SwitchMesh.Link link) {
    return "    - {a: %s, b: %s, rate: %s, cable: %s}"
        .formatted(
            link.one(),
            link.other(),
            link.gbps() > 0 ? NicModel.gbps(link.gbps()) : USUAL_RATE,
            link.cable().orElse(USUAL_CABLE));
  }

  private String rate(String from) {
    NicModel nic = nodes.nics().get(from);
    if (nic != null) {
      return nic.gbps() > 0 ? NicModel.gbps(nic.gbps()) : USUAL_RATE;
    }
    double all =
        nodes.nics().entrySet().stream()
            .filter(each -> from.equals(nodes.cables().get(each.getKey())))
            .mapToDouble(each -> each.getValue().gbps() > 0 ? each.getValue().gbps() : USUAL_GBPS)
            .sum();
    return NicModel.gbps(Math.min(all, MOST_GBPS));
  }

  private static SortedMap<String, String> ofFabric(
      SortedMap<String, String> knobs, boolean isOfFabric) {
    SortedMap<String, String> part = new TreeMap<>(knobs);
    part.keySet().removeIf(knob -> knob.startsWith("fabric.") != isOfFabric);
    return part;
  }
}
