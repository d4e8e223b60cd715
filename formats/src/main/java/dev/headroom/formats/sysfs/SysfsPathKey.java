package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Fact key for a path in sysfs or procfs.
 *
 * @param path the end of its path, from the beginning of a name
 * @param leaf what the last part of such a path looks like, to be tried first
 * @param subject of whom, from the groups of the path
 * @param key under which key, from the groups of the path
 * @param value what its text becomes
 */
record SysfsPathKey(
    Pattern path,
    Pattern leaf,
    Function<MatchResult, Subject> subject,
    Function<MatchResult, String> key,
    UnaryOperator<String> value) {

  static SysfsPathKey file(String path, Function<MatchResult, Subject> subject, String key) {
    return file(path, subject, key, UnaryOperator.identity());
  }

  static SysfsPathKey file(
      String path,
      Function<MatchResult, Subject> subject,
      String key,
      UnaryOperator<String> value) {
    return new SysfsPathKey(Pattern.compile(path), leaf(path), subject, _ -> key, value);
  }

  static SysfsPathKey named(
      String path, Function<MatchResult, Subject> subject, Function<MatchResult, String> key) {
    return new SysfsPathKey(
        Pattern.compile(path), leaf(path), subject, key, UnaryOperator.identity());
  }

  private static Pattern leaf(String path) {
    int slash = path.lastIndexOf('/');
    return Pattern.compile(
        path.lastIndexOf(')') > slash && inGroup(path, slash) ? ".*" : path.substring(slash + 1));
  }

  /** Whether a group is open where the last slash stands. */
  private static boolean inGroup(String path, int slash) {
    long open = path.substring(0, Math.max(0, slash)).chars().filter(c -> c == '(').count();
    long closed = path.substring(0, Math.max(0, slash)).chars().filter(c -> c == ')').count();
    return open > closed;
  }
}
