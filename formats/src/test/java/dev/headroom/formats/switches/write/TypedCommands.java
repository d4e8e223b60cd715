package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.PlacedStatement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shell of a switch that takes commands in indented parts one by one, and refuses a name before its
 * definition, and the end of a definition that something uses.
 */
final class TypedCommands {
  /**
   * For each language: commands that use a name, with the part, and the command that defines it.
   */
  private static final Map<String, List<Use>> USES =
      Map.of(
          "os10",
          List.of(
              new Use(
                  "policy-map type network-qos .*", "class (\\S+)", "class-map type network-qos"),
              new Use("policy-map type queuing .*", "class (\\S+)", "class-map type queuing"),
              new Use("policy-map type queuing .*", "random-detect (\\S+)", "wred"),
              new Use(
                  "(?:interface .*|system qos)",
                  "service-policy input type network-qos (\\S+)",
                  "policy-map type network-qos"),
              new Use(
                  "(?:interface .*|system qos)",
                  "service-policy output type queuing (\\S+)",
                  "policy-map type queuing"),
              new Use("(?:interface .*|system qos)", "trust-map dscp (\\S+)", "trust dscp-map"),
              new Use(
                  "(?:interface .*|system qos)",
                  "qos-map traffic-class (\\S+)",
                  "qos-map traffic-class")),
          "nxos",
          List.of(
              new Use(
                  "policy-map type qos .*", "class (\\S+)", "class-map type qos match-(?:all|any)"),
              new Use(
                  "(?:interface .*|system qos)",
                  "service-policy type qos input (\\S+)",
                  "policy-map type qos"),
              new Use(
                  "system qos",
                  "service-policy type network-qos (\\S+)",
                  "policy-map type network-qos"),
              new Use(
                  "(?:interface .*|system qos)",
                  "service-policy type queuing (?:in|out)put (\\S+)",
                  "policy-map type queuing")),
          "eos",
          List.of(new Use("interface .*", "service-profile (\\S+)", "qos profile")),
          "enterprise-sonic",
          List.of(
              new Use("interface .*", "qos-map dscp-tc (\\S+)", "qos map dscp-tc"),
              new Use("interface .*", "qos-map tc-queue (\\S+)", "qos map tc-queue"),
              new Use("interface .*", "queue \\d wred-policy (\\S+)", "qos wred-policy")));

  private static final Set<String> MODES =
      Set.of(
          "configure",
          "configure terminal",
          "write memory",
          "end",
          "copy running-config startup-config");

  private static final Pattern INSERTED = Pattern.compile("(class \\S+) insert-before (\\S+)");

  private record Use(String part, String command, String definition) {}

  private final List<Use> uses;
  private final Set<PlacedStatement> statements;

  TypedCommands(String language, List<PlacedStatement> before) {
    uses = USES.getOrDefault(language, List.of());
    statements = new HashSet<>(before);
  }

  /** Languages whose shell this is. */
  static Set<String> languages() {
    return USES.keySet();
  }

  /** What the shell refuses, a sentence each. */
  List<String> type(List<String> lines) {
    List<String> refused = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>();
    Deque<Integer> depths = new ArrayDeque<>();
    for (String line : lines) {
      String text = line.strip();
      if (MODES.contains(text)) {
        continue;
      }
      int depth = line.length() - line.stripLeading().length();
      while (!depths.isEmpty() && depths.peekLast() >= depth) {
        depths.removeLast();
        open.removeLast();
      }
      if (text.equals("exit")) {
        continue;
      }
      String place = open.isEmpty() ? PlacedStatement.TOP : String.join(" | ", open);
      Matcher inserted = INSERTED.matcher(text);
      if (inserted.matches()) {
        if (!statements.contains(new PlacedStatement(place, "class " + inserted.group(2)))) {
          refused.add(text + " in " + place + ": it has no such class");
        }
        text = inserted.group(1);
      }
      take(place, text, refused);
      open.addLast(text);
      depths.addLast(depth);
    }
    return refused;
  }

  private void take(String place, String text, List<String> refused) {
    if (text.startsWith("no ")
        && statements.contains(new PlacedStatement(place, text.substring(3)))) {
      remove(place, text.substring(3), refused);
      return;
    }
    for (Use use : uses) {
      Matcher match = Pattern.compile(use.command()).matcher(text);
      if (place.matches(use.part()) && match.matches() && !isDefined(use, match.group(1))) {
        refused.add(text + " in " + place + ": nothing defines " + match.group(1));
      }
    }
    statements.add(new PlacedStatement(place, text));
  }

  private boolean isDefined(Use use, String name) {
    return name.equals("class-default")
        || statements.stream()
            .anyMatch(each ->
                each.place().equals(PlacedStatement.TOP)
                    && each.text().matches(use.definition() + " " + Pattern.quote(name)));
  }

  private void remove(String place, String text, List<String> refused) {
    for (Use use : uses) {
      Matcher definition = Pattern.compile(use.definition() + " (\\S+)").matcher(text);
      if (place.equals(PlacedStatement.TOP) && definition.matches()) {
        String name = definition.group(1);
        Pattern command = Pattern.compile(use.command());
        statements.stream()
            .filter(each -> each.place().matches(use.part()))
            .filter(each -> {
              Matcher match = command.matcher(each.text());
              return match.matches() && match.group(1).equals(name);
            })
            .forEach(each -> refused.add("no " + text + ": in use in " + each.place()));
      }
    }
    String part = place.equals(PlacedStatement.TOP) ? text : place + " | " + text;
    statements.removeIf(each ->
        each.equals(new PlacedStatement(place, text))
            || each.place().equals(part)
            || each.place().startsWith(part + " | "));
  }
}
