package dev.headroom.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtomicWriterTest {
  @TempDir private Path folder;

  @Test
  void shouldLeaveWhatWasThereUntilItIsWhole() throws IOException {
    Path made = folder.resolve("new");
    Path file = made.resolve("a.txt");
    AtomicWriter.write(file, "one");
    try (AtomicWriter writer = AtomicWriter.open(file)) {
      writer.append("two");
    }
    assertThat(file).hasContent("one");
    assertThat(made.toFile().list()).containsExactly("a.txt");
  }

  @Test
  void shouldWriteWhereALinkLeads() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    AtomicWriter.write(link, "new");
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(file).hasContent("new");
  }

  /** As {@code -o /dev/stdout}: who reads gets it, and the pipe stays one. */
  @Test
  void shouldWriteToAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(isMade(pipe), "no mkfifo here");
    FutureTask<String> reader = new FutureTask<>(() -> Files.readString(pipe));
    Thread.ofVirtual().start(reader);
    AtomicWriter.write(pipe, "text");
    assertThat(reader.get()).isEqualTo("text");
    assertThat(Files.isRegularFile(pipe)).isFalse();
  }

  private static boolean isMade(Path pipe) throws InterruptedException {
    try {
      return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldSayThatADeviceIsFull() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");
    assertThatThrownBy(() -> AtomicWriter.write(full, "text")).isInstanceOf(IOException.class);
    assertThat(Files.isRegularFile(full)).isFalse();
  }

  /** Not the draft beside it, of which nobody has heard. */
  @Test
  void shouldNameTheFileThatWasAskedFor() throws IOException {
    Path closed = Path.of("/proc/s.yaml"); // where not even root makes files
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "no /proc here");
    assertThatThrownBy(() -> AtomicWriter.write(closed, "x"))
        .isInstanceOfSatisfying(
            FileSystemException.class, e -> assertThat(e.getFile()).isEqualTo(closed.toString()));
    Path file = folder.resolve("a.txt");
    try (AtomicWriter writer = AtomicWriter.open(file)) {
      Files.createDirectories(file.resolve("in the way"));
      assertThatThrownBy(writer::commit)
          .isInstanceOfSatisfying(
              FileSystemException.class, e -> assertThat(e.getFile()).isEqualTo(file.toString()));
    }
  }

  @Test
  void shouldRefuseAFolder() {
    assertThatThrownBy(() -> AtomicWriter.write(folder, "text"))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a folder");
  }
}
