package dev.headroom.audit.switches;

import dev.headroom.formats.host.HostFacts;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A switch as settings of the simulator: its lossless pool, the threshold of its lossless profile,
 * where queues of the lossless class mark, into which classes it sorts, and which it pauses.
 *
 * @param name as it calls itself
 * @param gbps what most of its ports carry, 10^9 bits a second; 0 if nothing says
 * @param settings knobs that may differ from switch to switch, by name
 * @param lossless classes with PFC as scenarios write them, {@code 3,4}; empty if nothing says
 */
public record SwitchModel(
    String name, double gbps, SortedMap<String, String> settings, String lossless) {
  /** Keeps a copy. */
  public SwitchModel {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** Of what runs SONiC; none of anything else. */
  public static Optional<SwitchModel> of(HostFacts host) {
    return Sonic.of(host).map(SwitchModel::of);
  }

  private static SwitchModel of(Sonic sonic) {
    SortedMap<String, String> settings = new TreeMap<>();
    sonic
        .number("BUFFER_POOL", "ingress_lossless_pool", "size")
        .optional()
        .filter(bytes -> bytes > 0)
        .ifPresent(bytes -> settings.put("fabric.switches.buffer", bytes + "B"));
    sonic.keys("BUFFER_PROFILE").stream()
        .filter(key -> sonic.number("BUFFER_PROFILE", key, "xoff").is(bytes -> bytes > 0))
        .flatMap(key -> sonic.field("BUFFER_PROFILE", key, "dynamic_th").optional().stream())
        .filter(power -> power.matches("-?\\d"))
        .findFirst()
        .ifPresent(power ->
            settings.put(
                "fabric.switches.alpha", String.valueOf(Math.scalb(1.0, Integer.parseInt(power)))));
    sonic.keys("WRED_PROFILE").stream().findFirst().ifPresent(key -> marks(sonic, key, settings));
    sonic.ports().stream()
        .flatMap(port -> sonic.number("PORT", port, "mtu").optional().stream())
        .min(Long::compare)
        .ifPresent(mtu -> settings.put("fabric.switches.mtu", Math.clamp(mtu, 576, 32_000) + "B"));
    sonic.ports().stream()
        .findFirst()
        .flatMap(port -> DscpMap.of(dscp -> sonic.trafficClass(port, dscp)))
        .ifPresent(map -> settings.put("fabric.switches.dscpMap", map));
    String lossless =
        sonic.ports().stream()
            .flatMap(port -> sonic.priorities(port, "pfc_enable").optional().stream())
            .filter(classes -> !classes.isEmpty())
            .findFirst()
            .map(classes -> classes.stream().map(String::valueOf).collect(Collectors.joining(",")))
            .orElse("");
    return new SwitchModel(sonic.name(), gbps(sonic), settings, lossless);
  }

  /** Speeds are in Mb/s. */
  private static double gbps(Sonic sonic) {
    return sonic.keys("PORT").stream()
            .flatMap(port -> sonic.number("PORT", port, "speed").optional().stream())
            .collect(Collectors.groupingBy(speed -> speed, TreeMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(0L)
        / 1000.0;
  }

  /** Packets that may be marked are green. */
  private static void marks(Sonic sonic, String profile, SortedMap<String, String> settings) {
    var least = sonic.number("WRED_PROFILE", profile, "green_min_threshold").optional();
    var most = sonic.number("WRED_PROFILE", profile, "green_max_threshold").optional();
    if (least.isPresent() && most.isPresent() && least.get() <= most.get()) {
      settings.put("congestion.kmin", least.get() + "B");
      settings.put("congestion.kmax", most.get() + "B");
    }
    sonic
        .number("WRED_PROFILE", profile, "green_drop_probability")
        .optional()
        .filter(percent -> percent > 0 && percent <= 100)
        .ifPresent(percent -> settings.put("congestion.pmax", String.valueOf(percent / 100.0)));
  }
}
