package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The table of alarms in {@code docs/watch.md} is generated from the alarms. */
final class AlarmPageTest {
  private static final Path PAGE = Path.of("../docs/watch.md");
  private static final String HEAD =
      """
      | alarm | severity | condition | pending | source of the threshold | rule of the audit |
      |---|---|---|---|---|---|
      """;

  @Test
  void shouldBeTheTableInTheDocs() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(HEAD);
    assertThat(from).isPositive();
    int to = page.indexOf("\n\n", from) + 1;
    String wanted = page.substring(0, from) + table() + page.substring(to);
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, wanted);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(wanted);
  }

  private static String table() {
    StringBuilder table = new StringBuilder(HEAD);
    for (AlarmRule rule : AlarmTable.all()) {
      table.append(
          "| %s | %s | `%s` | %s | %s | %s |%n"
              .formatted(
                  rule.name(),
                  rule.severity().word(),
                  rule.condition().text().replace("|", "\\|"),
                  PrometheusRules.duration(rule.condition().pending()),
                  rule.words().source(),
                  rule.words().rule().map(id -> "`" + id + "`").orElse("")));
    }
    return table.toString();
  }

  @Test
  void shouldNameRulesThatTheAuditHas() {
    assertThat(AlarmTable.all())
        .flatMap(rule -> rule.words().rule().stream().toList())
        .isNotEmpty()
        .allSatisfy(id -> assertThat(RuleCatalogue.ids()).contains(id));
  }
}
