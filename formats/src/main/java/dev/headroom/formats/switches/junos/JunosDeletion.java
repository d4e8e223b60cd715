package dev.headroom.formats.switches.junos;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.PlacedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Command that deletes a statement of Junos, and with it the entries of lists that it leaves empty:
 * {@code delete ... code-point 011010 pfc} would leave {@code code-point 011010}, and a classifier
 * with an entry of a class that is deleted too is refused by {@code commit check}.
 */
final class JunosDeletion {
  private static final String COS = "class-of-service ";

  /** Objects of class of service: each group after the first is an entry within the one before. */
  private static final List<Pattern> ENTRIES =
      List.of(
          entry("classifiers \\S+ \\S+", " forwarding-class \\S+", " loss-priority \\S+"),
          entry(
              "congestion-notification-profile \\S+",
              " (?:input|output) (?:dscp|ieee-802\\.1) code-point \\S+"),
          entry("schedulers \\S+", " drop-profile-map loss-priority \\S+ protocol \\S+"),
          entry("scheduler-maps \\S+", " forwarding-class \\S+"),
          entry("drop-profiles \\S+"),
          entry("forwarding-classes class \\S+"),
          entry("interfaces \\S+", " unit \\S+"));

  /** Statements that name another object, with the word that its own part has. */
  private static final Pattern OBJECT =
      Pattern.compile(
          COS
              + "(?:(classifiers \\S+)|(congestion-notification-profile)|(schedulers)"
              + "|(scheduler-maps)|(drop-profiles)|(forwarding-classes class)) (\\S+)");

  private static final List<String> REFERENCES =
      List.of(
          " classifiers \\S+ ",
          "interfaces \\S+ congestion-notification-profile ",
          " scheduler ",
          " scheduler-map ",
          " drop-profile ",
          " forwarding-class ");

  /** What a deletion does not name: several values of one statement, and the value of an MTU. */
  private static final Pattern VALUES =
      Pattern.compile(
          "("
              + COS
              + "forwarding-classes class \\S+|"
              + COS
              + "drop-profiles \\S+ interpolate|interfaces \\S+ mtu).*");

  /** Read from a whole configuration, so that an interface has no other settings. */
  private static final Pattern WHOLE = Pattern.compile("set (?:version|system) .*");

  private JunosDeletion() {}

  private static Pattern entry(String object, String... inner) {
    StringBuilder text = new StringBuilder("(" + COS + object + ")");
    for (String each : inner) {
      text.append("(?:(").append(each).append(")");
    }
    return Pattern.compile(text.append(")?".repeat(inner.length)).append(" .*").toString());
  }

  /**
   * The command.
   *
   * @param set the statement, as a {@code set} command
   * @param after the configuration that is to be left
   */
  static String of(String set, ConfigState after) {
    String text = set.replaceFirst("^set ", "");
    List<String> left =
        after.all().stream()
            .map(PlacedStatement::text)
            .map(each -> each.replaceFirst("^set ", ""))
            .toList();
    for (String entry : entries(text)) {
      boolean isEmpty =
          left.stream().noneMatch(each -> each.equals(entry) || each.startsWith(entry + " "));
      if (isEmpty && mayGo(entry, left, after)) {
        return "delete " + entry;
      }
    }
    return "delete " + VALUES.matcher(text).replaceFirst("$1");
  }

  /** The entries that a statement stands in, the outermost first. */
  private static List<String> entries(String text) {
    List<String> all = new ArrayList<>();
    for (Pattern pattern : ENTRIES) {
      Matcher found = pattern.matcher(text);
      if (found.matches()) {
        StringBuilder path = new StringBuilder();
        for (int i = 1; i <= found.groupCount() && found.group(i) != null; i++) {
          all.add(path.append(found.group(i)).toString());
        }
      }
    }
    return all;
  }

  /**
   * An object in use stays, even if it is empty. So does what may have statements that nobody read,
   * unless its name is one that a plan gives: all of a device without a configuration, and
   * interfaces of a part of one.
   */
  private static boolean mayGo(String entry, List<String> left, ConfigState after) {
    Matcher object = OBJECT.matcher(entry);
    if (!object.lookingAt()) {
      return after.isKnown() && !after.find(PlacedStatement.TOP, WHOLE).isEmpty();
    }
    String name = object.group(object.groupCount());
    return (after.isKnown() || name.startsWith(JunosNames.OWN))
        && (object.end() < entry.length() || !isUsed(object, name, left));
  }

  private static boolean isUsed(Matcher object, String name, List<String> left) {
    for (int i = 0; i < REFERENCES.size(); i++) {
      if (object.group(i + 1) != null) {
        Pattern use = Pattern.compile(REFERENCES.get(i) + Pattern.quote(name) + "(?: |$)");
        return left.stream()
            .filter(each -> !each.startsWith(object.group() + " "))
            .anyMatch(each -> use.matcher(each).find());
      }
    }
    return false;
  }
}
