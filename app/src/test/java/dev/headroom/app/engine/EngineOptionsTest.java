package dev.headroom.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of engines; nothing is submitted. */
final class EngineOptionsTest {
  private static final String SCENARIO = Path.of("../examples/incast-16.yaml").toString();

  @TempDir private Path folder;

  private record Ended(int code, String screen, String err) {}

  private Ended sweep(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("sweep", SCENARIO, "--seeds", "1..4", "--out", folder.resolve("out") + ""));
    words.addAll(List.of(more));
    StringWriter screen = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(new PrintWriter(screen), new PrintWriter(err), words.toArray(String[]::new));
    return new Ended(code, screen.toString(), err.toString());
  }

  @Test
  void shouldPrintTheScriptForSlurmAndSubmitNothing() throws IOException {
    Ended ended =
        sweep(
            "--on",
            "slurm",
            "--print",
            "--shards",
            "2",
            "--partition",
            "long",
            "--task-limit",
            "2h",
            "--sbatch=--qos=low");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.screen())
        .contains(
            "#SBATCH --array=1-2\n",
            "#SBATCH --partition=long\n",
            "#SBATCH --time=121\n",
            "#SBATCH --qos=low\n",
            "#SBATCH --mem=2048M\n");
    assertThat(folder.resolve("out/plan.json")).exists();
    assertThat(folder.resolve("out/slurm")).doesNotExist();
  }

  @Test
  void shouldPrintTheCommandForSpark() {
    Ended ended = sweep("--on", "spark", "--print", "--spark-jar", "/opt/scale.jar");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.screen())
        .startsWith("spark-submit --class dev.headroom.scale.SparkSweep ")
        .contains(" /opt/scale.jar --out " + folder.resolve("out") + " --shards 1\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--partition long|--partition: goes with --on slurm, but the engine is local",
        "--on slurm --claim a|--claim: goes with --on kubernetes, but the engine is slurm",
        "--shards 4|--shards: goes with a cluster (--on slurm), but the engine is local",
        "--print|--print: goes with a cluster (--on slurm), but the engine is local",
        "--on kubernetes --print|--on kubernetes needs --claim NAME",
        "--on spark --print|--on spark needs --spark-jar FILE",
        "--on slurm --print --shards 0|--shards 0: use 1 to 100,000",
        "--on slurm --print --task-limit 5|--task-limit 5: this is not a time",
        "--on slurm --print --sbatch qos|is not an option of sbatch",
        "--on cloud|Invalid value for option '--on'"
      })
  void shouldSayWhatIsWrong(String options, String message) {
    Ended ended = sweep(options.split(" ", -1));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(message);
  }

  /** The rest of a sweep that has all of its rows is nothing. */
  @Test
  void shouldSubmitNothingWhereNothingIsMissing() throws IOException {
    assertThat(sweep("--quiet", "--no-cache").code()).isZero();

    Ended ended = sweep("--on", "slurm");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).contains("every trial has a row already");
    assertThat(Files.exists(folder.resolve("out/slurm"))).isFalse();
  }
}
