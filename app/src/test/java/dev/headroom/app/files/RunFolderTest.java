package dev.headroom.app.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFolderTest {
  @TempDir private Path temporary;

  @Test
  void shouldMakeTheFolderAndLeaveNothingInIt() throws IOException {
    Path made = temporary.resolve("a/b");
    RunFolder.open(made).close();
    try (Stream<Path> left = Files.list(made)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void shouldRemoveWhatOnlyTheRunBeforeWrote() throws IOException {
    run("fct.txt", "results.json", "h1.pcapng");
    Files.writeString(temporary.resolve("notes.txt"), "mine");

    run("results.json", "h2.pcapng");

    assertThat(names())
        .containsExactly(".headroom-files", "h2.pcapng", "notes.txt", "results.json");
  }

  @Test
  void shouldLeaveWhatSomebodyChangedSince() throws IOException {
    run("fct.txt", "pfc.txt");
    Files.writeString(temporary.resolve("fct.txt"), "of another simulator");

    run("results.json");

    assertThat(names()).containsExactly(".headroom-files", "fct.txt", "results.json");
  }

  /** A list is a file as any other: what it names must lie here and be what a run writes. */
  @Test
  void shouldNotFollowAListOutOfTheFolder() throws IOException {
    Path inner = Files.createDirectory(temporary.resolve("inner"));
    Path outer = Files.writeString(temporary.resolve("outer.txt"), "x");
    Files.writeString(
        inner.resolve(".headroom-files"),
        "1\t" + Files.getLastModifiedTime(outer).toMillis() + "\t../outer.txt\nno\n\n");

    try (RunFolder folder = RunFolder.open(inner)) {
      folder.finish();
    }

    assertThat(outer).exists();
  }

  /** A file of the user keeps its folder; nothing else of the first comparison stays. */
  @Test
  void shouldRemoveTheRunsOfTheComparisonBefore() throws IOException {
    compare("cc=a/seed=1", "cc=b/seed=1", "cc=c/seed=1", "cc=c/seed=2");
    Files.writeString(temporary.resolve("cc=b/seed=1/notes.txt"), "mine");
    Files.writeString(temporary.resolve("cc=c/seed=2/results.json"), "changed by the user");
    Files.createDirectories(temporary.resolve("cc=d/seed=1"));

    compare("cc=a/seed=1");

    assertThat(files())
        .containsExactly(
            ".headroom-files",
            "cc=a/seed=1/.headroom-files",
            "cc=a/seed=1/results.json",
            "cc=b/seed=1/notes.txt",
            "cc=c/seed=2/results.json",
            "compare.json");
    assertThat(temporary.resolve("cc=c/seed=1")).doesNotExist();
    assertThat(temporary.resolve("cc=d/seed=1")).exists();
  }

  @Test
  void shouldRemoveTheRunsOfAComparisonThatWasKilled() throws IOException {
    compare("cc=a/seed=1", "cc=b/seed=1");
    try (RunFolder killed = RunFolder.open(temporary);
        RunFolder second = killed.run("cc=b/seed=1");
        RunFolder third = killed.run("cc=c/seed=1")) {
      killed.announce(List.of("cc=b/seed=1", "cc=c/seed=1", "cc=d/seed=1"));
      second.write("results.json", "of the second");
      third.write("scenario.yaml", "x");
    }

    compare("cc=d/seed=1");

    assertThat(files())
        .containsExactly(
            ".headroom-files",
            "cc=d/seed=1/.headroom-files",
            "cc=d/seed=1/results.json",
            "compare.json");
  }

  @Test
  void shouldRemoveAComparisonWhereASingleRunFollows() throws IOException {
    compare("cc=a/seed=1");
    run("results.json");
    assertThat(files()).containsExactly(".headroom-files", "results.json");
  }

  /** A link in place of a run's folder may lead to files of the user. */
  @Test
  void shouldNotFollowALinkToAnotherFolder(@TempDir Path elsewhere) throws IOException {
    compare("cc=a/seed=1", "cc=b/seed=1");
    Path moved = elsewhere.resolve("kept");
    Files.move(temporary.resolve("cc=a"), moved);
    Files.createSymbolicLink(temporary.resolve("cc=a"), moved);

    compare("cc=b/seed=1");

    assertThat(moved.resolve("seed=1/results.json")).exists();
  }

  private void compare(String... runs) throws IOException {
    try (RunFolder folder = RunFolder.open(temporary)) {
      folder.announce(List.of(runs));
      for (String name : runs) {
        try (RunFolder run = folder.run(name)) {
          run.write("results.json", name);
          run.finish();
        }
      }
      folder.write("compare.json", "x");
      folder.finish();
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> temporary.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private void run(String... names) throws IOException {
    try (RunFolder folder = RunFolder.open(temporary)) {
      for (String name : names) {
        folder.write(name, name);
      }
      folder.finish();
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldSayThatAFileIsInTheWay() throws IOException {
    Path file = Files.writeString(temporary.resolve("taken"), "");
    assertThatThrownBy(() -> RunFolder.open(file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("taken")
        .hasMessageContaining("results need a folder");
    assertThatThrownBy(() -> RunFolder.open(file.resolve("below")))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("taken");
  }

  @Test
  void shouldSayThatNothingMayBeWrittenThere() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("closed"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    Assumptions.assumeFalse(Files.isWritable(folder), "nothing is closed to this user");
    assertThatThrownBy(() -> RunFolder.open(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("no permission");
  }

  /** A comparison before may have left a folder in which somebody runs a scenario meanwhile. */
  @Test
  void shouldLeaveAFolderInWhichAnotherCommandWrites() throws IOException {
    compare("cc=a/seed=1", "cc=b/seed=1");
    try (RunFolder other = RunFolder.open(temporary.resolve("cc=b/seed=1"))) {
      compare("cc=a/seed=1");
      assertThat(other.file("results.json")).exists();
    }
  }

  @Test
  void shouldRefuseBeforeTheFirstRunIfTheFolderOfARunIsInUse() throws IOException {
    try (RunFolder folder = RunFolder.open(temporary);
        RunFolder _ = RunFolder.open(temporary.resolve("cc=a/seed=1"))) {
      assertThatThrownBy(() -> folder.tryRun("cc=a/seed=1"))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("cc=a/seed=1: another headroom command");
    }
  }
}
