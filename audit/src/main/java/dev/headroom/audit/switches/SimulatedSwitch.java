package dev.headroom.audit.switches;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchBuffers;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Switch as settings of the simulator: lossless pool, threshold of the lossless profile, ECN
 * thresholds of lossless queues, DSCP map, and lossless classes.
 *
 * @param name as it calls itself
 * @param gbps what most of its ports carry, 10^9 bits a second; 0 if nothing says
 * @param settings knobs that may differ from switch to switch, by name
 * @param lossless classes with PFC as scenarios write them, {@code 3,4}; empty if nothing says
 */
public record SimulatedSwitch(
    String name, double gbps, SortedMap<String, String> settings, String lossless) {
  /** Keeps a copy. */
  public SimulatedSwitch {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** Of a switch whose configuration spells its buffers out; none of anything else. */
  public static Optional<SimulatedSwitch> of(HostFacts host) {
    return SwitchVendors.qos(host)
        .flatMap(qos -> qos.buffers().map(buffers -> SimulatedSwitch.of(qos, buffers)));
  }

  private static SimulatedSwitch of(SwitchQos qos, SwitchBuffers buffers) {
    List<SwitchPort> ports = qos.ports().set();
    SortedMap<String, String> settings = new TreeMap<>();
    buffers
        .pool()
        .optional()
        .filter(bytes -> bytes > 0)
        .ifPresent(bytes -> settings.put("fabric.switches.buffer", bytes + "B"));
    buffers.profiles().stream()
        .flatMap(profile -> profile.alpha().optional().stream())
        .findFirst()
        .ifPresent(alpha -> settings.put("fabric.switches.alpha", String.valueOf(alpha)));
    qos.marking().curves().stream().findFirst().ifPresent(curve -> marks(curve, settings));
    ports.stream()
        .flatMap(port -> port.line().mtu().optional().stream())
        .min(Long::compare)
        .ifPresent(mtu -> settings.put("fabric.switches.mtu", Math.clamp(mtu, 576, 32_000) + "B"));
    ports.stream()
        .findFirst()
        .flatMap(port -> DscpMap.of(port.classes()::of))
        .ifPresent(map -> settings.put("fabric.switches.dscpMap", map));
    String lossless =
        ports.stream()
            .flatMap(port -> port.lossless().optional().stream())
            .filter(classes -> !classes.isEmpty())
            .findFirst()
            .map(classes -> classes.stream().map(String::valueOf).collect(Collectors.joining(",")))
            .orElse("");
    return new SimulatedSwitch(qos.name(), gbps(qos), settings, lossless);
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

  private static void marks(WredCurve curve, SortedMap<String, String> settings) {
    var least = curve.min().map(Double::longValue).optional();
    var most = curve.max().map(Double::longValue).optional();
    if (least.isPresent() && most.isPresent() && least.get() <= most.get()) {
      settings.put("congestion.kmin", least.get() + "B");
      settings.put("congestion.kmax", most.get() + "B");
    }
    curve
        .most()
        .optional()
        .filter(share -> share > 0 && share <= 1)
        .ifPresent(share -> settings.put("congestion.pmax", String.valueOf(share)));
  }
}
