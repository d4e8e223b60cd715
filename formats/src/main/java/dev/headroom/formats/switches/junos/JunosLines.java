package dev.headroom.formats.switches.junos;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines of {@code display set}, one for each value: of a statement with several values. */
final class JunosLines {
  private static final Pattern SEVERAL =
      Pattern.compile(
          "(set class-of-service (?:forwarding-classes class \\S+|drop-profiles \\S+ interpolate))"
              + " (.+)");
  private static final Pattern VALUE =
      Pattern.compile("(?:queue-num|pfc-priority|fill-level|drop-probability) \\d+|\\S+");

  private JunosLines() {}

  static List<String> of(String statement) {
    Matcher several = SEVERAL.matcher(statement);
    return several.matches()
        ? VALUE
            .matcher(several.group(2))
            .results()
            .map(MatchResult::group)
            .map(value -> several.group(1) + " " + value)
            .toList()
        : List.of(statement);
  }
}
