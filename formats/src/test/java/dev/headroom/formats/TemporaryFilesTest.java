package dev.headroom.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills real processes, as {@code kill -9} does. */
final class TemporaryFilesTest {
  @TempDir private Path folder;
  @TempDir private Path temporary;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldClearWhatKilledProcessesLeftAndNothingElse() throws Exception {
    Files.writeString(folder.resolve("results.json"), "of the run before");
    Process killed = begin();
    Process living = begin();
    assertThat(left(folder)).as("three of each").hasSize(6);
    assertThat(left(temporary)).hasSize(2);
    Path strange = Files.writeString(folder.resolve(".notes.1-2-3.part"), "a user's own");

    killed.destroyForcibly().waitFor();
    begin(); // the next one

    assertThat(left(folder))
        .as("of the living, of the next, and the user's")
        .hasSize(7)
        .contains(strange)
        .noneMatch(path -> path.toString().contains("." + killed.pid() + "-"))
        .anyMatch(path -> path.toString().contains("." + living.pid() + "-"));
    assertThat(left(temporary))
        .hasSize(2)
        .noneMatch(path -> path.toString().contains("-" + killed.pid() + "-"));
    assertThat(folder.resolve("results.json")).hasContent("of the run before");
  }

  /** Numbers of processes come again. */
  @Test
  void shouldTellAProcessFromAnotherOfItsNumber() throws IOException {
    ProcessIdentity own = ProcessIdentity.CURRENT;
    Path dead = file(new ProcessIdentity(own.pid(), own.started() + 1, own.boot(), own.place()));
    Path ours = file(own);
    Path before = file(new ProcessIdentity(own.pid(), own.started(), "00000000", own.place()));
    Path elsewhere =
        file(new ProcessIdentity(own.pid(), own.started() + 1, own.boot(), "00000000"));

    TemporaryFiles.newPath(folder.resolve("results.json"));

    assertThat(dead).doesNotExist();
    assertThat(before).as("of before the machine started anew").doesNotExist();
    assertThat(ours).exists();
    assertThat(elsewhere).as("of a machine that shares the disk").exists();
  }

  @Test
  void shouldGiveANameThatIsFreeAndNoOther() throws IOException {
    Path draft = TemporaryFiles.newPath(folder.resolve("a.tar"));
    Files.writeString(draft, "whole");
    Path link = Files.createSymbolicLink(folder.resolve("link.tar"), folder.resolve("nowhere"));

    assertThatThrownBy(() -> TemporaryFiles.commitNew(draft, link))
        .isInstanceOf(FileAlreadyExistsException.class);
    TemporaryFiles.commitNew(draft, folder.resolve("a.tar"));

    assertThat(folder.resolve("a.tar")).hasContent("whole");
    assertThat(draft).doesNotExist();
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }

  private Path file(ProcessIdentity of) throws IOException {
    return Files.writeString(folder.resolve(".results.json.1." + of + ".part"), "half");
  }

  private Process begin() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                DraftHolder.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    started.add(process);
    BufferedReader said = process.inputReader();
    assertThat(said.readLine()).isEqualTo("begun");
    return process;
  }

  private static List<Path> left(Path in) throws IOException {
    try (Stream<Path> all = Files.list(in)) {
      return all.filter(path -> !path.endsWith("results.json")).sorted().toList();
    }
  }
}
