package dev.headroom.collect.redact;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Machine names that files of a bundle mark as such, and every other name in one of their domains.
 * A machine has one stand-in, whether it is called by its full name or by the first part.
 */
final class KnownNames {
  private static final String NAME = "([A-Za-z0-9][A-Za-z0-9._-]{2,})";

  /** Each has the name in its only group. */
  private static final List<Pattern> MARKED =
      List.of(
          Pattern.compile("(?:SysName:|\"hostname\"\\s*:\\s*\")\\s*" + NAME),
          // What nodes of InfiniBand call themselves: hosts before their device, managed switches
          // in it.
          Pattern.compile(
              "(?:[\"']|\\bCA: +)" + NAME + " (?:HCA-\\d|mlx\\d_|ib[ps]?\\d|hfi\\d|rdma)"),
          Pattern.compile("\\bMF0;" + NAME + ":"),
          // Who built a kernel, or a switch's system: (user@host), by user@host.
          Pattern.compile("(?:\\(|\\bby:? )[\\w.+-]{1,60}@" + NAME),
          Pattern.compile("NCCL_COMM_ID[\"']?[=:]\\s*[\"']?" + NAME + ":\\d"));

  /** What many machines are called, and makers: they name nobody. */
  private static final Set<String> NOBODY =
      Set.of(
          "localhost",
          "host",
          "switch",
          "sonic",
          "cumulus",
          "ubuntu",
          "debian",
          "mellanox",
          "nvidia",
          "arista",
          "cisco",
          "juniper",
          "unknown",
          "none",
          "buildkitsandbox");

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");

  /** A domain of two parts at least: one part alone may be a word. */
  private static final Pattern FULL = Pattern.compile("([^.]+)\\.([^.]+\\.[^.].*)");

  /** A name that is no word: it has a digit, a dot or a dash, or is long. */
  private static final Pattern DISTINCT = Pattern.compile(".*[0-9.-].*|.{8,}");

  /** In small letters, with what is asked for a stand-in in its place. */
  private final Map<String, String> called = new HashMap<>();

  private final Pattern distinct;
  private final Pattern all;

  private KnownNames(Set<String> names, Set<String> domains) {
    Map<String, Set<String>> byFirstPart = new HashMap<>();
    for (String name : names) {
      if (name.indexOf('.') > 0) {
        byFirstPart.computeIfAbsent(firstPart(name), _ -> new HashSet<>()).add(name);
      }
    }
    for (String name : names) {
      String first = firstPart(name);
      boolean one = byFirstPart.getOrDefault(first, Set.of()).size() < 2;
      called.put(name, one ? first : name);
      if (!NOBODY.contains(first)) {
        called.putIfAbsent(first, first);
      }
    }
    // The first part of a domain names no machine, and may be a word.
    domains.forEach(domain -> called.put(domain, domain));
    distinct =
        any(called.keySet().stream().filter(name -> DISTINCT.matcher(name).matches()).toList());
    all = any(called.keySet());
  }

  /**
   * The names in files.
   *
   * @param own what the machine itself is called
   * @param texts all there is
   */
  static KnownNames find(Collection<String> own, Collection<String> texts) {
    Set<String> names = new TreeSet<>();
    own.forEach(name -> add(name, Set.of("localhost"), names));
    for (String text : texts) {
      for (Pattern marked : MARKED) {
        marked.matcher(text).results().forEach(found -> add(found.group(1), NOBODY, names));
      }
    }
    Set<String> domains = new TreeSet<>();
    for (String name : names) {
      var full = FULL.matcher(name);
      if (full.matches()) {
        domains.add(full.group(2));
      }
    }
    if (!domains.isEmpty()) {
      Pattern others =
          Pattern.compile(
              "(?i)(?<![\\w.-])((?:[a-z0-9][\\w-]{0,62}\\.){0,4})(?:"
                  + String.join("|", domains.stream().map(Pattern::quote).toList())
                  + ")(?![\\w-])");
      for (String text : texts) {
        others.matcher(text).results().forEach(found -> add(found.group(), NOBODY, names));
      }
    }
    names.removeAll(domains);
    return new KnownNames(names, domains);
  }

  private static void add(String name, Set<String> nobody, Set<String> names) {
    String small = name.strip().replaceFirst("[.-]+$", "").toLowerCase(Locale.ROOT);
    if (!small.isEmpty()
        && !nobody.contains(small)
        && !small.startsWith("localhost.")
        && !ADDRESS.matcher(small).matches()) {
      names.add(small);
    }
  }

  private static String firstPart(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static Pattern any(Collection<String> names) {
    List<String> longest =
        names.stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .toList();
    return longest.isEmpty()
        ? Pattern.compile("(?!)")
        : Pattern.compile(
            "(?i)(?<![A-Za-z0-9])(?:" + String.join("|", longest) + ")(?![A-Za-z0-9])");
  }

  /**
   * A text without them.
   *
   * @param naming whether names stand there by themselves, even such as are words
   * @param standIn of what a machine is called
   */
  String replaceIn(String text, boolean naming, UnaryOperator<String> standIn) {
    return (naming ? all : distinct)
        .matcher(text)
        .replaceAll(found -> {
          String small = found.group().toLowerCase(Locale.ROOT);
          return standIn.apply(called.getOrDefault(small, small));
        });
  }
}
