package dev.headroom.formats.switches.nvue;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Names of the profiles that an NVUE configuration uses for a port, and of its port ranges. */
final class NvueNames {
  private static final String EVERYWHERE = "default-global";

  private final ConfigCommands commands;
  private final NvueConfiguration configuration;

  NvueNames(HostFacts host) {
    commands = ConfigCommands.of(host);
    configuration = new NvueConfiguration(host);
  }

  private Optional<ConfigCommands.Match> covering(String port, String command) {
    return commands.find(".*", "nv set interface (\\S+) " + command).stream()
        .filter(match -> NvueConfiguration.covers(match.group(1), port))
        .findFirst();
  }

  private String profile(String port, String feature) {
    return covering(port, "qos " + feature + " profile (\\S+)")
        .map(match -> match.group(2))
        .orElse(EVERYWHERE);
  }

  Map<String, String> of(String port, int trafficClass, int queue) {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("pfc", profile(port, "pfc"));
    names.put("marking", profile(port, "congestion-control"));
    names.put("scheduler", profile(port, "egress-scheduler"));
    names.put("mapping", profile(port, "mapping"));
    names.put(
        "advanced",
        commands
            .first(".*", "nv set qos advance-buffer-config (\\S+) ingress-lossless-buffer .*")
            .map(match -> match.group(1))
            .orElse(EVERYWHERE));
    covering(port, "link mtu \\d+")
        .map(match -> match.group(1))
        .or(() -> Optional.of(port).filter(name -> !name.contains(" ")))
        .ifPresent(ports -> names.put("mtuPorts", ports));
    names.put("enabled", commands.has(".*", "nv set qos .* ecn enable") ? "enable" : "enabled");
    boolean trusts =
        commands.has(".*", "nv set qos mapping \\S+ trust (?:l3|both)")
            || configuration.anyRoce().isPresent();
    if (!trusts) {
      names.put("trustNew", "l3");
    }
    if (port.startsWith("swp")
        && covering(port, "qos pfc-watchdog(?: state enabled?)?").isEmpty()) {
      names.put("unwatched", port);
    }
    return names;
  }
}
