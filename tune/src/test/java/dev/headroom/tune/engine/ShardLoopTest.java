package dev.headroom.tune.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop under a shell, with scripts in place of Headroom. */
final class ShardLoopTest {
  private static final TaskLimits LIMITS =
      new TaskLimits(1, SampleTasks.LIMITS.memory(), Optional.empty(), 3, OptionalInt.empty());

  @TempDir private Path folder;

  @Test
  void shouldTellTheProgramOfACrash() throws IOException, InterruptedException {
    Path program =
        program(
            """
            echo "$@" >>calls
            [ $(wc -l <calls) -ge 3 ] || kill -9 $$
            exit 1
            """);

    assertThat(run(program)).isEqualTo("code 1 end ");
    assertThat(calls())
        .containsExactly(
            "sweep run --shard 2/4 --out /o ut --workers 1",
            "sweep run --shard 2/4 --out /o ut --workers 1 --after-crash",
            "sweep run --shard 2/4 --out /o ut --workers 1 --after-crash");
  }

  /** Of four trials, each may end the process twice. */
  @Test
  void shouldGiveUpWhereEveryStartCrashes() throws IOException, InterruptedException {
    Path program = program("echo \"$@\" >>calls\nkill -9 $$\n");

    assertThat(run(program)).isEqualTo("code 137 end ");
    assertThat(calls()).hasSize(2 * 4 + 2 + 1);
  }

  @Test
  void shouldEndTheProgramInOrderOnASignal() throws IOException, InterruptedException {
    Path program =
        program(
            """
            trap 'echo ended in order >>calls; exit 143' TERM
            kill -USR1 $PPID
            while :; do sleep 0.1; done
            """);

    assertThat(run(program)).isEqualTo("code 143 end USR1");
    assertThat(calls()).containsExactly("ended in order");
  }

  private Path program(String text) throws IOException {
    Path program = folder.resolve("head room");
    Files.writeString(program, "#!/bin/sh\n" + text);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }

  private String run(Path program) throws IOException, InterruptedException {
    ShardTasks tasks = new ShardTasks(Path.of("/o ut"), 16, 4, List.of(1, 2, 3, 4));
    String script =
        "shard=2/4\n"
            + ShardLoop.text(tasks, LIMITS, program.toString(), "/o ut", "''")
            + "echo code \"$code\" end \"$end\"\n";
    Process process =
        new ProcessBuilder("/bin/sh", "-c", script)
            .directory(folder.toFile())
            .redirectError(folder.resolve("messages").toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return output.stripTrailing().isEmpty() ? "" : output.replace("\n", "");
  }
}
