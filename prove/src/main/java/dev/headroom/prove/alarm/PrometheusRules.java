package dev.headroom.prove.alarm;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Writer of the alarms as a rules file of Prometheus 2.42 or later. */
public final class PrometheusRules {
  private static final Pattern LABEL = Pattern.compile("\\{(\\w+)}");

  private PrometheusRules() {}

  /** The file. */
  public static String of(List<AlarmRule> rules) {
    StringBuilder text =
        new StringBuilder(
            """
            # Alarms of Headroom (headroom watch rules). For Prometheus 2.42 or later.
            # Every series needs the label host, the machine that it is of. Headroom's exporter has it;
            # for other exporters set it by relabel_configs, since their ports differ and so do their
            # instances.
            groups:
            - name: headroom
              rules:
            """);
    rules.forEach(rule -> add(rule, text));
    return text.toString();
  }

  private static void add(AlarmRule rule, StringBuilder text) {
    AlarmRule.Condition condition = rule.condition();
    text.append("  - alert: ").append(rule.name()).append('\n');
    line(text, "    expr", condition.text());
    if (!condition.pending().isZero()) {
      text.append("    for: ").append(duration(condition.pending())).append('\n');
    }
    text.append("    keep_firing_for: ").append(duration(condition.hold())).append('\n');
    text.append("    labels:\n      severity: ").append(rule.severity().word()).append('\n');
    text.append("    annotations:\n");
    AlarmRule.Words words = rule.words();
    line(text, "      summary", summary(rule));
    line(text, "      cause", words.cause());
    line(text, "      fix", words.fix());
    line(text, "      source", words.source());
    words.rule().ifPresent(id -> line(text, "      rule", id));
  }

  /** The sentence with the templates of Prometheus in it. */
  static String summary(AlarmRule rule) {
    String value = rule.words().unit().template();
    String labelled =
        LABEL
            .matcher(rule.words().says())
            .replaceAll(found ->
                found.group(1).equals("value")
                    ? "{value}"
                    : "{{ \\$labels." + found.group(1) + " }}");
    return "{{ $labels.host }}: " + labelled.replace("{value}", value);
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append(key).append(": ").append(quoted(value)).append('\n');
  }

  /** In single quotes nothing but the quote itself means anything to YAML. */
  static String quoted(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** As Prometheus writes it. */
  static String duration(Duration duration) {
    return duration.toSeconds() % 60 == 0 ? duration.toMinutes() + "m" : duration.toSeconds() + "s";
  }
}
