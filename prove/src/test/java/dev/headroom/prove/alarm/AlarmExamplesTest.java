package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.sample.HostSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every alarm of the table by its own examples: here, and in Prometheus. */
final class AlarmExamplesTest {
  private static final Instant START = Instant.EPOCH;

  @TempDir private Path folder = Path.of("");

  @Test
  void shouldFireByItsExampleAndByNoOther() {
    for (AlarmRule rule : AlarmTable.all()) {
      assertThat(alarms(rule, rule.example().fires())).as(rule.name()).isNotEmpty();
      assertThat(alarms(rule, rule.example().silent())).as(rule.name() + ", silent").isEmpty();
    }
  }

  @Test
  void shouldFireForEachEvidenceThatALinkWasThere() {
    assertThat(devices("RdmaLinkDown")).containsExactlyInAnyOrder("mlx5_0", "mlx5_1", "mlx5_2");
    assertThat(devices("SwitchPortDown")).containsExactlyInAnyOrder("Ethernet0", "Ethernet4");
  }

  private static List<String> devices(String name) {
    return AlarmTable.all().stream()
        .filter(rule -> rule.name().equals(name))
        .flatMap(rule -> alarms(rule, rule.example().fires()).stream())
        .map(alarm -> alarm.labels().getOrDefault("device", ""))
        .toList();
  }

  @Test
  void shouldMeanTheSameInPrometheus() throws Exception {
    Promtool.assumeInstalled();
    Path rules =
        Files.writeString(folder.resolve("rules.yml"), PrometheusRules.of(AlarmTable.all()));
    Promtool.accepts(folder, rules, "check", "rules", "rules.yml");
    StringBuilder tests = new StringBuilder("rule_files: [rules.yml]\ntests:\n");
    tests(true, tests);
    tests(false, tests);
    Path file = Files.writeString(folder.resolve("tests.yml"), tests);
    Promtool.accepts(folder, file, "test", "rules", "tests.yml");
  }

  private static List<Alarm> alarms(AlarmRule rule, List<String> series) {
    AlarmEngine engine = new AlarmEngine(List.of(rule));
    Instant end = START.plus(rule.example().at());
    for (HostSample sample : SeriesNotation.samples("h", series, START)) {
      if (!sample.time().isAfter(end)) {
        engine.add(sample);
      }
    }
    return engine.alarms();
  }

  /** All examples at once, each on a machine that is called as the rule. */
  private static void tests(boolean fires, StringBuilder text) {
    StringBuilder expected = new StringBuilder();
    text.append("- interval: 30s\n  input_series:\n");
    for (AlarmRule rule : AlarmTable.all()) {
      List<String> series = fires ? rule.example().fires() : rule.example().silent();
      for (String line : series) {
        String named = PrometheusRules.quoted(withHost(rule.name(), line));
        text.append("  - series: ").append(named).append('\n');
        text.append("    values: '").append(line.substring(blank(line) + 1)).append("'\n");
      }
      expect(rule, alarms(rule, series), expected);
    }
    text.append("  promql_expr_test:\n").append(expected);
  }

  /** What Prometheus must say is what Headroom says, with the same labels. */
  private static void expect(AlarmRule rule, List<Alarm> alarms, StringBuilder text) {
    String name = rule.name();
    text.append(
        "  - expr: ALERTS{alertname=\"%s\",alertstate=\"firing\",host=\"%s\"}\n    eval_time: %s\n"
            .formatted(name, name, PrometheusRules.duration(rule.example().at())));
    text.append(alarms.isEmpty() ? "    exp_samples: []\n" : "    exp_samples:\n");
    for (Alarm alarm : alarms) {
      Map<String, String> labels = new TreeMap<>(alarm.labels());
      labels.put("alertname", name);
      labels.put("alertstate", "firing");
      labels.put("host", name);
      labels.put("severity", severity(alarm));
      String all =
          labels.entrySet().stream()
              .map(each -> each.getKey() + "=\"" + each.getValue() + "\"")
              .collect(Collectors.joining(","));
      text.append("    - labels: 'ALERTS{").append(all).append("}'\n      value: 1\n");
    }
  }

  /** The rule's own label wins over one of the series. */
  private static String severity(Alarm alarm) {
    return alarm.rule().severity().word();
  }

  /** Where the values begin: blanks stand in no label of the examples. */
  private static int blank(String line) {
    return line.indexOf(' ');
  }

  private static String withHost(String host, String line) {
    String series = line.substring(0, blank(line));
    return series.endsWith("}")
        ? series.replace("{", "{host=\"" + host + "\",")
        : series + "{host=\"" + host + "\"}";
  }

  @Test
  void shouldGiveTheWordsOfAnAlarmToPrometheus() throws IOException {
    String rules = PrometheusRules.of(AlarmTable.all());
    assertThat(rules)
        .contains("  - alert: PfcStorm\n")
        .contains("summary: '{{ $labels.host }}: {{ $labels.device }} is paused")
        .contains("keep_firing_for: 10m");
  }
}
