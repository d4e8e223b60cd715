package dev.headroom.prove.sample;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.switches.table.ShowTableReader;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.prove.counters.TableFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Outputs of SONiC's show commands, read by the readers of formats ({@code sonic.tsv} says what
 * becomes of which cell). A queue and a priority group are lossless where {@code show pfc priority}
 * names their number for the port; where it was not read, nothing says so.
 */
final class SwitchOutputs {
  private static final String LOSSLESS = "show pfc priority";
  private static final String NEIGHBORS = "show lldp table";
  private static final String MODULES = "show interfaces transceiver eeprom --dom";
  private static final Pattern PORT = Pattern.compile("(?:Ethernet|Eth|PortChannel)[\\d/-]\\S*");
  private static final Pattern QUEUE = Pattern.compile("(\\S+) ((?:UC|MC|VOQ|ALL)\\d*)");
  private static final Pattern WATCHED = Pattern.compile("([^:]+):(\\d+)");
  private static final Pattern PAIR = Pattern.compile("([\\d,]+)/([\\d,]+)");
  private static final List<Column> COLUMNS =
      TableFile.rows(SwitchOutputs.class, "sonic.tsv").stream()
          .map(cells -> new Column(cells[0], Pattern.compile(cells[1]), cells[2], cells[3]))
          .toList();
  private static final FactReader READER = new FactReader(readers(), List.of());

  /** Outputs that are the same as before are not read again: modules are long and seldom asked. */
  private final Map<String, Remembered> remembered = new HashMap<>();

  private record Column(String command, Pattern cell, String form, String becomes) {}

  private record Remembered(String text, List<Fact> facts) {}

  private static List<FormatReader> readers() {
    List<FormatReader> all = new ArrayList<>(SwitchVendors.readers());
    all.add(new ShowTableReader(SwitchVendors.tables()));
    return all;
  }

  /** Whether it is a command of switches. */
  static boolean isOne(String command) {
    return command.startsWith("show ");
  }

  /** Reads all outputs of one sample. */
  void read(Map<String, String> outputs, Map<Series, Double> values) {
    Map<String, Set<Integer>> lossless = lossless(facts(LOSSLESS, outputs));
    neighbors(facts(NEIGHBORS, outputs), values);
    modules(facts(MODULES, outputs), values);
    for (String command : outputs.keySet()) {
      List<Column> columns =
          COLUMNS.stream().filter(each -> each.command().equals(command)).toList();
      if (!columns.isEmpty()) {
        facts(command, outputs).forEach(fact -> cell(columns, fact, lossless, values));
      }
    }
  }

  private List<Fact> facts(String command, Map<String, String> outputs) {
    String text = outputs.getOrDefault(command, "");
    if (text.isEmpty()) {
      return List.of();
    }
    Remembered before = remembered.get(command);
    if (before == null || !before.text().equals(text)) {
      List<Fact> facts =
          List.copyOf(READER.read(FactSource.of(command), "$ " + command + "\n" + text).facts());
      before = new Remembered(text, facts);
      remembered.put(command, before);
    }
    return before.facts();
  }

  private static Map<String, Set<Integer>> lossless(List<Fact> facts) {
    Map<String, Set<Integer>> all = new HashMap<>();
    for (Fact fact : facts) {
      if (fact.key().equals("lossless-priorities")) {
        Set<Integer> priorities = all.computeIfAbsent(row(fact), _ -> new TreeSet<>());
        Pattern.compile("\\d")
            .matcher(fact.value())
            .results()
            .forEach(each -> priorities.add(Integer.parseInt(each.group())));
      }
    }
    return all;
  }

  /** Hosts seldom speak LLDP, switches do: what is not named here is taken for a host. */
  private static void neighbors(List<Fact> facts, Map<Series, Double> values) {
    for (Fact fact : facts) {
      boolean tells = fact.key().equals("row") || fact.key().equals("capability");
      if (tells && PORT.matcher(row(fact)).matches()) {
        boolean forwards =
            fact.key().equals("capability") && fact.value().matches("[A-Z]{0,8}[BR][A-Z]{0,8}");
        put(values, "faces", forwards ? 1 : 0, "device", row(fact));
      }
    }
  }

  private static void modules(List<Fact> facts, Map<Series, Double> values) {
    for (Fact fact : facts) {
      String read =
          switch (fact.key()) {
            case "module.temperature" -> "temperature";
            case "module.temperature-high-warning-threshold" -> "high";
            default -> "";
          };
      if (!read.isEmpty()) {
        SampleReader.put(
            values,
            Series.of(MetricTable.name("optic", read), "device", fact.subject().name()),
            SampleReader.number(fact.value()));
      }
    }
  }

  private static void cell(
      List<Column> columns,
      Fact fact,
      Map<String, Set<Integer>> lossless,
      Map<Series, Double> values) {
    for (Column column : columns) {
      Matcher cell = column.cell().matcher(fact.key());
      if (cell.matches()) {
        Map<String, String> labels = labels(row(fact), cell);
        String port = labels.getOrDefault("device", "");
        if (PORT.matcher(port).matches()) {
          sort(column, labels, lossless.getOrDefault(port, Set.of()), lossless.containsKey(port));
          SampleReader.put(
              values,
              new Series(MetricTable.name("switch", column.becomes()), new TreeMap<>(labels)),
              value(column.form(), fact.value()));
        }
      }
    }
  }

  /** What the row and the column say: {@code Ethernet0 UC3}, {@code Ethernet0:3}, {@code pg3}. */
  private static Map<String, String> labels(String row, Matcher cell) {
    Map<String, String> labels = new TreeMap<>();
    Matcher queue = QUEUE.matcher(row);
    Matcher watched = WATCHED.matcher(row);
    if (queue.matches()) {
      labels.put("device", queue.group(1));
      labels.put("queue", queue.group(2));
    } else if (watched.matches()) {
      labels.put("device", watched.group(1));
      labels.put("queue", "UC" + watched.group(2));
    } else {
      labels.put("device", row);
    }
    cell.namedGroups()
        .forEach((name, group) ->
            labels.put(name, name.equals("queue") ? "UC" + cell.group(group) : cell.group(group)));
    return labels;
  }

  /** Losses are of a lossless class or not; of a multicast queue nothing is lossless. */
  private static void sort(
      Column column, Map<String, String> labels, Set<Integer> lossless, boolean known) {
    if (!column.becomes().endsWith("drops") || !known) {
      return;
    }
    String number =
        labels.containsKey("group")
            ? labels.getOrDefault("group", "")
            : labels.getOrDefault("queue", "").replaceFirst("^UC", "");
    Optional.of(number)
        .filter(each -> !each.isEmpty())
        .ifPresent(each ->
            labels.put(
                "lossless",
                Boolean.toString(
                    each.matches("\\d{1,2}") && lossless.contains(Integer.parseInt(each)))));
  }

  private static double value(String form, String text) {
    String plain = text.replace(",", "");
    Matcher pair = PAIR.matcher(text);
    return switch (form) {
      case "first" -> pair.matches() ? count(pair.group(1)) : Double.NaN;
      case "second" -> pair.matches() ? count(pair.group(2)) : Double.NaN;
      case "up" -> text.equals("U") ? 1 : text.equals("D") ? 0 : Double.NaN;
      case "stormed" -> text.equalsIgnoreCase("stormed") ? 1 : 0;
      default -> SampleReader.number(plain);
    };
  }

  private static double count(String text) {
    return SampleReader.number(text.replace(",", ""));
  }

  /** What the row of a table begins with; of a fact about a port, the port. */
  private static String row(Fact fact) {
    String name = fact.subject().name();
    return fact.subject().kind() == SubjectKind.ITEM
        ? name.substring(name.lastIndexOf('|') + 1)
        : name;
  }

  private static void put(Map<Series, Double> values, String read, double value, String... labels) {
    SampleReader.put(values, Series.of(MetricTable.name("switch", read), labels), value);
  }
}
