package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.docs.CommandTable.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every {@code headroom} command that the docs show runs, and ends with the exit code that the
 * table {@code commands.tsv} expects. Of commands that cannot run here the names, the values and
 * the files are checked.
 */
final class CommandsInDocsTest {
  @TempDir private static Path folder;

  private static List<ShownCommand> commands;
  private static CommandTable table;
  private static CommandPlan plan;
  private static CommandRunner runner;

  @BeforeAll
  static void read() throws IOException {
    commands = DocsPages.commands("headroom");
    table = CommandTable.read();
    DocsWorkspace workspace = new DocsWorkspace(folder);
    plan = new CommandPlan(commands, table, workspace);
    runner = new CommandRunner(workspace);
  }

  @TestFactory
  List<DynamicTest> everyCommandRuns() {
    return tests(Tier.RUN);
  }

  @Tag("whole")
  @TestFactory
  List<DynamicTest> everyLongCommandRuns() {
    return tests(Tier.WHOLE);
  }

  @Tag("whole")
  @Test
  void everyScenarioOfACommandThatNeverRunsIsRead() throws IOException {
    List<String> problems = new ArrayList<>();
    for (ShownCommand each : plan.parsed()) {
      ScenarioCheck.problem(each).ifPresent(problems::add);
    }
    assertThat(problems).isEmpty();
    assertThat(plan.parsed()).hasSizeGreaterThan(100);
  }

  @Test
  void everyCommandHasItsNamesValuesAndFiles() {
    assertThat(plan.problems()).isEmpty();
  }

  @Test
  void everyRowOfTheTableIsOfACommand() {
    assertThat(table.unused(commands)).as("rows of commands.tsv to remove").isEmpty();
  }

  @Test
  void everyKindOfPlaceIsRead() {
    Map<String, Long> counts =
        commands.stream()
            .collect(
                Collectors.groupingBy(
                    each ->
                        each.page()
                            .replaceFirst("^(examples|docs)/.*\\.", "$1 ")
                            .replaceFirst("^headroom .*", "help"),
                    Collectors.counting()));
    assertThat(counts)
        .containsKeys(
            "README.md", "docs md", "docs yaml", "examples yaml", "bench/RESULTS.md", "help");
    assertThat(commands).extracting(ShownCommand::form).contains(ShownCommand.Form.values());
    assertThat(plan.runs(Tier.RUN))
        .extracting(run -> run.command().command().toString())
        .contains("headroom sim examples/allreduce-64.yaml");
  }

  private static List<DynamicTest> tests(Tier tier) {
    return plan.runs(tier).stream()
        .map(run ->
            DynamicTest.dynamicTest(
                run.command().command() + " (" + String.join(", ", run.places()) + ")",
                () -> runner.run(run.command(), run.expectation().exitCodes())))
        .toList();
  }
}
