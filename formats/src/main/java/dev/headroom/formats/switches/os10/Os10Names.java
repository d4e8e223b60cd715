package dev.headroom.formats.switches.os10;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names of the maps, policies and classes that an OS10 configuration uses for a class. */
final class Os10Names {
  private static final String OWN = "HEADROOM";
  private static final String SYSTEM = "system qos";

  private final ConfigCommands commands;
  private final Os10Configuration configuration;

  Os10Names(HostFacts host) {
    commands = ConfigCommands.of(host);
    configuration = new Os10Configuration(host);
  }

  Map<String, String> of(String port, int trafficClass, int queue) {
    Map<String, String> names = new LinkedHashMap<>();
    String here = "interface " + port;
    use(port, "trust-map dscp (\\S+)", "trustMap", "trustUser", SYSTEM, names);
    use(port, "qos-map traffic-class (\\S+)", "queueMap", "queueUser", SYSTEM, names);
    use(
        port,
        "service-policy input type network-qos (\\S+)",
        "networkPolicy",
        "networkUser",
        here,
        names);
    use(port, "service-policy output type queuing (\\S+)", "outPolicy", "outUser", here, names);
    if (configuration.used(port, "priority-flow-control mode (on)").isEmpty()) {
      names.put("pfcUser", here);
    }
    String network = names.getOrDefault("networkPolicy", "");
    String out = names.getOrDefault("outPolicy", "");
    Optional<String> paused = paused(network, trafficClass);
    names.put("networkClass", paused.orElse(OWN + "-NQ" + trafficClass));
    if (paused.isEmpty()) {
      names.put("pauseNew", "pause");
    }
    Optional<String> served = served(out, queue);
    names.put("outClass", served.orElse(OWN + "-Q" + queue));
    names.put(
        "wred",
        served
            .flatMap(name ->
                commands.first(
                    "policy-map type queuing "
                        + Pattern.quote(out)
                        + " \\| class "
                        + Pattern.quote(name),
                    "random-detect (\\S+)"))
            .map(match -> match.group(1))
            .orElse(OWN + "-" + queue));
    return names;
  }

  /** The name that a port uses; one of its own, and its user, where it uses none. */
  private void use(
      String port, String command, String hole, String user, String at, Map<String, String> to) {
    Optional<String> used = configuration.used(port, command);
    to.put(hole, used.orElse(OWN));
    if (used.isEmpty()) {
      to.put(user, at);
    }
  }

  /** The class that pauses a CoS. */
  private Optional<String> paused(String policy, int trafficClass) {
    return commands
        .find(
            "policy-map type network-qos " + Pattern.quote(policy) + " \\| class .*",
            "pfc-cos ([\\d,-]+)")
        .stream()
        .filter(match -> ConfigCommands.numbers(match.group(1)).contains(trafficClass))
        .map(match -> last(match.command().part()))
        .findFirst();
  }

  /** The class of a policy that matches a queue. */
  private Optional<String> served(String policy, int queue) {
    return commands
        .find("policy-map type queuing " + Pattern.quote(policy), "class (\\S+)")
        .stream()
        .map(match -> match.group(1))
        .filter(name ->
            commands.has(
                "class-map type queuing (?:match-\\w+ )?" + Pattern.quote(name),
                "match queue " + queue))
        .findFirst();
  }

  private static String last(String part) {
    return part.substring(part.lastIndexOf(' ') + 1);
  }
}
