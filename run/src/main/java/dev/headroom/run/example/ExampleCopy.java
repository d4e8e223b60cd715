package dev.headroom.run.example;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Outcome of copying the examples into a folder.
 *
 * @param written number of files written; those that were there with the same content are not
 * @param kept paths of files that were there with other content, and stay as they are
 */
public record ExampleCopy(int written, List<String> kept) {

  /**
   * Copies the examples, and never writes over a file.
   *
   * @throws IOException if a folder or file cannot be written
   */
  public static ExampleCopy to(Path folder, List<Example> examples) throws IOException {
    int written = 0;
    List<String> kept = new ArrayList<>();
    for (Example example : examples) {
      Path file = folder.resolve(example.path());
      if (isNew(file)) {
        write(example, file);
        written++;
      } else if (!Files.isRegularFile(file)
          || !Arrays.equals(UserFile.bytes(file, UserFile.MOST_BY_PROGRAM), example.bytes())) {
        kept.add(example.path());
      }
    }
    return new ExampleCopy(written, kept);
  }

  /** With its folder, unless something else has that name. A link to nothing is the user's too. */
  private static boolean isNew(Path file) throws IOException {
    try {
      Files.createDirectories(file.resolveSibling("."));
      return !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Writes all of a file or nothing: a part would be kept as the user's the next time. */
  private static void write(Example example, Path file) throws IOException {
    try (OutputStream out = NamedOutput.open(file, file, StandardOpenOption.CREATE_NEW)) {
      out.write(example.bytes());
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw NamedOutput.named(file, e);
    }
  }
}
