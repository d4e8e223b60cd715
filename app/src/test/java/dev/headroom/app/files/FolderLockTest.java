package dev.headroom.app.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.FolderLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderLockTest {
  @TempDir private Path temporary;

  @Test
  void shouldSayWhoHoldsTheFolderAndWhatToDo() throws IOException {
    FolderLock first = FolderLock.take(temporary);
    assertThatThrownBy(() -> FolderLock.take(temporary))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(
            temporary + ": another headroom command (process " + ProcessHandle.current().pid())
        .hasMessageContaining("wait until it ends")
        .hasMessageContaining("--out");
    first.close();

    FolderLock.take(temporary).close();
    assertThat(lock()).doesNotExist();
  }

  /** By another path it is the same folder. */
  @Test
  void shouldFollowALinkToTheFolder(@TempDir Path other) throws IOException {
    Path link = Files.createSymbolicLink(other.resolve("link"), temporary);
    try (FolderLock _ = FolderLock.take(temporary)) {
      assertThat(FolderLock.tryTake(link)).isEmpty();
    }
  }

  @Test
  void shouldTakeOverAFileThatNobodyLocks() throws IOException {
    Files.writeString(lock(), "process 1 on elsewhere\nand more than one line of text\n");
    try (FolderLock taken = FolderLock.take(temporary)) {
      assertThat(taken.problem()).isEmpty();
      assertThat(lock()).content().startsWith("process " + ProcessHandle.current().pid());
      assertThat(lock()).content().doesNotContain("elsewhere", "more");
    }
  }

  @Test
  void shouldRefuseAFileThatAnyProgramLocks() throws IOException {
    try (FileChannel channel =
            FileChannel.open(lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      assertThatThrownBy(() -> FolderLock.take(temporary))
          .hasMessageContaining("of an unknown process");
    }
    FolderLock.take(temporary).close();
  }

  /** As on a file server without locks: it is said, and the run goes on. */
  @Test
  void shouldWarnWhereNothingCanBeLocked() throws IOException {
    Path ours = Files.createSymbolicLink(lock(), temporary.resolve("notes.txt"));
    StringWriter err = new StringWriter();
    try (RunFolder folder = RunFolder.open(temporary, new PrintWriter(err))) {
      folder.write("results.json", "{}");
    }
    assertThat(err.toString())
        .startsWith("headroom: " + temporary + ": cannot be locked (")
        .contains("do not run another command in this folder");
    assertThat(ours).isSymbolicLink();
    assertThat(temporary.resolve("notes.txt")).doesNotExist();
  }

  private Path lock() {
    return temporary.resolve(".headroom-lock");
  }
}
