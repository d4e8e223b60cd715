package dev.headroom.audit;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A host of our own invention with which nothing is wrong, as what its tools print, and ways to
 * make it sick.
 */
final class Healthy {
  private static final Path FIXTURES = Path.of("../../shared/fixtures");
  private static final Path FOLDER = Path.of("src/test/resources/dev/headroom/audit/healthy");

  private final Map<String, Text> files;
  private final UnaryOperator<String> local;

  private Healthy(Map<String, Text> files, UnaryOperator<String> local) {
    this.files = files;
    this.local = local;
  }

  /** A file's contents, read once however many machines have it. */
  private static final class Text {
    private final String name;
    private final String text;
    private @Nullable SourceReading reading;

    Text(String name, String text) {
      this.name = name;
      this.text = text;
    }

    synchronized SourceReading reading() {
      SourceReading known = reading;
      if (known == null) {
        known = FormatCatalogue.reader().read(FactSource.of(name), text);
        reading = known;
      }
      return known;
    }
  }

  static Healthy host() {
    return of(FOLDER);
  }

  /**
   * The healthy H100 server of the fixtures by its own lspci and sysfs, and what these two do not
   * tell (kernel settings, the job's environment and log, ...) from the host of our invention, in
   * the server's addresses.
   */
  static Healthy h100() {
    UnaryOperator<String> local = Healthy::toH100;
    Map<String, Text> files = new TreeMap<>();
    host()
        .files
        .forEach((name, text) -> {
          if (!name.equals("lspci.txt") && !name.startsWith("sys/class/infiniband/")) {
            files.put(name, new Text(name, local.apply(text.text)));
          }
        });
    read(FIXTURES.resolve("sysfs/gpud_h100_sys_class_infiniband"), "sys/class/infiniband/", files);
    try {
      String lspci =
          Files.readString(FIXTURES.resolve("lspci/gpud_h100_cx7_cx6dx_full_lspci-vvv.txt"));
      files.put("lspci.txt", new Text("lspci.txt", lspci));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Healthy(files, local);
  }

  /** A machine of which one published file is all that is known. */
  static Healthy published(String file) {
    try {
      String text = Files.readString(FIXTURES.resolve(file));
      return new Healthy(Map.of(file, new Text(file, text)), UnaryOperator.identity());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean hasFixtures() {
    return Files.isDirectory(FIXTURES);
  }

  /**
   * Addresses and sizes of the host of our invention, and those of the same parts of the server.
   */
  private static final Map<String, String> PARTS =
      Map.ofEntries(
          Map.entry("11:00.0", "16:00.0"),
          Map.entry("12:00.0", "17:01.0"),
          Map.entry("12:01.0", "17:02.0"),
          Map.entry("13:00.0", "19:00.0"),
          Map.entry("14:00.0", "1a:00.0"),
          Map.entry("94:00.0", "dc:00.0"),
          Map.entry("a4:00.0", "ec:00.0"),
          Map.entry("MaxPayload 512", "MaxPayload 256"),
          Map.entry("MaxPayload 256", "MaxPayload 128"),
          Map.entry("48.02   48.02", "201.02  201.02"));

  private static String toH100(String text) {
    Matcher part = Pattern.compile(String.join("|", PARTS.keySet())).matcher(text);
    return part.replaceAll(each -> PARTS.getOrDefault(each.group(), each.group()));
  }

  /** A switch that the host's first interface hangs on, with nothing wrong. */
  static Healthy switchOf() {
    return of(FOLDER.resolveSibling("switch"));
  }

  /** An InfiniBand fabric of five leaves and two spines, with nothing wrong. */
  static Healthy fabric() {
    return of(FOLDER.resolveSibling("fabric"));
  }

  static Healthy of(Path folder) {
    Map<String, Text> files = new TreeMap<>();
    read(folder, "", files);
    return new Healthy(files, UnaryOperator.identity());
  }

  private static void read(Path folder, String prefix, Map<String, Text> files) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = prefix + folder.relativize(file).toString().replace('\\', '/');
        files.put(name, new Text(name, Files.readString(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same in this machine's own addresses. */
  String local(String text) {
    return local.apply(text);
  }

  /** As {@link #with}, in the addresses of {@link #host}. */
  Healthy withLocal(String file, String after, String from, String to) {
    return with(file, local(after), local(from), local(to));
  }

  /** With one piece of text replaced, the first one after another piece. */
  Healthy with(String file, String after, String from, String to) {
    String text = text(file);
    int anchor = text.indexOf(after);
    int at = anchor < 0 ? -1 : text.indexOf(from, anchor);
    if (at < 0) {
      throw new IllegalArgumentException(file + " has no '" + from + "' after '" + after + "'");
    }
    return withFile(file, text.substring(0, at) + to + text.substring(at + from.length()));
  }

  String text(String file) {
    Text text = files.get(file);
    if (text == null) {
      throw new IllegalArgumentException("there is no " + file);
    }
    return text.text;
  }

  Healthy withFile(String file, String text) {
    Map<String, Text> changed = new TreeMap<>(files);
    changed.put(file, new Text(file, text));
    return new Healthy(changed, local);
  }

  Healthy without(String file) {
    Map<String, Text> changed = new TreeMap<>(files);
    if (changed.remove(file) == null) {
      throw new IllegalArgumentException("there is no " + file);
    }
    return new Healthy(changed, local);
  }

  HostFacts facts(String name) {
    return HostFacts.of(name, files.values().stream().map(Text::reading).toList());
  }

  List<Finding> findings() {
    return findings(List.of(facts("node1")));
  }

  static List<Finding> findings(List<HostFacts> hosts) {
    List<RuleOutcome> outcomes = Audit.of(hosts, RuleCatalogue.all());
    outcomes.stream()
        .flatMap(outcome -> outcome.notChecked().stream())
        .filter(absence -> absence.input().startsWith(Audit.FAULT))
        .forEach(absence -> {
          throw new AssertionError(absence);
        });
    return outcomes.stream().flatMap(outcome -> outcome.findings().stream()).toList();
  }

  Set<String> rules() {
    return findings().stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new));
  }

  RuleOutcome outcome(String rule) {
    return Audit.of(List.of(facts("node1")), List.of(RuleCatalogue.named(rule).orElseThrow()))
        .getFirst();
  }
}
