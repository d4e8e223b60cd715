package dev.headroom.formats.emit;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Statement of a language with holes for names and values: a row of the language's table. It is
 * written for each object of its scope whose holes are all known.
 *
 * @param step the step that it belongs to
 * @param scope the objects that have such a statement
 * @param place its part, with holes in braces
 * @param text the statement, with holes in braces; blank for one that only removes others
 * @param replaces pattern of the statements of the same place that it replaces, with holes in
 *     braces
 * @param before command that the device needs before it, where it replaces others; blank if none
 * @param presence when it is written at all
 * @param needs part that has to be there, with holes in braces; blank if none
 */
public record StatementForm(
    EmitStep step,
    Scope scope,
    String place,
    String text,
    String replaces,
    String before,
    Presence presence,
    String needs) {

  /** Instead of a command before it: what takes the replaced statements back. */
  static final String REMOVE = "remove";

  private static final Pattern HOLE = Pattern.compile("\\{([a-zA-Z]\\w*)}");

  /** Objects that statements are for. */
  public enum Scope {
    /** The switch as a whole. */
    SWITCH,
    /** Each port. */
    PORT,
    /** Each lossless class of each port. */
    CLASS,
    /** Each class that is lossless before and not after, of each port. */
    RETIRED,
    /** Each DSCP whose class changes. */
    DSCP,
    /** Each class with a DSCP that changes: all its DSCPs in one statement. */
    DSCPS,
    /** The same for classes that have a DSCP left. */
    DSCPS_LEFT,
    /** Each class that loses its last DSCP. */
    EMPTIED,
    /** Each further sorter of DSCPs that loses some and keeps others: those. */
    SORTER,
    /** Each one that loses all. */
    EMPTIED_SORTER,
    /** Each DSCP of a class that is lossless after. */
    PAUSED_DSCP,
    /** Each DSCP of another class. */
    UNPAUSED_DSCP,
    /** Each class with a queue in the wanted map. */
    QUEUE,
    /** Each queue with a wanted weight. */
    SHARE,
    /** Each queue that is to be strict. */
    STRICT
  }

  /** Conditions on the configuration. */
  public enum Presence {
    ALWAYS,
    /** With the statements of a new object, or where one like it is there. */
    COMPANION,
    /** Where one like it is there: it counts before a setting of the whole switch. */
    WHERE_SET,
    /** Where none like it is there. */
    IF_ABSENT
  }

  /** A statement that replaces those that begin like it, up to its first value. */
  public static StatementForm of(EmitStep step, Scope scope, String place, String text) {
    return new StatementForm(step, scope, place, text, usual(text), "", Presence.ALWAYS, "");
  }

  /** A removal of statements. */
  public static StatementForm removal(EmitStep step, Scope scope, String place, String replaces) {
    return new StatementForm(step, scope, place, "", replaces, "", Presence.ALWAYS, "");
  }

  /** The same, instead of statements that match this pattern. */
  public StatementForm insteadOf(String pattern) {
    return new StatementForm(step, scope, place, text, pattern, before, presence, needs);
  }

  /** The same with a command before it where it replaces others. */
  public StatementForm after(String command) {
    return new StatementForm(step, scope, place, text, replaces, command, presence, needs);
  }

  /** The same under a condition. */
  public StatementForm when(Presence condition) {
    return new StatementForm(step, scope, place, text, replaces, before, condition, needs);
  }

  /** The same for devices that keep what it replaces unless it is taken back first. */
  public StatementForm afterRemoval() {
    return after(REMOVE);
  }

  /** The same where a part is there that it uses. */
  public StatementForm using(String part) {
    return new StatementForm(step, scope, place, text, replaces, before, presence, part);
  }

  /** Names of holes in a text. */
  public static Set<String> holes(String template) {
    return HOLE.matcher(template).results().map(hole -> hole.group(1)).collect(Collectors.toSet());
  }

  /** A text with its holes filled; empty if a hole has no value. */
  public static Optional<String> fill(String template, Map<String, String> values) {
    return values.keySet().containsAll(holes(template))
        ? Optional.of(
            HOLE.matcher(template)
                .replaceAll(
                    hole -> Matcher.quoteReplacement(values.getOrDefault(hole.group(1), ""))))
        : Optional.empty();
  }

  /** The pattern of the statements that it replaces; holes without a value match any word. */
  public Pattern pattern(Map<String, String> values) {
    return Pattern.compile(
        HOLE.matcher(replaces)
            .replaceAll(hole -> {
              String value = values.get(hole.group(1));
              return Matcher.quoteReplacement(value == null ? "\\S+" : Pattern.quote(value));
            }));
  }

  /** Everything up to the first hole as it is, then anything. */
  private static String usual(String text) {
    Matcher hole = HOLE.matcher(text);
    return hole.find()
        ? Pattern.quote(text.substring(0, hole.start())) + ".*"
        : Pattern.quote(text);
  }
}
