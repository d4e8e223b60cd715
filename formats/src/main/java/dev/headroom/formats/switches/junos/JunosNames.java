package dev.headroom.formats.switches.junos;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of classes, classifiers and profiles as a Junos configuration has them for a class. */
final class JunosNames {
  private static final String OWN = "HEADROOM";
  private static final String COS = "set class-of-service ";
  private static final Pattern LEVEL = Pattern.compile("fill-level \\d{1,3}");

  private final ConfigCommands commands;
  private final JunosConfiguration configuration;

  JunosNames(HostFacts host) {
    commands = ConfigCommands.of(host);
    configuration = new JunosConfiguration(host);
  }

  private Optional<String> ofPort(String port, String text) {
    return commands
        .first("configuration", COS + "interfaces " + Pattern.quote(port) + " " + text)
        .map(match -> match.group(1));
  }

  Map<String, String> of(String port, int trafficClass, int queue) {
    Map<String, String> names = new LinkedHashMap<>();
    use(ofPort(port, "(?:unit \\S+ )?classifiers dscp (\\S+)"), "classifier", names);
    use(ofPort(port, "congestion-notification-profile (\\S+)"), "profile", names);
    Optional<String> known = configuration.className(trafficClass);
    String forwarding = known.orElse(OWN + "-" + trafficClass);
    names.put("forwarding", forwarding);
    if (known.isEmpty()) {
      names.put("forwardingNew", forwarding);
    }
    drops(port, trafficClass, names);
    return names;
  }

  private static void use(Optional<String> used, String hole, Map<String, String> to) {
    to.put(hole, used.orElse(OWN));
    if (used.isEmpty()) {
      to.put(hole + "New", OWN);
    }
  }

  /** A profile of two points, whose levels stay. */
  private void drops(String port, int trafficClass, Map<String, String> to) {
    configuration
        .scheduler(port, trafficClass)
        .flatMap(scheduler ->
            commands.first(
                "configuration",
                COS
                    + "schedulers "
                    + Pattern.quote(scheduler)
                    + " drop-profile-map .* drop-profile (\\S+)"))
        .map(match -> match.group(1))
        .ifPresent(drop -> {
          List<ConfigCommands.Match> lines =
              commands.find(
                  "configuration",
                  COS + "drop-profiles " + Pattern.quote(drop) + " interpolate .*");
          if (lines.size() == 1) {
            String levels =
                LEVEL
                    .matcher(lines.getFirst().command().text())
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.joining(" "));
            if (levels.split("fill-level").length == 3) {
              to.put("drop", drop);
              to.put("levels", levels);
            }
          }
        });
  }
}
