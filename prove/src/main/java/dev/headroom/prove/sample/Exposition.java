package dev.headroom.prove.sample;

import dev.headroom.prove.counters.TableFile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reader of what exporters serve: Prometheus' text format 0.0.4 and OpenMetrics. Metrics that the
 * table of metrics has are kept under their name, those of {@code scraped.tsv} under the one there,
 * all others are left out. So is a line that is none of the format.
 */
final class Exposition {
  /** What an output of an exporter is called in a reading, before its address. */
  static final String SCRAPE = "scrape ";

  /** Labels that say what is measured. Others say who asked, or are of the site's own. */
  private static final Set<String> KEPT =
      Set.of(
          "address",
          "boot_id",
          "chip",
          "device",
          "gpu",
          "group",
          "guid",
          "lossless",
          "netdev",
          "port",
          "priority",
          "queue",
          "reporter",
          "rule",
          "sensor",
          "severity",
          "type",
          "zone");

  /** With dcgm-exporter {@code device} is {@code nvidia0}, which nothing else calls the GPU. */
  private static final Set<String> KEPT_OF_GPU = Set.of("gpu");

  private static final Pattern HOLE = Pattern.compile("\\{(\\w+)}");
  private static final Pattern IS = Pattern.compile("is ([\\d.]+)");
  private static final Map<String, Renamed> RENAMED =
      TableFile.rows(Exposition.class, "scraped.tsv").stream()
          .collect(Collectors.toMap(cells -> cells[0], Exposition::renamed));

  private record Renamed(String metric, Map<String, String> labels, String value) {}

  private Exposition() {}

  private static Renamed renamed(String[] cells) {
    Map<String, String> labels = new TreeMap<>();
    for (String label : cells[2].split(",")) {
      int equals = label.indexOf('=');
      labels.put(label.substring(0, equals), label.substring(equals + 1));
    }
    return new Renamed(cells[1], labels, cells[3]);
  }

  /** Adds the series of an exposition. */
  static void read(String text, Map<Series, Double> values) {
    for (ExpositionLine line : lines(text)) {
      Optional.ofNullable(RENAMED.get(line.name()))
          .ifPresentOrElse(row -> renamed(row, line, values), () -> known(line, values));
    }
  }

  /** How many machines the series say they are of, by their label {@code host}. */
  static int hosts(String text) {
    Set<String> hosts = new HashSet<>();
    for (ExpositionLine line : lines(text)) {
      Optional.ofNullable(line.labels().get("host")).ifPresent(hosts::add);
    }
    return hosts.size();
  }

  /** Whether some line of the text is of the format. */
  static boolean isOne(String text) {
    return text.lines().anyMatch(line -> ExpositionLine.read(line).isPresent());
  }

  private static List<ExpositionLine> lines(String text) {
    return text.lines().flatMap(line -> ExpositionLine.read(line).stream()).toList();
  }

  private static void known(ExpositionLine line, Map<Series, Double> values) {
    if (MetricTable.named(line.name()).isPresent()) {
      Set<String> kept = line.name().startsWith("DCGM_") ? KEPT_OF_GPU : KEPT;
      TreeMap<String, String> labels = new TreeMap<>(line.labels());
      labels.keySet().retainAll(kept);
      SampleReader.put(values, new Series(line.name(), labels), line.value());
    }
  }

  private static void renamed(Renamed row, ExpositionLine line, Map<Series, Double> values) {
    TreeMap<String, String> labels = new TreeMap<>();
    row.labels().forEach((name, template) -> labels.put(name, filled(template, line)));
    Matcher is = IS.matcher(row.value());
    double value = line.value();
    if (is.matches()) {
      value = value == Double.parseDouble(is.group(1)) ? 1 : 0;
    } else {
      value = row.value().equals("info") ? 1 : value * Double.parseDouble(row.value());
    }
    SampleReader.put(values, new Series(row.metric(), labels), value);
  }

  private static String filled(String template, ExpositionLine line) {
    return HOLE.matcher(template)
        .replaceAll(hole ->
            Matcher.quoteReplacement(
                hole.group(1).equals("value")
                    ? Double.toString(line.value())
                    : line.labels().getOrDefault(hole.group(1), "")));
  }
}
