package dev.headroom.collect.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.collect.allow.AllowList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ends the script while it waits, and kills it. */
@EnabledOnOs(OS.LINUX)
final class ScriptSignalsTest {
  @TempDir private Path folder;

  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void prepare() throws IOException {
    Files.writeString(folder.resolve("collect.sh"), ShellScript.of(AllowList.host(), "1"));
    Files.createDirectories(folder.resolve("machine/proc"));
    Files.createDirectory(folder.resolve("tmp"));
  }

  @AfterEach
  void end() {
    started.forEach(each -> each.descendants().forEach(ProcessHandle::destroyForcibly));
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void shouldEndAtOnceAndLeaveNothing() throws Exception {
    Process waiting = waiting();
    ProcessHandle sleep = waiting.descendants().findFirst().orElseThrow();

    waiting.destroy();

    assertThat(waiting.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting.exitValue()).isEqualTo(143);
    assertThat(scratch()).isEmpty();
    sleep.onExit().get(60, TimeUnit.SECONDS);
  }

  @Test
  void shouldClearWhatAKilledOneLeftAndNotWhatALivingOneNeeds() throws Exception {
    Process killed = waiting();
    List<Path> left = scratch();
    Process living = waiting();
    killed.descendants().forEach(ProcessHandle::destroyForcibly);
    killed.destroyForcibly().waitFor();
    assertThat(left).hasSize(1);

    Process next = run("-o", folder.resolve("next.tar").toString());

    assertThat(next.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(next.exitValue()).isZero();
    assertThat(scratch()).hasSize(1).doesNotContainAnyElementsOf(left);
    assertThat(living.isAlive()).isTrue();
  }

  /** One that waits for its second sample. */
  private Process waiting() throws Exception {
    Process process =
        run(
            "--samples",
            "2",
            "--interval",
            "300",
            "-o",
            folder.resolve("of-" + started.size() + ".tar").toString());
    for (int i = 0; i < 1200 && !sleeps(process); i++) {
      Thread.sleep(50);
    }
    return process;
  }

  private static boolean sleeps(Process process) {
    return process
        .descendants()
        .anyMatch(each -> each.info().command().orElse("").endsWith("sleep"));
  }

  private Process run(String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                folder.resolve("collect.sh").toString(),
                "-q",
                "--root",
                folder.resolve("machine").toString()));
    command.addAll(Arrays.asList(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TMPDIR", folder.resolve("tmp").toString());
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private List<Path> scratch() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("tmp"))) {
      return all.toList();
    }
  }
}
