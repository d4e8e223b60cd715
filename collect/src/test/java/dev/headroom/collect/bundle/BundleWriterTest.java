package dev.headroom.collect.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.collect.Unpacked;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BundleWriterTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"b.tar.zst", "b.tar.gz", "b.tgz", "b.tar"})
  void shouldBeReadableByItsMakerOnly(String name) throws IOException {
    Path file = folder.resolve(name);
    try (BundleWriter writer = BundleWriter.create(file, 1)) {
      writer.add("headroom-a/proc/cmdline", "quiet\n".getBytes(StandardCharsets.UTF_8));
      writer.commit();
    }

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Unpacked.of(file)).containsEntry("proc/cmdline", "quiet\n").hasSize(1);
  }

  @Test
  void shouldNotGoThroughALink() throws IOException {
    Path victim = folder.resolve("victim");
    Path link = Files.createSymbolicLink(folder.resolve("b.tar"), victim);

    assertThatThrownBy(() -> BundleWriter.create(link, 1))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(victim).doesNotExist();
  }

  @Test
  void shouldNotReplaceWhatIsThere() throws IOException {
    Path file = Files.writeString(folder.resolve("b.tar"), "mine");

    assertThatThrownBy(() -> BundleWriter.create(file, 1))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("mine");
  }

  @Test
  void shouldLeaveNothingHalfWritten() throws IOException {
    Path file = folder.resolve("b.tar");
    try (BundleWriter writer = BundleWriter.create(file, 1)) {
      writer.add("a", new byte[10]);
    }

    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"b.tar.zst", "b.tar.gz", "b.tar"})
  void shouldLeaveNothingWhereTheDiskIsFull(String name) throws IOException {
    Path file = folder.resolve(name);
    Path draft = Files.createFile(folder.resolve("draft"));
    byte[] random = new byte[1 << 20];
    new Random(1).nextBytes(random);

    assertThatThrownBy(
            () -> {
              try (BundleWriter writer = BundleWriter.into(file, draft, new FullDisk(), 1)) {
                writer.add("a", random);
                writer.commit();
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessage(file + ": No space left on device");
    assertThat(folder).isEmptyDirectory();
  }

  private static final class FullDisk extends OutputStream {
    private int left = 100_000;

    @Override
    public void write(int b) throws IOException {
      if (--left < 0) {
        throw new IOException("No space left on device");
      }
    }
  }
}
