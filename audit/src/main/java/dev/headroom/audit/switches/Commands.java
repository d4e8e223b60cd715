package dev.headroom.audit.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A switch's configuration as commands, each with the parts it stands in. */
record Commands(List<Command> all) {
  /**
   * One command.
   *
   * @param part the commands that open the parts it stands in, joined by {@code " | "}; {@code
   *     configuration} at the top
   */
  record Command(String part, String text, Evidence seen) {}

  /** A command that matched, and its groups. */
  record Match(Command command, MatchResult groups) {
    String group(int number) {
      return groups.group(number);
    }

    <T> Known<T> says(T value) {
      return Known.said(value, command.seen());
    }
  }

  static Commands of(HostFacts host) {
    List<Command> all = new ArrayList<>();
    for (Subject part : host.facts().subjects(Thing.SWITCH_SETTING)) {
      for (Fact fact : host.facts().all(part, "command")) {
        all.add(new Command(part.name(), fact.value().strip(), fact.evidence()));
      }
    }
    return new Commands(all);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Commands whose part and text match. */
  List<Match> find(String part, String text) {
    Pattern in = Pattern.compile(part);
    Pattern pattern = Pattern.compile(text);
    return all.stream()
        .filter(command -> in.matcher(command.part()).matches())
        .flatMap(command -> match(command, pattern))
        .toList();
  }

  private static Stream<Match> match(Command command, Pattern pattern) {
    Matcher matcher = pattern.matcher(command.text());
    return matcher.matches() ? Stream.of(new Match(command, matcher.toMatchResult())) : Stream.of();
  }

  Optional<Match> first(String part, String text) {
    return find(part, text).stream().findFirst();
  }

  boolean has(String part, String text) {
    return first(part, text).isPresent();
  }

  /** Names of interfaces with a part of their own: {@code Ethernet1/1}. */
  List<String> interfaces(String name) {
    Pattern part = Pattern.compile("interface (" + name + ")(?: \\|.*)?");
    LinkedHashSet<String> found = new LinkedHashSet<>();
    for (Command command : all) {
      Matcher matcher = part.matcher(command.part());
      if (matcher.matches()) {
        found.add(matcher.group(1));
      }
    }
    return List.copyOf(found);
  }

  static String inInterface(String port) {
    return "interface " + Pattern.quote(port);
  }

  /** {@code 3,5-7} or {@code 3 5 7}: all the numbers, of DSCPs at most 64. */
  static SortedSet<Integer> numbers(String list) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String each : list.strip().split("[,\\s]+")) {
      String[] ends = each.split("-");
      if (ends.length > 0
          && ends[0].matches("\\d{1,2}")
          && ends[ends.length - 1].matches("\\d{1,2}")) {
        for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
          numbers.add(i);
        }
      }
    }
    return numbers;
  }

  /** {@code 300 kbytes}, {@code 1.43 MB}: bytes; not said in units of time or segments. */
  static Known<Double> bytes(String number, String unit, Evidence seen) {
    double factor =
        switch (unit.toLowerCase(Locale.ROOT)) {
          case "b", "bytes", "" -> 1;
          case "kb", "kbytes" -> 1e3;
          case "mb", "mbytes" -> 1e6;
          default -> 0;
        };
    return factor == 0 || !number.matches("\\d{1,15}(\\.\\d{1,6})?")
        ? Known.unsaid("a threshold in bytes, which is " + number + " " + unit)
        : Known.said(Double.parseDouble(number) * factor, seen);
  }
}
