package dev.headroom.formats.switches.onyx;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Names of ports, groups and pools as an Onyx configuration has them for a class of a port. */
final class OnyxNames {
  private final OnyxConfiguration configuration;
  private final ConfigCommands commands;

  OnyxNames(HostFacts host) {
    configuration = new OnyxConfiguration(host);
    commands = ConfigCommands.of(host);
  }

  /** The port, or the range with the port that has such a command already. */
  private String ports(String port, String command) {
    return configuration.set(port, command).flatMap(OnyxNames::named).orElse(number(port));
  }

  private static Optional<String> named(ConfigCommands.Match match) {
    return Optional.ofNullable(match.group(1));
  }

  private static String number(String port) {
    return port.replaceFirst("^Eth", "");
  }

  /**
   * A group is bound to a class where it has a buffer, or gets one: bound alone, its packets would
   * have none.
   */
  private boolean hasBuffer(String port, String buffer, Map<String, String> values) {
    return values.keySet().containsAll(List.of("size", "reserved", "xon", "alpha"))
        || configuration.set(port, buffer).isPresent();
  }

  Map<String, String> of(String port, int trafficClass, int queue, Map<String, String> values) {
    Map<String, String> names = new LinkedHashMap<>();
    String group =
        configuration
            .set(port, "ingress-buffer iPort\\.pg(\\d) bind switch-priority " + trafficClass)
            .map(match -> match.group(2))
            .orElse(String.valueOf(trafficClass));
    String buffer = "ingress-buffer iPort\\.pg" + group + " map pool (\\S+) .*";
    names.put("group", group);
    names.put("groupPorts", ports(port, buffer));
    if (hasBuffer(port, buffer, values)) {
      names.put("bound", group);
    }
    names.put(
        "pool", configuration.set(port, buffer).map(match -> match.group(2)).orElse("iPool1"));
    names.put("ecnPorts", ports(port, "traffic-class " + queue + " congestion-control .*"));
    names.put("etsPorts", ports(port, "traffic-class " + queue + " dcb ets .*"));
    names.put("mtuPorts", ports(port, "mtu \\d+.*"));
    if (!commands.has(".*", "dcb priority-flow-control enable.*")) {
      names.put("enableNew", "enable force");
    }
    if (configuration.set(port, "dcb priority-flow-control mode (?:on|auto).*").isEmpty()) {
      names.put("unpaused", number(port));
    }
    if (configuration.set(port, "qos trust (?:L3|both).*").isEmpty()) {
      names.put("untrusted", number(port));
    }
    return names;
  }
}
