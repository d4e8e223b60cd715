package dev.headroom.audit.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.KnobValue;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.WredCurve;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Switch as knobs of the simulator, with the line of the configuration behind each: buffer, marks
 * and headroom of the lossless class, scheduling, watchdog, DSCP map.
 *
 * @param name as it calls itself
 * @param gbps what most of its ports carry, 10^9 bits a second; 0 if nothing says
 * @param knobs of most of its ports, and of the switch as a whole
 * @param ports knobs of each port, by its name and the knob's
 * @param notes what the simulator does not have, a sentence each
 */
public record SimulatedSwitch(
    String name,
    double gbps,
    SortedMap<String, KnobValue> knobs,
    Map<String, SortedMap<String, KnobValue>> ports,
    List<String> notes) {
  /** The DSCP of RoCE where nothing else was chosen. */
  private static final int USUAL_DSCP = 26;

  private static final String KMIN = "congestion.kmin";
  private static final String ALPHA = "fabric.switches.alpha";

  /** Knobs that a price is worked out with. */
  private static final Set<String> OF_PRICES =
      Set.of(
          "fabric.switches.buffer",
          ALPHA,
          "fabric.switches.mtu",
          "fabric.switches.dscpMap",
          KMIN,
          "congestion.kmax",
          "congestion.pmax");

  /** Keeps copies. */
  public SimulatedSwitch {
    knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
    ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
    notes = List.copyOf(notes);
  }

  /** Of a switch whose configuration spells its buffers out; none of anything else. */
  public static Optional<SimulatedSwitch> withBuffers(HostFacts host) {
    return SwitchVendors.qos(host)
        .filter(qos -> qos.buffers().isPresent())
        .map(qos -> of(qos, SwitchVendors.settings(host), Optional.empty()).withAnyMarks(qos));
  }

  /** The same with the marks of the first curve, if the lossless queue has none. */
  private SimulatedSwitch withAnyMarks(SwitchQos qos) {
    SortedMap<String, KnobValue> marked = new TreeMap<>(knobs);
    if (!marked.containsKey(KMIN)) {
      qos.marking().curves().stream().findFirst().ifPresent(curve -> marks(curve, marked));
    }
    return new SimulatedSwitch(name, gbps, marked, ports, notes);
  }

  /**
   * Of a switch with a configuration in any known language.
   *
   * @param dscp of RDMA's packets, where hosts say it
   */
  public static Optional<SimulatedSwitch> of(HostFacts host, Optional<Integer> dscp) {
    return SwitchVendors.qos(host).map(qos -> of(qos, SwitchVendors.settings(host), dscp));
  }

  private static SimulatedSwitch of(
      SwitchQos qos, SwitchSettings settings, Optional<Integer> dscp) {
    Map<String, SortedMap<String, KnobValue>> ports = new LinkedHashMap<>();
    Set<String> notes = new LinkedHashSet<>();
    List<SwitchPort> set =
        qos.ports().set().isEmpty() ? List.of(qos.ports().defaultPort()) : qos.ports().set();
    for (SwitchPort port : set) {
      SettingKnobs knobs =
          SwitchPortKnobs.of(qos, settings, port, trafficClass(port, dscp.orElse(USUAL_DSCP)));
      ports.put(port.name(), knobs.knobs());
      notes.addAll(knobs.notes());
    }
    PortAgreement agreement = PortAgreement.of(ports, qos);
    SortedMap<String, KnobValue> common = new TreeMap<>(agreement.common());
    if (!common.containsKey(KMIN) && !common.containsKey("congestion.ecn")) {
      unassigned(qos).ifPresent(curve -> marks(curve, common));
    }
    if (!common.containsKey(ALPHA)) {
      qos.buffers().stream()
          .flatMap(buffers -> buffers.profiles().stream())
          .filter(profile -> profile.alpha().isReported())
          .findFirst()
          .ifPresent(profile ->
              profile
                  .alpha()
                  .findEvidence()
                  .ifPresent(said ->
                      put(
                          ALPHA,
                          String.valueOf(profile.alpha().get()),
                          profile.name() + ", whose ports are not in the input",
                          said,
                          common)));
    }
    notes.addAll(agreement.notes());
    return new SimulatedSwitch(qos.name(), gbps(qos), common, ports, List.copyOf(notes));
  }

  /** The class of RDMA's packets if it is lossless, else the lowest lossless class. */
  private static int trafficClass(SwitchPort port, int dscp) {
    TreeSet<Integer> lossless = new TreeSet<>(port.lossless().orElse(new TreeSet<>()));
    int ofDscp = port.classes().of(dscp).optional().map(Math::toIntExact).orElse(dscp / 8);
    return lossless.isEmpty() || lossless.contains(ofDscp) ? ofDscp : lossless.first();
  }

  /** The first curve of an excerpt that does not show the use of curves. */
  private static Optional<WredCurve> unassigned(SwitchQos qos) {
    return qos.ports().set().stream().anyMatch(port -> !port.curves().isEmpty())
        ? Optional.empty()
        : Stream.concat(qos.marking().lossless().stream(), qos.marking().curves().stream())
            .findFirst();
  }

  private static void marks(WredCurve curve, SortedMap<String, KnobValue> to) {
    String setting = curve.name() + ", whose queues are not in the input";
    curve
        .min()
        .findEvidence()
        .ifPresent(said ->
            curve
                .max()
                .optional()
                .filter(most -> curve.min().get() <= most)
                .ifPresent(most -> {
                  put(KMIN, bytes(curve.min().get()), setting, said, to);
                  put("congestion.kmax", bytes(most), setting, said, to);
                }));
    curve
        .most()
        .findEvidence()
        .filter(_ -> curve.most().matches(share -> share > 0 && share <= 1))
        .ifPresent(
            said -> put("congestion.pmax", String.valueOf(curve.most().get()), setting, said, to));
  }

  private static String bytes(double amount) {
    return Math.round(amount) + "B";
  }

  private static void put(
      String knob, String value, String setting, Evidence said, SortedMap<String, KnobValue> to) {
    to.put(knob, new KnobValue(knob, value, setting, said));
  }

  /** Knobs that a price is worked out with, as scenarios write them. */
  public SortedMap<String, String> settings() {
    return knobs.entrySet().stream()
        .filter(each -> OF_PRICES.contains(each.getKey()))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, each -> each.getValue().value(), (one, _) -> one, TreeMap::new));
  }

  /** Classes with PFC as scenarios write them, {@code [3,4]}; empty if nothing says. */
  public Optional<KnobValue> lossless() {
    return Optional.ofNullable(knobs.get("pfc.classes"));
  }

  /** Knobs of a port that differ from those of most ports. */
  public SortedMap<String, KnobValue> differences(String port) {
    SortedMap<String, KnobValue> own = new TreeMap<>(ports.getOrDefault(port, new TreeMap<>()));
    own.keySet().retainAll(PortAgreement.OF_PORTS);
    own.entrySet()
        .removeIf(each -> {
          KnobValue common = knobs.get(each.getKey());
          return common != null && common.value().equals(each.getValue().value());
        });
    return own;
  }

  /** Speeds are in Mb/s. */
  private static double gbps(SwitchQos qos) {
    return qos.ports().names().first().stream()
            .flatMap(port -> qos.port(port).line().speed().optional().stream())
            .collect(Collectors.groupingBy(speed -> speed, TreeMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(0L)
        / 1000.0;
  }
}
