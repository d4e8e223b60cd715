package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Audit of small inputs with a known answer. Tables say of each folder what the audit must name and
 * must not name; the expectations come from public reports, not from the rules.
 */
final class AuditCasesTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/headroom/app/audit");

  /** All but the first are by readers of the reports who had not seen the rules. */
  private static final List<String> SETS =
      List.of("cases", "more-cases", "third-cases", "fourth-cases");

  private static final String ANY_WARNING = "any warning";
  private static final String OF_ANY_SEVERITY = "INFO: ";
  private static final Pattern AND = Pattern.compile(" && ");

  /**
   * Row of the table.
   *
   * @param set the table and the folder of its inputs
   * @param must expressions, each of which is found in a warning or error, or in any finding if it
   *     begins with {@code INFO:}
   * @param mustNot expressions that are found in no warning or error
   */
  record Row(String set, String name, List<String> must, List<String> mustNot) {
    static Row of(String set, String line) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).as("name, must, must-not, source: " + line).hasSize(4);
      return new Row(set, cells[0], expressions(cells[1]), expressions(cells[2]));
    }

    private static List<String> expressions(String cell) {
      return cell.isEmpty() ? List.of() : AND.splitAsStream(cell).toList();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String set : SETS) {
      Files.readAllLines(FOLDER.resolve(set + ".tsv")).stream()
          .skip(1)
          .forEach(line -> rows.add(Row.of(set, line)));
    }
    return rows;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldSayWhatAnExpertWould(Row row) throws IOException {
    List<String> faults = new ArrayList<>();
    List<Finding> findings = findings(row, faults);
    for (String expression : row.must()) {
      boolean any = expression.startsWith(OF_ANY_SEVERITY);
      Severity least = any ? Severity.INFO : Severity.WARNING;
      String wanted = any ? expression.substring(OF_ANY_SEVERITY.length()) : expression;
      if (texts(findings, least).noneMatch(text -> matches(wanted, text))) {
        faults.add("no finding of " + least + " or worse has: " + wanted);
      }
    }
    for (String expression : row.mustNot()) {
      texts(findings, Severity.WARNING)
          .filter(text -> expression.equals(ANY_WARNING) || matches(expression, text))
          .forEach(text -> faults.add("must not be said (" + expression + "): " + text));
    }
    String said = texts(findings, Severity.INFO).collect(Collectors.joining("\n  "));
    assertThat(faults).as("%s; the audit says:\n  %s", row.name(), said).isEmpty();
  }

  private static boolean matches(String expression, String text) {
    return Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.DOTALL)
        .matcher(text)
        .find();
  }

  /** What all rules find; that no file of the folder is of a known format is a fault too. */
  private static List<Finding> findings(Row row, List<String> faults) throws IOException {
    Path folder = FOLDER.resolve(row.set()).resolve(row.name());
    assertThat(folder).isDirectory();
    try {
      List<HostFacts> hosts = new AuditInputs().read(List.of(folder));
      return Audit.of(hosts, RuleCatalogue.all()).stream()
          .flatMap(outcome -> outcome.findings().stream())
          .toList();
    } catch (BadInputException unknown) {
      faults.add("not read: " + unknown.getMessage());
      return List.of();
    }
  }

  private static Stream<String> texts(List<Finding> findings, Severity least) {
    return findings.stream()
        .filter(finding -> finding.severity().atLeast(least))
        .map(AuditCasesTest::text);
  }

  /** Severity, subject, message, fix and evidence of a finding; not its rule, which may change. */
  private static String text(Finding finding) {
    String evidence =
        finding.evidence().stream().map(line -> line.text()).collect(Collectors.joining(" / "));
    return String.join(
        " | ",
        finding.severity().name(),
        finding.subject(),
        finding.message(),
        finding.remedy().fix().steps().toString(),
        evidence);
  }
}
