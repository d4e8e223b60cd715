package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.run.claims.ClaimExample;
import dev.headroom.run.claims.ClaimRun;
import dev.headroom.run.claims.Claims;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** The scenarios that claims are measured by, and the commands that are printed for them. */
final class ClaimExamplesTest {
  @TempDir private Path folder;

  static Stream<ClaimExample> examples() {
    return Claims.examples().stream();
  }

  @Test
  void everyFileDecidesAClaim() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "examples", "claims"))) {
      assertThat(files.map(file -> "examples/claims/" + file.getFileName()))
          .containsExactlyInAnyOrderElementsOf(
              examples().map(ClaimExample::path).distinct().toList());
    }
  }

  /** What the program carries is what lies in the checkout, and the command says all of it. */
  @ParameterizedTest
  @MethodSource("examples")
  void thePrintedCommandReadsTheSameScenario(ClaimExample example) {
    assertThat(ScenarioWriter.write(PrintedCommand.of(example.command()).scenario()))
        .isEqualTo(ScenarioWriter.write(example.scenario()));
  }

  @Test
  void thePrintedCommandGivesTheSameRun() throws IOException {
    ClaimExample example =
        examples()
            .filter(each -> each.path().endsWith("/starved-nic.yaml"))
            .findFirst()
            .orElseThrow();
    PrintedCommand command = PrintedCommand.of(example.command());
    PrintWriter silent = new PrintWriter(new StringWriter());
    String to = folder.resolve("run").toString();
    assertThat(
            Headroom.run(
                silent, silent, "sim", command.file().toString(), "--no-report", "--out", to))
        .isZero();
    String json = Files.readString(Path.of(to, "results.json"));
    assertThat(JsonMapper.builder().build().readTree(json).get("digest").asString())
        .isEqualTo(ClaimRun.of(example.scenario()).result().digest());
  }
}
