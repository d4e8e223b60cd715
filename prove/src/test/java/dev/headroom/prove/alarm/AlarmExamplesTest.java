package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.sample.HostSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  void shouldMeanTheSameInPrometheus() throws Exception {
    Promtool.assumeInstalled();
    Path rules = Files.writeString(folder.resolve("rules.yml"), PrometheusRules.of(AlarmTable.all()));
    Promtool.accepts(folder, rules, "check", "rules", "rules.yml");
    StringBuilder tests = new StringBuilder("rule_files: [rules.yml]\ntests:\n");
    for (AlarmRule rule : AlarmTable.all()) {
      test(rule, rule.example().fires(), tests);
      test(rule, rule.example().silent(), tests);
    }
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

  /** What Prometheus must say is what Headroom says, with the same labels. */
  private static void test(AlarmRule rule, List<String> series, StringBuilder text) {
    text.append("- interval: 30s\n  input_series:\n");
    for (String line : series) {
      text.append("  - series: ").append(PrometheusRules.quoted(withHost(line))).append('\n');
      text.append("    values: '").append(line.substring(blank(line) + 1)).append("'\n");
    }
    text.append("  promql_expr_test:\n  - expr: ALERTS{alertname=\"").append(rule.name());
    text.append("\",alertstate=\"firing\"}\n    eval_time: ");
    text.append(PrometheusRules.duration(rule.example().at())).append('\n');
    List<String> expected = new ArrayList<>();
    for (Alarm alarm : alarms(rule, series)) {
      StringBuilder labels = new StringBuilder();
      labels.append("alertname=\"").append(rule.name()).append("\",alertstate=\"firing\",host=\"h\"");
      labels.append(",severity=\"").append(severity(alarm)).append('"');
      for (Map.Entry<String, String> each : alarm.labels().entrySet()) {
        if (!each.getKey().equals("severity")) {
          labels.append(',').append(each.getKey()).append("=\"").append(each.getValue()).append('"');
        }
      }
      expected.add("    - labels: 'ALERTS{" + labels + "}'\n      value: 1\n");
    }
    text.append(expected.isEmpty() ? "    exp_samples: []\n" : "    exp_samples:\n");
    expected.forEach(text::append);
  }

  /** The rule's own label wins over one of the series. */
  private static String severity(Alarm alarm) {
    return alarm.rule().severity().word();
  }

  /** Where the values begin: blanks stand in no label of the examples. */
  private static int blank(String line) {
    return line.indexOf(' ');
  }

  private static String withHost(String line) {
    String series = line.substring(0, blank(line));
    return series.endsWith("}")
        ? series.replace("{", "{host=\"h\",")
        : series + "{host=\"h\"}";
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
