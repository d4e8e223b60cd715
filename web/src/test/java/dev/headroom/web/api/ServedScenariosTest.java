package dev.headroom.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that a scenario names: beside it, of an example, and nowhere else. */
final class ServedScenariosTest {
  @TempDir private Path temporary = Path.of("");
  private Path folder = Path.of("");
  private String text = "";

  @BeforeEach
  void prepare() throws IOException {
    folder = Files.createDirectories(temporary.resolve("served"));
    text = Files.readString(Path.of("..", "examples", "inference-trace.yaml"));
  }

  private ScenarioReader.Outcome read(String file, String trace) throws IOException {
    return new ServedScenarios(ServedFolder.of(folder))
        .read(text.replace("inference-requests.csv", trace), file, List.of());
  }

  /** The list offers each example, wherever the server was started. */
  @Test
  void shouldRunAnExampleWithTheFileThatItNames() throws IOException {
    assertThat(read("inference-trace.yaml", "inference-requests.csv"))
        .isInstanceOf(ScenarioReader.Good.class);
  }

  /** As on the command line, where a name is relative to the scenario's file. */
  @Test
  void shouldFindAFileBesideAScenarioOfASubfolder() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("deep"));
    Files.copy(Path.of("..", "examples", "inference-requests.csv"), deep.resolve("mine.csv"));
    assertThat(read("deep/mine.yaml", "mine.csv")).isInstanceOf(ScenarioReader.Good.class);
    assertThat(read("mine.yaml", "mine.csv")).isInstanceOf(ScenarioReader.Bad.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../mine.csv",
        "../served/../mine.csv",
        "claims/../../mine.csv",
        "../../examples/inference-requests.csv"
      })
  void shouldFindNothingOutside(String name) throws IOException {
    Files.copy(Path.of("..", "examples", "inference-requests.csv"), temporary.resolve("mine.csv"));
    assertThat(read("mine.yaml", name)).isInstanceOf(ScenarioReader.Bad.class);
  }
}
