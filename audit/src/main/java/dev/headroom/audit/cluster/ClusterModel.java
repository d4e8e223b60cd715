package dev.headroom.audit.cluster;

import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.model.knob.ClassMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Scenario built from the facts of hosts and switches. Each NIC is a host of the scenario, and the
 * NICs of a server share the beginning of their names. Cables are those that LLDP, a table of MAC
 * addresses or a list joins. Missing facts are assumed, and the scenario lists every assumption,
 * the source of every setting, and every setting that the simulator does not have.
 */
public final class ClusterModel {
  private final ModelNotes notes = new ModelNotes();
  private final ClusterNodes nodes;
  private final ClusterKnobs knobs;

  private ClusterModel(List<HostFacts> all) {
    nodes = ClusterNodes.of(all, notes);
    knobs = new ClusterKnobs(nodes);
    SettingSources.note(nodes, knobs, notes);
  }

  /**
   * The cluster of these hosts and switches.
   *
   * @throws IllegalArgumentException if there is no NIC among them
   */
  public static ClusterModel of(List<HostFacts> all) {
    return new ClusterModel(all);
  }

  /** Missing facts with what is assumed instead, a sentence each. */
  public List<String> assumed() {
    return List.copyOf(notes.assumed());
  }

  /** Settings that the simulator does not have, a sentence each. */
  public List<String> unsimulated() {
    return List.copyOf(notes.unsimulated());
  }

  /** Knobs whose value is assumed, since no input says it: the class and the DSCP of RDMA. */
  public Set<String> assumedKnobs() {
    return knobs.assumed();
  }

  /** Knobs that a configuration of some switch says. */
  public Set<String> knobsOfSwitches() {
    Set<String> said = new TreeSet<>();
    for (SimulatedSwitch each : nodes.switches().values()) {
      said.addAll(each.knobs().keySet());
      each.ports().values().forEach(port -> said.addAll(port.keySet()));
    }
    return said;
  }

  /** Whether a switch of a scenario of {@code convert} is assumed: no input shows it. */
  public static boolean isAssumed(String name) {
    return ClusterNodes.isAssumed(name);
  }

  /** The scenario, with what it assumes as comments. It can be run as it is. */
  public String yaml() {
    SortedMap<String, String> common = knobs.common();
    ScenarioDraft draft = new ScenarioDraft();
    draft.line("# From the outputs of hosts and switches.");
    draft.comments("Assumed", notes.assumed());
    draft.comments("Set", notes.sources());
    draft.comments("Not simulated", notes.unsimulated());
    return new ClusterText(nodes).yaml(draft, common, overrides(common));
  }

  /** The same cluster with the settings that most devices of each kind have. */
  public AgreedCluster agreed() {
    return agreed(true);
  }

  /** The same with the hardware of most hosts as well: what is left to gain by repairs. */
  public String alike() {
    return agreed(false).yaml();
  }

  private AgreedCluster agreed(boolean isHardwareKept) {
    SortedMap<String, String> common = knobs.common();
    Optional<RdmaClass> rdma = RdmaClass.of(nodes);
    NicDeviations ofNics = new NicDeviations(nodes.nics(), nodes.tunings(), rdma);
    Set<String> leaves = new LinkedHashSet<>(nodes.cables().values());
    SwitchAgreement ofSwitches =
        new SwitchAgreement(nodes.switches(), nodes.configurations(), leaves, rdma);
    ofSwitches
        .common()
        .forEach((knob, value) -> {
          if (ClusterKnobs.isOfSwitches(knob)) {
            common.put(knob, value);
          }
        });
    ScenarioDraft draft = new ScenarioDraft();
    draft.line("# From the outputs of hosts and switches, with the settings of most of them.");
    draft.comments("Assumed", notes.assumed());
    List<Deviation> deviations = new ArrayList<>(ofSwitches.deviations());
    deviations.addAll(ofNics.deviations());
    draft.comments("Instead of", deviations.stream().map(Deviation::text).toList());
    List<String> rows = new ArrayList<>();
    if (isHardwareKept) {
      nodes
          .nics()
          .forEach((name, nic) ->
              rows.add(ScenarioDraft.override(name, agreed(name, nic, ofNics, common))));
    }
    ofSwitches
        .agreed()
        .forEach((name, knobs) -> {
          SortedMap<String, String> own = new TreeMap<>(knobs);
          own.entrySet().removeIf(knob -> knob.getValue().equals(common.get(knob.getKey())));
          own.remove(ClusterNodes.CABLE);
          rows.add(ScenarioDraft.override(name, own));
        });
    List<String> undecided = new ArrayList<>(ofSwitches.undecided());
    undecided.addAll(ofNics.undecided());
    return new AgreedCluster(
        new ClusterText(nodes).yaml(draft, common, rows), deviations, undecided);
  }

  /** Where others have the default map, the classes of RDMA's DSCPs are written out. */
  private SortedMap<String, String> agreed(
      String name, NicModel nic, NicDeviations agreed, SortedMap<String, String> common) {
    SortedMap<String, String> own = own(name, nic);
    own.putAll(agreed.agreed().getOrDefault(name, new TreeMap<>()));
    own.replace(NicModel.DSCP_MAP, "default", classes(common));
    withoutCommon(own, common);
    return own;
  }

  private static String classes(SortedMap<String, String> common) {
    List<String> classes = new ArrayList<>();
    Optional.ofNullable(common.get(NicModel.DSCP))
        .ifPresent(dscp ->
            classes.add(
                dscp
                    + "="
                    + common.getOrDefault(
                        ClusterKnobs.TRAFFIC_CLASS,
                        "" + ClassMap.ofDscps("default").get(Integer.parseInt(dscp)))));
    Optional.ofNullable(common.get(ClusterKnobs.CNP_CLASS))
        .ifPresent(cnp -> classes.add(8 * Integer.parseInt(cnp) + "=" + cnp));
    return classes.isEmpty() ? "default" : '"' + String.join(",", classes) + '"';
  }

  private List<String> overrides(SortedMap<String, String> common) {
    List<String> rows = new ArrayList<>();
    nodes
        .nics()
        .forEach((name, nic) -> {
          SortedMap<String, String> own = own(name, nic);
          withoutCommon(own, common);
          rows.add(ScenarioDraft.override(name, own));
        });
    nodes
        .switches()
        .forEach((name, each) -> {
          SortedMap<String, String> own = values(each.knobs());
          own.entrySet().removeIf(knob -> knob.getValue().equals(common.get(knob.getKey())));
          own.remove(ClusterNodes.CABLE);
          rows.add(ScenarioDraft.override(name, own));
        });
    nodes
        .ports()
        .keySet()
        .forEach(nic ->
            rows.add(
                ScenarioDraft.override(
                    nic + "/" + nodes.cables().get(nic), values(nodes.differences(nic)))));
    return rows;
  }

  private SortedMap<String, String> own(String name, NicModel nic) {
    SortedMap<String, String> own = new TreeMap<>(nic.settings());
    NicTuning tuning = nodes.tunings().get(name);
    if (tuning != null) {
      tuning.knobs().values().stream()
          .filter(value -> value.knob().startsWith("pfc."))
          .forEach(value -> own.put(value.knob(), value.value()));
    }
    return own;
  }

  private static void withoutCommon(
      SortedMap<String, String> own, SortedMap<String, String> common) {
    own.entrySet()
        .removeIf(each ->
            each.getKey().equals(NicModel.RATE)
                || each.getKey().startsWith("transport.")
                || each.getKey().startsWith("congestion.")
                || each.getValue().equals(common.get(each.getKey())));
  }

  private static SortedMap<String, String> values(SortedMap<String, KnobValue> knobs) {
    SortedMap<String, String> values = new TreeMap<>();
    knobs.forEach((knob, value) -> values.put(knob, value.value()));
    return values;
  }
}
