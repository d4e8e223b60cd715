package dev.headroom.audit;

import dev.headroom.audit.rules.Rules;
import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.fact.Source;
import dev.headroom.formats.host.HostFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A host of our own invention with which nothing is wrong, as what its tools print, and ways to
 * make it sick.
 */
final class Healthy {
  private static final Path FOLDER = Path.of("src/test/resources/dev/headroom/audit/healthy");

  private final Map<String, String> files;

  private Healthy(Map<String, String> files) {
    this.files = files;
  }

  static Healthy host() {
    return of(FOLDER);
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
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Healthy(files);
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
    String text = files.get(file);
    if (text == null) {
      throw new IllegalArgumentException("there is no " + file);
    }
    return text;
  }

  Healthy withFile(String file, String text) {
    Map<String, String> changed = new TreeMap<>(files);
    changed.put(file, text);
    return new Healthy(changed);
  }

  Healthy without(String file) {
    Map<String, String> changed = new TreeMap<>(files);
    if (changed.remove(file) == null) {
      throw new IllegalArgumentException("there is no " + file);
    }
    return new Healthy(changed);
  }

  HostFacts facts(String name) {
    return HostFacts.of(
        name,
        files.entrySet().stream()
            .map(file -> Catalogue.reader().read(Source.of(file.getKey()), file.getValue()))
            .toList());
  }

  List<Finding> findings() {
    return findings(List.of(facts("node1")));
  }

  static List<Finding> findings(List<HostFacts> hosts) {
    return Audit.of(hosts, Rules.all()).stream()
        .flatMap(outcome -> outcome.findings().stream())
        .toList();
  }

  Set<String> rules() {
    return findings().stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new));
  }

  Outcome outcome(String rule) {
    return Audit.of(List.of(facts("node1")), List.of(Rules.named(rule).orElseThrow())).getFirst();
  }
}
