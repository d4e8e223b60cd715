package dev.headroom.audit.cluster;

import dev.headroom.audit.host.InterfaceQos;
import dev.headroom.audit.switches.HostSwitchLinks;
import dev.headroom.audit.switches.SimulatedSwitch;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.knob.ClassMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Scenario built from the facts of hosts and switches. Each NIC is a host of the scenario, and the
 * NICs of a server share the beginning of their names. Cables are those that LLDP, a table of MAC
 * addresses or a list joins. Missing facts are assumed, and the scenario lists every assumption,
 * the source of every setting, and every setting that the simulator does not have.
 */
public final class ClusterModel {
  /** A switch for NICs whose switch is unknown. */
  private static final String SOMEWHERE = "switch-assumed";

  private static final String SPINE = "spine-assumed";
  private static final String USUAL_RATE = "400Gbps";
  private static final String USUAL_CABLE = "3m";
  private static final String CABLE = "fabric.links.cable";
  private static final String CLASSES = "pfc.classes";
  private static final String DSCP_MAP = "fabric.switches.dscpMap";
  private static final String TRAFFIC_CLASS = "transport.class";
  private static final String CNP_CLASS = "transport.cnpClass";
  private static final int USUAL_CLASS = 3;
  static final Set<String> MARKS = Set.of("congestion.kmin", "congestion.kmax", "congestion.pmax");

  private final Map<String, NicModel> nics = new LinkedHashMap<>();
  private final Map<String, NicTuning> tunings = new LinkedHashMap<>();
  private final Map<String, SimulatedSwitch> switches = new LinkedHashMap<>();
  private final Map<String, SwitchQos> configurations = new LinkedHashMap<>();
  private final Map<String, String> cables = new LinkedHashMap<>();

  /** The switch port of a NIC, where that is known. */
  private final Map<String, String> ports = new LinkedHashMap<>();

  private final Set<String> assumed = new LinkedHashSet<>();
  private final Set<String> unsimulated = new LinkedHashSet<>();
  private final Set<String> sources = new LinkedHashSet<>();

  /** The class and the DSCP of RDMA's packets, where they are assumed. */
  private final SortedMap<String, String> data = new TreeMap<>();

  private SwitchMesh mesh = SwitchMesh.NONE;
  private NicAgreement agreement = NicAgreement.of(Map.of());
  private int servers;

  private ClusterModel() {}

  /**
   * The cluster of these hosts and switches.
   *
   * @throws IllegalArgumentException if there is no NIC among them
   */
  public static ClusterModel of(List<HostFacts> all) {
    ClusterModel cluster = new ClusterModel();
    List<HostSwitchLinks.Link> links = HostSwitchLinks.of(all);
    Optional<Integer> dscp =
        all.stream().flatMap(each -> InterfaceQos.dscp(each).optional().stream()).findFirst();
    Map<HostFacts, String> devices = new LinkedHashMap<>();
    for (HostFacts each : all) {
      SimulatedSwitch.of(each, dscp)
          .filter(_ -> each.rdmaPorts().isEmpty())
          .ifPresent(found -> {
            cluster.switches.put(word(found.name()), found);
            SwitchVendors.qos(each)
                .ifPresent(qos -> cluster.configurations.put(word(found.name()), qos));
            devices.put(each, word(found.name()));
          });
    }
    for (HostFacts each : all) {
      if (!devices.containsKey(each)) {
        cluster.add(each, links);
      }
    }
    cluster.mesh = SwitchMesh.of(devices, cluster.configurations);
    if (cluster.nics.isEmpty()) {
      throw new IllegalArgumentException(
          "no RDMA NIC found in the inputs; lspci -vvv, ibstat or /sys/class/infiniband show them");
    }
    cluster.complete();
    cluster.settle();
    return cluster;
  }

  /** Missing facts with what is assumed instead, a sentence each. */
  public List<String> assumed() {
    return List.copyOf(assumed);
  }

  /** Settings that the simulator does not have, a sentence each. */
  public List<String> unsimulated() {
    return List.copyOf(unsimulated);
  }

  /** Knobs whose value is assumed, since no input says it: the class and the DSCP of RDMA. */
  public Set<String> assumedKnobs() {
    return Set.copyOf(data.keySet());
  }

  /** Knobs that a configuration of some switch says. */
  public Set<String> knobsOfSwitches() {
    Set<String> said = new TreeSet<>();
    for (SimulatedSwitch each : switches.values()) {
      said.addAll(each.knobs().keySet());
      each.ports().values().forEach(port -> said.addAll(port.keySet()));
    }
    return said;
  }

  private void add(HostFacts host, List<HostSwitchLinks.Link> links) {
    List<NicModel> its = withoutTwins(NicModel.of(host));
    if (!its.isEmpty()) {
      servers++;
    }
    unsimulated.addAll(NicTuning.unmatched(host, its));
    for (NicModel nic : its) {
      String name = word(host.name() + "-" + nic.name());
      nics.put(name, nic);
      Optional<HostSwitchLinks.Link> at =
          links.stream()
              .filter(link -> link.host().name().equals(host.name()))
              .filter(link -> link.nic().equals(nic.netdev()))
              .findFirst();
      at.ifPresent(link -> ports.put(name, link.port()));
      if (at.isEmpty()) {
        String instead = switches.size() == 1 ? switches.keySet().iterator().next() : SOMEWHERE;
        assumed.add("no input shows the switch port of " + name + ": assumed to be on " + instead);
        cables.put(name, instead);
      } else {
        cables.put(name, word(at.get().qos().name()));
      }
      NicTuning tuning =
          NicTuning.of(host, nic, its.size() == 1, at.map(link -> link.qos().port(link.port())));
      tunings.put(name, tuning);
      tuning.notes().forEach(note -> unsimulated.add(name + " " + note));
    }
  }

  /** A function that no device is known to be on may be that of one: devices count then. */
  static List<NicModel> withoutTwins(List<NicModel> all) {
    List<NicModel> devices = all.stream().filter(nic -> !nic.name().contains(":")).toList();
    return devices.isEmpty() ? all : devices;
  }

  /** A scenario needs two hosts, and a way from each to each. */
  private void complete() {
    if (nics.size() == 1) {
      String only = nics.keySet().iterator().next();
      nics.put("peer-assumed", nics.getOrDefault(only, nics.values().iterator().next()));
      cables.put("peer-assumed", cables.getOrDefault(only, SOMEWHERE));
      assumed.add("only one NIC found: a second one like it, peer-assumed, is added as its peer");
    }
    Set<String> used = new LinkedHashSet<>(cables.values());
    if (used.size() > 1 && mesh.reachable(used.iterator().next()).containsAll(used)) {
      used.addAll(mesh.reachable(used.iterator().next()));
    } else {
      mesh = SwitchMesh.NONE;
    }
    switches.keySet().stream()
        .filter(name -> !used.contains(name))
        .forEach(name -> unsimulated.add(name + ": no input shows a host at this switch"));
    switches.keySet().retainAll(used);
    if (used.size() > 1 && mesh.links().isEmpty()) {
      for (String leaf : used) {
        cables.put(leaf, SPINE);
      }
      assumed.add(
          "no input shows the links between switches: each is assumed to have one link to "
              + SPINE
              + ", as fast as the links of all its hosts together");
    }
  }

  /** Works out which values count, and notes the lines that say them. */
  private void settle() {
    agreement = NicAgreement.of(tunings);
    agreement
        .knobs()
        .forEach((knob, value) ->
            sources.add(
                "%s %s on %d of %d NICs (%s)"
                    .formatted(
                        knob,
                        value.value(),
                        agreement.readings().getOrDefault(knob, 1),
                        tunings.size(),
                        value.source())));
    unsimulated.addAll(agreement.notes());
    switches.forEach((name, each) -> {
      each.knobs().values().stream()
          .filter(value -> !value.knob().equals(CABLE))
          .forEach(value -> source(name, value));
      each.notes().forEach(note -> unsimulated.add(name + " " + note));
    });
    nics.keySet().forEach(nic -> cable(nic).ifPresent(value -> source(nic, value)));
    ports.forEach((nic, port) -> {
      differences(nic).values().forEach(value -> source("port " + port + " of " + nic, value));
    });
    tunings.forEach((nic, tuning) ->
        tuning.knobs().values().stream()
            .filter(value -> value.knob().startsWith("pfc."))
            .forEach(value -> source(nic, value)));
    switches.forEach(this::unknownPorts);
    cables.keySet().forEach(this::rate);
    mesh.links().stream()
        .filter(link -> link.gbps() <= 0)
        .forEach(link ->
            assumed.add(
                "no input shows the rate between %s and %s: %s"
                    .formatted(link.one(), link.other(), USUAL_RATE)));
    assumeClass();
    notifications();
  }

  /** Ports with values of their own, whose link is not in the scenario. */
  private void unknownPorts(String name, SimulatedSwitch at) {
    at.ports().keySet().stream()
        .filter(port ->
            ports.keySet().stream()
                .noneMatch(nic -> port.equals(ports.get(nic)) && name.equals(cables.get(nic))))
        .forEach(port ->
            at.differences(port)
                .values()
                .forEach(value ->
                    unsimulated.add(
                        "%s %s of port %s (%s): no input shows the host of this port"
                            .formatted(
                                name + " " + value.knob(), value.value(), port, value.source()))));
  }

  /** A CNP carries the first DSCP of its class. */
  private void notifications() {
    KnobValue of = agreement.knobs().get(CNP_CLASS);
    if (of == null) {
      return;
    }
    int priority = Integer.parseInt(of.value());
    switches.forEach((name, each) -> {
      int at = classOf(each, 8 * priority);
      if (at != priority) {
        unsimulated.add(
            "simulated CNPs of class %d carry DSCP %d, which %s puts into class %d"
                .formatted(priority, 8 * priority, name, at));
      }
    });
  }

  private static int classOf(SimulatedSwitch at, int dscp) {
    KnobValue map = at.knobs().get(DSCP_MAP);
    return map == null ? dscp / 8 : ClassMap.ofDscps(map.value().replace("\"", "")).get(dscp);
  }

  private void source(String node, KnobValue value) {
    sources.add("%s %s of %s (%s)".formatted(value.knob(), value.value(), node, value.source()));
  }

  /** The scenario, with what it assumes as comments. It can be run as it is. */
  public String yaml() {
    SortedMap<String, String> common = common();
    ScenarioDraft draft = new ScenarioDraft();
    draft.line("# From the outputs of hosts and switches.");
    draft.comments("Assumed", assumed);
    draft.comments("Set", sources);
    draft.comments("Not simulated", unsimulated);
    return yaml(draft, common, overrides(common));
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
    SortedMap<String, String> common = common();
    NicDeviations ofNics = new NicDeviations(nics, tunings);
    Set<String> leaves = new LinkedHashSet<>(cables.values());
    SwitchAgreement ofSwitches = new SwitchAgreement(switches, configurations, leaves);
    ofSwitches
        .common()
        .forEach((knob, value) -> {
          if (isOfSwitches(knob)) {
            common.put(knob, value);
          }
        });
    ScenarioDraft draft = new ScenarioDraft();
    draft.line("# From the outputs of hosts and switches, with the settings of most of them.");
    draft.comments("Assumed", assumed);
    List<Deviation> deviations = new ArrayList<>(ofSwitches.deviations());
    deviations.addAll(ofNics.deviations());
    draft.comments("Instead of", deviations.stream().map(Deviation::text).toList());
    List<String> rows = new ArrayList<>();
    if (isHardwareKept) {
      nics.forEach(
          (name, nic) -> rows.add(ScenarioDraft.override(name, agreed(name, nic, ofNics, common))));
    }
    ofSwitches
        .agreed()
        .forEach((name, knobs) -> {
          SortedMap<String, String> own = new TreeMap<>(knobs);
          own.entrySet().removeIf(knob -> knob.getValue().equals(common.get(knob.getKey())));
          own.remove(CABLE);
          rows.add(ScenarioDraft.override(name, own));
        });
    List<String> undecided = new ArrayList<>(ofSwitches.undecided());
    undecided.addAll(ofNics.undecided());
    return new AgreedCluster(yaml(draft, common, rows), deviations, undecided);
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
                        TRAFFIC_CLASS,
                        "" + ClassMap.ofDscps("default").get(Integer.parseInt(dscp)))));
    Optional.ofNullable(common.get(CNP_CLASS))
        .ifPresent(cnp -> classes.add(8 * Integer.parseInt(cnp) + "=" + cnp));
    return classes.isEmpty() ? "default" : '"' + String.join(",", classes) + '"';
  }

  private String yaml(ScenarioDraft draft, SortedMap<String, String> common, List<String> rows) {
    draft.line(
        "name: %d server%s, %d NICs".formatted(servers, servers == 1 ? "" : "s", nics.size()));
    draft.line("fabric:\n  topology: graph\n  nodes:");
    draft.line("    hosts: [" + String.join(", ", nics.keySet()) + "]");
    draft.line("    switches: [" + String.join(", ", boxes()) + "]\n  links:");
    cables.forEach((from, to) ->
        draft.line(
            "    - {a: %s, b: %s, rate: %s, cable: %s}"
                .formatted(
                    from, to, rate(from), cable(from).map(KnobValue::value).orElse(USUAL_CABLE))));
    mesh.links().forEach(link -> draft.line(trunk(link)));
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

  private Set<String> boxes() {
    Set<String> boxes = new LinkedHashSet<>(cables.values());
    boxes.addAll(switches.keySet());
    return boxes;
  }

  /** The length of the cable of a NIC, where the switch is told it. */
  private Optional<KnobValue> cable(String nic) {
    SimulatedSwitch at = switches.get(cables.getOrDefault(nic, ""));
    if (at == null || !nics.containsKey(nic)) {
      return Optional.empty();
    }
    String port = ports.get(nic);
    SortedMap<String, KnobValue> own =
        port == null ? at.knobs() : at.ports().getOrDefault(port, at.knobs());
    return Optional.ofNullable(own.get(CABLE));
  }

  private SortedMap<String, KnobValue> differences(String nic) {
    SimulatedSwitch at = switches.get(cables.getOrDefault(nic, ""));
    String port = ports.get(nic);
    return at == null || port == null ? new TreeMap<>() : at.differences(port);
  }

  private String rate(String from) {
    NicModel nic = nics.get(from);
    if (nic != null) {
      if (nic.gbps() <= 0) {
        assumed.add("no input shows the rate of " + from + ": " + USUAL_RATE);
      }
      return nic.gbps() > 0 ? NicModel.gbps(nic.gbps()) : USUAL_RATE;
    }
    double all =
        nics.entrySet().stream()
            .filter(each -> from.equals(cables.get(each.getKey())))
            .mapToDouble(each -> each.getValue().gbps() > 0 ? each.getValue().gbps() : 400)
            .sum();
    return NicModel.gbps(Math.min(all, 10_000));
  }

  /** Knobs that all NICs have in common, and those that there is one of. */
  private SortedMap<String, String> common() {
    SortedMap<String, String> common = new TreeMap<>();
    agreement.knobs().forEach((knob, value) -> common.put(knob, value.value()));
    NicModel first = nics.values().iterator().next();
    first.settings().keySet().stream()
        .filter(key -> !key.equals(NicModel.RATE))
        .filter(key -> isOfAll(key))
        .forEach(key ->
            usual(
                    nics.values().stream()
                        .map(each -> Optional.ofNullable(each.settings().get(key)))
                        .toList())
                .ifPresent(value -> common.put(key, value)));
    switchKnobs()
        .forEach(knob ->
            usual(
                    switches.values().stream()
                        .map(each ->
                            Optional.ofNullable(each.knobs().get(knob)).map(KnobValue::value))
                        .toList())
                .ifPresent(value -> common.put(knob, value)));
    nics.values().stream()
        .flatMap(each -> Optional.ofNullable(each.settings().get(NicModel.MTU)).stream())
        .mapToInt(Integer::parseInt)
        .min()
        .ifPresent(mtu -> common.put(NicModel.MTU, String.valueOf(mtu)));
    lossless().ifPresent(classes -> common.put(CLASSES, classes));
    common.putAll(data);
    return common;
  }

  private static SortedMap<String, String> ofFabric(
      SortedMap<String, String> knobs, boolean isOfFabric) {
    SortedMap<String, String> part = new TreeMap<>(knobs);
    part.keySet().removeIf(knob -> knob.startsWith("fabric.") != isOfFabric);
    return part;
  }

  /** Whether all NICs say a setting, or the simulator has one value of it for all of them. */
  private boolean isOfAll(String key) {
    return key.startsWith("transport.")
        || nics.values().stream().allMatch(each -> each.settings().containsKey(key));
  }

  /** Whether no host has such a knob. */
  private static boolean isOfSwitches(String knob) {
    return knob.startsWith("fabric.switches.") || MARKS.contains(knob);
  }

  /** Knobs of switches alone, which all of these switches say. */
  private Set<String> switchKnobs() {
    Set<String> knobs = new TreeSet<>();
    switches.values().forEach(each -> knobs.addAll(each.knobs().keySet()));
    knobs.removeIf(knob -> !isOfSwitches(knob));
    knobs.removeIf(
        knob -> switches.values().stream().anyMatch(each -> !each.knobs().containsKey(knob)));
    return knobs;
  }

  /** The value of most; empty if one has none, or no value has a majority. */
  private static Optional<String> usual(List<Optional<String>> values) {
    Map<String, Integer> count = new LinkedHashMap<>();
    values.forEach(each -> each.ifPresent(value -> count.merge(value, 1, Integer::sum)));
    return count.entrySet().stream()
        .filter(each -> 2 * each.getValue() > values.size())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Of the first switch that says it, else of the first NIC. */
  private Optional<String> lossless() {
    return switches.values().stream()
        .flatMap(each -> each.lossless().stream())
        .findFirst()
        .or(() ->
            tunings.values().stream()
                .flatMap(each -> Optional.ofNullable(each.knobs().get(CLASSES)).stream())
                .findFirst())
        .map(KnobValue::value);
  }

  /**
   * Where hosts do not say their class and class 3 is not lossless, RDMA is in the lossless class:
   * with a DSCP that the switch puts there, and with the map of the switch at the hosts.
   */
  private void assumeClass() {
    List<Integer> lossless =
        lossless().map(text -> Arrays.stream(text.replaceAll("[\\[\\]]", "").split(","))).stream()
            .flatMap(each -> each.map(Integer::valueOf))
            .toList();
    boolean isKnown =
        agreement.knobs().containsKey(TRAFFIC_CLASS)
            || nics.values().stream().anyMatch(nic -> nic.settings().containsKey(NicModel.DSCP));
    if (lossless.isEmpty() || lossless.contains(USUAL_CLASS) || isKnown) {
      return;
    }
    int priority = lossless.getFirst();
    data.put(TRAFFIC_CLASS, String.valueOf(priority));
    Optional<SimulatedSwitch> mapping =
        switches.values().stream().filter(each -> each.knobs().containsKey(DSCP_MAP)).findFirst();
    OptionalInt dscp =
        mapping.stream()
            .flatMapToInt(each ->
                IntStream.concat(IntStream.of(InterfaceQos.USUAL_DSCP), IntStream.range(0, 64))
                    .filter(candidate -> classOf(each, candidate) == priority))
            .findFirst();
    if (dscp.isPresent()) {
      data.put(NicModel.DSCP, String.valueOf(dscp.getAsInt()));
      boolean isMapped =
          nics.values().stream().anyMatch(nic -> nic.settings().containsKey(NicModel.DSCP_MAP));
      mapping
          .filter(_ -> !isMapped)
          .map(each -> each.knobs().get(DSCP_MAP))
          .ifPresent(map -> data.put(NicModel.DSCP_MAP, map.value()));
    }
    assumed.add(
        "no input shows the class of RDMA: class %d, the lossless class of the switches%s"
            .formatted(
                priority,
                dscp.isPresent()
                    ? ", with DSCP " + dscp.getAsInt() + " and the switch's DSCP map at the hosts"
                    : ""));
  }

  private List<String> overrides(SortedMap<String, String> common) {
    List<String> rows = new ArrayList<>();
    nics.forEach((name, nic) -> {
      SortedMap<String, String> own = own(name, nic);
      withoutCommon(own, common);
      rows.add(ScenarioDraft.override(name, own));
    });
    switches.forEach((name, each) -> {
      SortedMap<String, String> own = values(each.knobs());
      own.entrySet().removeIf(knob -> knob.getValue().equals(common.get(knob.getKey())));
      own.remove(CABLE);
      rows.add(ScenarioDraft.override(name, own));
    });
    ports
        .keySet()
        .forEach(nic ->
            rows.add(
                ScenarioDraft.override(nic + "/" + cables.get(nic), values(differences(nic)))));
    return rows;
  }

  private SortedMap<String, String> own(String name, NicModel nic) {
    SortedMap<String, String> own = new TreeMap<>(nic.settings());
    NicTuning tuning = tunings.get(name);
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

  /** Names of a scenario are made of letters, digits and a few signs. */
  static String word(String name) {
    String word = name.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^-+|-+$", "");
    return word.isEmpty() ? "host" : word;
  }
}
