package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a file of sysfs or procfs says.
 *
 * @param path the end of its path
 * @param subject of whom, from the groups of the path
 * @param key under which key, from the groups of the path
 * @param value what its text becomes
 */
record PathKey(
    Pattern path,
    Function<MatchResult, Subject> subject,
    Function<MatchResult, String> key,
    UnaryOperator<String> value) {

  static PathKey file(String path, Function<MatchResult, Subject> subject, String key) {
    return file(path, subject, key, UnaryOperator.identity());
  }

  static PathKey file(
      String path,
      Function<MatchResult, Subject> subject,
      String key,
      UnaryOperator<String> value) {
    return new PathKey(Pattern.compile("(?:.*/)?" + path), subject, _ -> key, value);
  }

  static PathKey named(
      String path, Function<MatchResult, Subject> subject, Function<MatchResult, String> key) {
    return new PathKey(Pattern.compile("(?:.*/)?" + path), subject, key, UnaryOperator.identity());
  }
}
