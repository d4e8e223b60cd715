package dev.headroom.app.option;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Report file that an option names. */
public final class ReportFile {
  private ReportFile() {}

  /** Tells before the work what would fail after it. */
  public static void check(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new BadInputException(option + " " + file + ": is a directory; a file is needed");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInputException(option + " " + file + ": there is no such folder");
    }
    if (!Files.isWritable(Files.exists(file) && !Files.isRegularFile(file) ? file : folder)) {
      throw new BadInputException(option + " " + file + ": no permission to write there");
    }
  }

  /** Whole or not at all; a terminal or a pipe takes no other's place. */
  public static void write(Path file, String text) throws IOException {
    AtomicWriter.write(file, text);
  }
}
