package dev.headroom.app.emit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lock of scripts that change a machine, with and without {@code flock}. */
final class LockScriptTest {
  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void writeTheScripts() throws IOException {
    Files.writeString(folder.resolve("lock.sh"), CheckScript.resource("lock.sh"));
    Files.writeString(
        folder.resolve("hold.sh"),
        "set -eu\n. ./lock.sh\ntake_lock 'apply.sh of a test'\necho taken\nread -r _ || :\n");
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool : List.of("sed", "cut", "ln", "readlink", "rm", "cat", "date")) {
      String program = "#!/bin/sh\nPATH=/usr/bin:/bin exec " + tool + " \"$@\"\n";
      Path file = Files.writeString(bin.resolve(tool), program);
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(boolean hasFlock) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "hold.sh").directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("HEADROOM_LOCK", folder.resolve("lock").toString());
    builder.environment().remove("HEADROOM_LOCKED");
    if (!hasFlock) {
      builder.environment().put("PATH", folder.resolve("bin").toString());
    }
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static String line(Process process) throws IOException {
    return String.valueOf(
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .readLine());
  }

  private static int end(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    return process.waitFor();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseASecondProcessAndNameTheFirst(boolean hasFlock) throws Exception {
    Process first = start(hasFlock);
    assertThat(line(first)).isEqualTo("taken");

    Process second = start(hasFlock);
    assertThat(line(second))
        .startsWith(
            "refused: another run changes this machine: process %d, apply.sh of a test, since "
                .formatted(first.pid()));
    assertThat(second.waitFor()).isEqualTo(5);

    assertThat(end(first)).isZero();
    Process third = start(hasFlock);
    assertThat(line(third)).isEqualTo("taken");
    assertThat(end(third)).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTakeTheLockOfAKilledProcess(boolean hasFlock) throws Exception {
    Process first = start(hasFlock);
    assertThat(line(first)).isEqualTo("taken");
    first.destroyForcibly().waitFor();

    List<Process> others = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      others.add(start(hasFlock));
    }
    List<String> lines = new ArrayList<>();
    for (Process other : others) {
      lines.add(line(other));
    }
    assertThat(lines).as("%s", lines).filteredOn("taken"::equals).hasSize(1);
  }

  /** A number of a process that came again does not hold the lock of an earlier one. */
  @ParameterizedTest
  @ValueSource(strings = {"1-1", "999999999-5"})
  void shouldNotTakeAnotherProcessForTheHolder(String holder) throws Exception {
    Files.createSymbolicLink(folder.resolve("lock.link"), Path.of(holder));
    assertThat(line(start(false))).isEqualTo("taken");
  }
}
