package dev.headroom.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class UserFileTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("a.txt"), text);
  }

  @Test
  void shouldReadATextOfAsManyBytesAsAreTaken() throws IOException {
    assertThat(UserFile.text(file("µs\n"), 4)).isEqualTo("µs\n");
    assertThat(UserFile.anyText(file("µs\n"), 4)).isEqualTo("µs\n");
    assertThat(UserFile.bytes(file("abc"), 3)).hasSize(3);
  }

  @Test
  void shouldNameTheFileAndTheLimitWhereThereAreMore() throws IOException {
    Path file = file("x".repeat(200_000));
    assertThatThrownBy(() -> UserFile.text(file, 100 << 10))
        .isInstanceOf(UnusableFileException.class)
        .hasMessage(file + ": is larger than 100 KiB, the maximum for its purpose");
    assertThatThrownBy(() -> UserFile.bytes(file, 100_000))
        .isInstanceOf(UnusableFileException.class);
    assertThat(UserFile.beginning(file, 5)).isEqualTo("xxxxx");
  }

  /** A pipe tells no size before. */
  @Test
  void shouldStopAtTheLimitOfAnEndlessStream() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'y';
          }
        };
    assertThatThrownBy(() -> UserFile.text(endless, Path.of("stdin"), 2 << 20))
        .hasMessage("stdin: is larger than 2 MiB, the maximum for its purpose");
  }

  @Test
  void shouldSayWhichByteIsOfNoText() throws IOException {
    Path file = file("abc\0def");
    assertThatThrownBy(() -> UserFile.text(file, 100))
        .hasMessage(file + ": is not text: its byte 4 is 0");
    assertThat(UserFile.bytes(file, 100)).hasSize(7);
  }

  @Test
  void shouldTellWhatIsNoFileOrNoText() throws IOException {
    assertThatThrownBy(() -> UserFile.text(folder, 100))
        .hasMessage(folder + ": is a folder, and a file is needed");
    assertThatThrownBy(() -> UserFile.text(folder.resolve("none"), 100))
        .isInstanceOf(NoSuchFileException.class);
    Path latin = Files.write(folder.resolve("latin"), "µ".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> UserFile.text(latin, 100))
        .isInstanceOf(CharacterCodingException.class);
    assertThat(UserFile.anyText(latin, 100)).isEqualTo("\ufffd");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldRefuseDevicesThatNeverEnd() {
    assertThatThrownBy(() -> UserFile.text(Path.of("/dev/zero"), UserFile.MOST_BY_PROGRAM))
        .hasMessage("/dev/zero: is not text: its byte 1 is 0");
    assertThatThrownBy(() -> UserFile.bytes(Path.of("/dev/zero"), 1 << 20))
        .hasMessage("/dev/zero: is larger than 1 MiB, the maximum for its purpose");
  }

  /** The system's own words name no file. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldNameAFileThatFailsHalfWay() {
    assertThatThrownBy(() -> UserFile.bytes(Path.of("/proc/self/mem"), 1 << 20))
        .hasMessageStartingWith("/proc/self/mem: ");
    assertThatThrownBy(
            () -> {
              try (var out = NamedOutput.open(Path.of("/dev/full"), Path.of("result.json"))) {
                out.write(new byte[1]);
              }
            })
        .hasMessageStartingWith("result.json: ");
  }
}
