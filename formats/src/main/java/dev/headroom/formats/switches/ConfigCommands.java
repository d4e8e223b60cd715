package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Switch configuration as commands, each with the sections that contain it. It remembers what it
 * was asked, since each port asks the same of the parts that ports share. For one thread.
 */
public final class ConfigCommands {
  private final List<Command> all;

  /** By the name of the part. */
  private final Map<String, List<Command>> parts = new LinkedHashMap<>();

  private final Map<String, List<Command>> inParts = new HashMap<>();
  private final Map<Question, List<Match>> answers = new HashMap<>();

  private ConfigCommands(List<Command> all) {
    this.all = all;
    all.forEach(
        command -> parts.computeIfAbsent(command.part(), _ -> new ArrayList<>()).add(command));
  }

  private record Question(String part, String text) {}

  /**
   * One command.
   *
   * @param part the commands that open the parts it stands in, joined by {@code " | "}; {@code
   *     configuration} at the top
   */
  public record Command(String part, String text, Evidence evidence) {}

  /** A command that matched, and its groups. */
  public record Match(Command command, MatchResult groups) {
    public String group(int number) {
      return groups.group(number);
    }

    public <T> ReportedValue<T> reported(T value) {
      return ReportedValue.reported(value, command.evidence());
    }

    /** A fill level of a queue: the groups of its number and of its unit. */
    public ReportedValue<QueueDepth> depth(int number, int unit) {
      return depth(group(number), group(unit));
    }

    /** A fill level of a queue, in a unit that the command leaves out. */
    public ReportedValue<QueueDepth> depth(String number, String unit) {
      return QueueDepth.parse(number, unit)
          .<ReportedValue<QueueDepth>>map(this::reported)
          .orElseGet(
              () -> ReportedValue.unreported("a threshold in a known unit, not " + number + unit));
    }

    /** A share from the group of a percentage, 0 to 1; not said where the command has none. */
    public ReportedValue<Double> percent(int number) {
      return group(number) == null
          ? ReportedValue.unreported("Pmax in: " + command.text())
          : reported(Double.parseDouble(group(number)) / 100);
    }
  }

  public static ConfigCommands of(HostFacts host) {
    List<Command> all = new ArrayList<>();
    for (Subject part : host.facts().subjects(SubjectKind.SWITCH_SETTING)) {
      for (Fact fact : host.facts().all(part, "command")) {
        all.add(new Command(part.name(), fact.value().strip(), fact.evidence()));
      }
    }
    return new ConfigCommands(List.copyOf(all));
  }

  /** All of them, in order. */
  public List<Command> all() {
    return all;
  }

  /** Commands whose part and text match. */
  public List<Match> find(String part, String text) {
    Question question = new Question(part, text);
    List<Match> known = answers.get(question);
    if (known == null) {
      Pattern pattern = Pattern.compile(text);
      known = in(part).stream().flatMap(command -> match(command, pattern)).toList();
      answers.put(question, known);
    }
    return known;
  }

  /** Commands of parts that match, in the order of the configuration. */
  private List<Command> in(String part) {
    List<Command> known = inParts.get(part);
    if (known == null) {
      known = matching(part);
      inParts.put(part, known);
    }
    return known;
  }

  private List<Command> matching(String part) {
    if (part.equals(".*")) {
      return all;
    }
    boolean literal = part.startsWith("\\Q") && part.indexOf("\\E") == part.length() - 2;
    if (literal) {
      return parts.getOrDefault(part.substring(2, part.length() - 2), List.of());
    }
    Pattern in = Pattern.compile(part);
    LinkedHashSet<String> matching = new LinkedHashSet<>();
    parts.keySet().stream().filter(name -> in.matcher(name).matches()).forEach(matching::add);
    return matching.size() < 2
        ? matching.stream().flatMap(name -> parts.getOrDefault(name, List.of()).stream()).toList()
        : all.stream().filter(command -> matching.contains(command.part())).toList();
  }

  private static Stream<Match> match(Command command, Pattern pattern) {
    Matcher matcher = pattern.matcher(command.text());
    return matcher.matches() ? Stream.of(new Match(command, matcher.toMatchResult())) : Stream.of();
  }

  public Optional<Match> first(String part, String text) {
    return find(part, text).stream().findFirst();
  }

  public boolean has(String part, String text) {
    return first(part, text).isPresent();
  }

  /** Names of interfaces with a part of their own: {@code Ethernet1/1}. */
  public List<String> interfaces(String name) {
    Pattern part = Pattern.compile("interface (" + name + ")(?: \\|.*)?");
    LinkedHashSet<String> found = new LinkedHashSet<>();
    for (String each : parts.keySet()) {
      Matcher matcher = part.matcher(each);
      if (matcher.matches()) {
        found.add(matcher.group(1));
      }
    }
    return List.copyOf(found);
  }

  /** The pattern of the part of a port. */
  public static String inInterface(String port) {
    return Pattern.quote("interface " + port);
  }

  /** {@code 3,5-7} or {@code 3 5 7}: all the numbers, of DSCPs at most 64. */
  public static SortedSet<Integer> numbers(String list) {
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
  public static ReportedValue<Double> bytes(String number, String unit, Evidence seen) {
    double factor =
        switch (unit.toLowerCase(Locale.ROOT)) {
          case "b", "bytes", "" -> 1;
          case "kb", "kbytes" -> 1e3;
          case "mb", "mbytes" -> 1e6;
          default -> 0;
        };
    return factor == 0 || !number.matches("\\d{1,15}(\\.\\d{1,6})?")
        ? ReportedValue.unreported("a threshold in bytes instead of " + number + " " + unit)
        : ReportedValue.reported(Double.parseDouble(number) * factor, seen);
  }
}
