package dev.headroom.formats.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removal of prefixes that a tool put before every line. They are the time, as of {@code kubectl
 * logs --timestamps}, {@code ts} and scripts, the name of the only machine, as of {@code pdsh}, or
 * that of the container, as of {@code docker compose logs} and {@code stern}.
 */
final class TimestampedLines {
  private static final String CLOCK = "\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?";
  private static final String MOMENT =
      "\\d{4}-\\d\\d-\\d\\d[T ]" + CLOCK + "(?:Z|[+-]\\d\\d:?\\d\\d)?";
  private static final String REST = "(?: (.*)|)";

  /** Each with the line itself in its last group. */
  private static final List<Pattern> TIMES =
      List.of(
          Pattern.compile(MOMENT + REST),
          Pattern.compile("\\[" + MOMENT + "\\]" + REST),
          Pattern.compile("[A-Z][a-z]{2} [ \\d]\\d " + CLOCK + REST),
          Pattern.compile(CLOCK + REST),
          Pattern.compile("[A-Za-z0-9][\\w.@-]{0,200} {1,60}\\|" + REST));

  /** {@code POD CONTAINER LINE}: the same few of both in a whole log. */
  private static final Pattern STERN =
      Pattern.compile("([a-z0-9][a-z0-9.-]{0,252}-[a-z0-9.]{1,60} [a-z0-9][a-z0-9-]{0,62})" + REST);

  /** A name that is none of a key: it has a digit. */
  private static final Pattern NAMED =
      Pattern.compile("([A-Za-z][A-Za-z.-]{0,200}\\d[\\w.-]{0,50}):" + REST);

  private static final int FEWEST_LINES = 3;

  private TimestampedLines() {}

  /** The document without that; empty where not every line begins so. */
  static Optional<SourceLines> withoutTimestamps(SourceLines document) {
    if (document.size() < FEWEST_LINES) {
      return Optional.empty();
    }
    for (Pattern time : TIMES) {
      Optional<SourceLines> rest = rest(document, time);
      if (rest.isPresent()) {
        return rest;
      }
    }
    Optional<SourceLines> named = rest(document, NAMED);
    return named.isPresent() ? named : ofPods(document);
  }

  private static Optional<SourceLines> ofPods(SourceLines document) {
    List<TextLine> lines = new ArrayList<>();
    Map<String, Integer> pods = new HashMap<>();
    for (TextLine line : document.between(0, document.size())) {
      Matcher said = STERN.matcher(line.whole());
      if (said.matches()) {
        pods.merge(said.group(1), 1, Integer::sum);
        lines.add(line.withText(said.group(2) == null ? "" : said.group(2)));
      } else if (line.isBlank()) {
        lines.add(line);
      } else {
        return Optional.empty();
      }
    }
    boolean few = pods.values().stream().allMatch(times -> times > 1);
    return few ? Optional.of(document.arranged(lines, Map.of())) : Optional.empty();
  }

  private static Optional<SourceLines> rest(SourceLines document, Pattern before) {
    List<TextLine> lines = new ArrayList<>();
    Map<Integer, String> whose = new HashMap<>();
    String name = "";
    for (TextLine line : document.between(0, document.size())) {
      Matcher said = before.matcher(line.whole());
      if (line.isBlank()) {
        lines.add(line);
        continue;
      }
      if (!said.matches()) {
        return Optional.empty();
      }
      if (said.groupCount() == 2) {
        if (!name.isEmpty() && !name.equals(said.group(1))) {
          return Optional.empty();
        }
        name = said.group(1);
        whose.put(lines.size(), name);
      }
      String rest = said.group(said.groupCount());
      lines.add(line.withText(rest == null ? "" : rest));
    }
    return Optional.of(document.arranged(lines, whose));
  }
}
