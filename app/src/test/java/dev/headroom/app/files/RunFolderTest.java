package dev.headroom.app.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
  void shouldSayThatAFileIsInTheWay() throws IOException {
    Path file = Files.writeString(temporary.resolve("taken"), "");
    assertThatThrownBy(() -> RunFolder.prepare(file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("taken")
        .hasMessageContaining("folder is needed");
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
