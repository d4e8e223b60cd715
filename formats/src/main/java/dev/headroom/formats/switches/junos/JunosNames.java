package dev.headroom.formats.switches.junos;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.ConfigCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Names of classes, classifiers and profiles as a Junos configuration has them for a class. */
final class JunosNames {
  /** Name of an object that a plan makes, or its beginning. */
  static final String OWN = "HEADROOM";

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
    names.put("priorityBits", bits(trafficClass));
    String output = COS + "congestion-notification-profile %s output .*";
    if (names.containsKey("profileNew")
        || commands.has(
            "configuration", output.formatted(Pattern.quote(names.getOrDefault("profile", ""))))) {
      names.put("profileOut", names.getOrDefault("profile", OWN));
    }
    Optional<String> known = configuration.className(trafficClass);
    String forwarding = known.orElse(OWN + "-" + trafficClass);
    names.put("forwarding", forwarding);
    if (known.isEmpty()) {
      names.put("forwardingNew", forwarding);
    }
    Optional<String> own = configuration.scheduler(port, trafficClass).flatMap(this::dropProfile);
    Optional<String> other = own.isPresent() ? own : dropProfileOfOthers(port);
    if (configuration.scheduler(port, trafficClass).isEmpty()) {
      Optional<String> map = ofPort(port, "(?:unit \\S+ )?scheduler-map (\\S+)");
      if (map.isPresent() && other.isPresent()) {
        names.put("schedulerMap", map.get());
        names.put("schedulerNew", forwarding);
        names.put("dropOther", other.get());
      }
    }
    other.ifPresent(drop -> levels(drop, names));
    if (own.isPresent()) {
      configuration.scheduler(port, trafficClass).ifPresent(name -> names.put("scheduler", name));
    }
    return names;
  }

  /** The code point of a priority, three binary digits. */
  private static String bits(int priority) {
    return Integer.toBinaryString(8 + (priority & 7)).substring(1);
  }

  private static void use(Optional<String> used, String hole, Map<String, String> to) {
    to.put(hole, used.orElse(OWN));
    if (used.isEmpty()) {
      to.put(hole + "New", OWN);
    }
  }

  private Optional<String> dropProfile(String scheduler) {
    return commands
        .first(
            "configuration",
            COS
                + "schedulers "
                + Pattern.quote(scheduler)
                + " drop-profile-map .* drop-profile (\\S+)")
        .map(match -> match.group(1));
  }

  /** The drop profile of another lossless class, which a class without a scheduler takes. */
  private Optional<String> dropProfileOfOthers(String port) {
    return configuration.lossless(port).orElse(new TreeSet<>()).stream()
        .flatMap(each -> configuration.scheduler(port, each).stream())
        .flatMap(each -> dropProfile(each).stream())
        .findFirst();
  }

  /** A profile of two points, whose levels stay; in one statement, or in one for each value. */
  private void levels(String drop, Map<String, String> to) {
    List<String> levels =
        commands
            .find("configuration", COS + "drop-profiles " + Pattern.quote(drop) + " interpolate .*")
            .stream()
            .flatMap(line -> LEVEL.matcher(line.command().text()).results())
            .map(MatchResult::group)
            .toList();
    if (levels.size() == 2) {
      to.put("drop", drop);
      to.put("levels", String.join(" ", levels));
    }
  }
}
