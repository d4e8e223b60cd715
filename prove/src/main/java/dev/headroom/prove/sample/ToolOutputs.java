package dev.headroom.prove.sample;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.nic.DevlinkHealthReader;
import dev.headroom.formats.nvidia.NvidiaSmiQueryReader;
import dev.headroom.formats.read.FactReader;
import dev.headroom.prove.counters.KernelText;
import dev.headroom.prove.counters.ModuleTemperatures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Outputs of tools, read by the readers of formats: modules, GPUs, health reporters, the log. */
final class ToolOutputs {
  private static final FactReader READER =
      new FactReader(List.of(new DevlinkHealthReader(), new NvidiaSmiQueryReader()), List.of());

  private static final String STATISTICS = "ethtool -S ";
  private static final String MODULE = "ethtool -m ";
  private static final String QUERY = "nvidia-smi.query.";

  private final KernelLog log = new KernelLog();

  /** Outputs that are the same as before are not read again. */
  private final Map<String, Remembered> remembered = new HashMap<>();

  private record Remembered(String text, Map<Series, Double> values) {}

  void read(String command, String text, Map<Series, Double> values) {
    if (command.equals("dmesg")) {
      log.read(text);
      log.counts().forEach(values::put);
      return;
    }
    if (command.startsWith(STATISTICS)) {
      statistics(command.substring(STATISTICS.length()), text, values);
      return;
    }
    Remembered before = remembered.get(command);
    if (before == null || !before.text().equals(text)) {
      Map<Series, Double> read = new HashMap<>();
      if (command.startsWith(MODULE)) {
        module(command.substring(MODULE.length()), text, read);
      } else {
        READER
            .read(FactSource.of(command), "$ " + command + "\n" + text)
            .facts()
            .forEach(fact -> fact(fact, read));
      }
      before = new Remembered(text, read);
      remembered.put(command, before);
    }
    values.putAll(before.values());
  }

  /** Counters of an interface that the table of metrics has. */
  private static void statistics(String device, String text, Map<Series, Double> values) {
    KernelText.statistics(
        text,
        (name, value) ->
            MetricTable.find("ethtool", name)
                .ifPresent(metric ->
                    SampleReader.put(
                        values,
                        Series.of(metric.name(), "device", device),
                        SampleReader.number(value))));
  }

  private static void module(String device, String text, Map<Series, Double> values) {
    ModuleTemperatures module = ModuleTemperatures.of(device, text);
    module
        .now()
        .ifPresent(celsius ->
            values.put(
                Series.of(MetricTable.name("optic", "temperature"), "device", device), celsius));
    module
        .highWarning()
        .ifPresent(celsius ->
            values.put(Series.of(MetricTable.name("optic", "high"), "device", device), celsius));
  }

  private static void fact(Fact fact, Map<Series, Double> values) {
    String key = fact.key();
    if (key.startsWith(DevlinkHealthReader.PREFIX)) {
      devlink(fact, values);
    } else if (key.startsWith(QUERY)) {
      String read = key.substring(QUERY.length()).replace('-', '.');
      MetricTable.find("gpu", read)
          .ifPresent(metric ->
              SampleReader.put(
                  values,
                  Series.of(metric.name(), "gpu", fact.subject().name()),
                  SampleReader.number(fact.value().split(" ")[0])));
    }
  }

  private static void devlink(Fact fact, Map<Series, Double> values) {
    String key = fact.key().substring(DevlinkHealthReader.PREFIX.length());
    int dot = key.lastIndexOf('.');
    String[] labels = {"device", fact.subject().name(), "reporter", key.substring(0, dot)};
    switch (key.substring(dot + 1)) {
      case "state" ->
          values.put(
              Series.of(MetricTable.name("devlink", "healthy"), labels),
              fact.value().equals("healthy") ? 1.0 : 0.0);
      case "error" ->
          SampleReader.put(
              values,
              Series.of(MetricTable.name("devlink", "error"), labels),
              SampleReader.number(fact.value()));
      default -> {
        // times and dumps of errors are no series
      }
    }
  }

  /** {@code Tcp:} stands in two lines: names, then values. */
  void snmp(String text, Map<Series, Double> values) {
    String[] names = {};
    for (String line : text.lines().toList()) {
      String[] cells = line.split(" ");
      if (!cells[0].equals("Tcp:")) {
        continue;
      }
      if (names.length == 0) {
        names = cells;
        continue;
      }
      for (int i = 1; i < Math.min(names.length, cells.length); i++) {
        double value = SampleReader.number(cells[i]);
        MetricTable.find("snmp", "Tcp." + names[i])
            .ifPresent(metric -> SampleReader.put(values, Series.of(metric.name()), value));
      }
    }
  }
}
