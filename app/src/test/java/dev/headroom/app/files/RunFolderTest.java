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
    RunFolder folder = RunFolder.prepare(temporary.resolve("a/b"));
    try (Stream<Path> left = Files.list(folder.path())) {
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

    RunFolder.prepare(inner).finish();

    assertThat(outer).exists();
  }

  private void run(String... names) throws IOException {
    RunFolder folder = RunFolder.prepare(temporary);
    for (String name : names) {
      folder.write(name, name);
    }
    folder.finish();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldSayThatAFileIsInTheWay() throws IOException {
    Path file = Files.writeString(temporary.resolve("taken"), "");
    assertThatThrownBy(() -> RunFolder.prepare(file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("taken")
        .hasMessageContaining("results need a folder");
    assertThatThrownBy(() -> RunFolder.prepare(file.resolve("below")))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("taken");
  }

  @Test
  void shouldSayThatNothingMayBeWrittenThere() throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("closed"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    Assumptions.assumeFalse(Files.isWritable(folder), "nothing is closed to this user");
    assertThatThrownBy(() -> RunFolder.prepare(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("no permission");
  }
}
