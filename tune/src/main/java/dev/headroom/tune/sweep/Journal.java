package dev.headroom.tune.sweep;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Journal of rows whose part is not complete: a line for each, appended by a single write when the
 * trial ends. A process that is killed loses only running trials, since the system keeps what was
 * written. A cut last line, as of a full disk, is not read.
 */
final class Journal implements AutoCloseable {
  /** End of a journal's name. */
  static final String SUFFIX = ".rows";

  private final Path file;
  private final OutputStream out;

  private Journal(Path file, OutputStream out) {
    this.file = file;
    this.out = out;
  }

  /** Starts a journal: never at the end of another process's, whose last line may be cut. */
  static Journal create(Path folder, Slice slice) throws IOException {
    for (int number = 0; ; number++) {
      Path file = folder.resolve(slice + "." + number + SUFFIX);
      if (!Files.exists(file)) {
        return new Journal(file, NamedOutput.open(file, file));
      }
    }
  }

  Path file() {
    return file;
  }

  synchronized void append(TrialRow row) throws IOException {
    out.write(row.line().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** The rows of a journal, in the order in which the trials ended. */
  static void read(Path file, Consumer<TrialRow> rows) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(UserFile.open(file), StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int c = lines.read(); c >= 0; c = lines.read()) {
        if (c != '\n') {
          line.append((char) c);
          continue;
        }
        TrialRow.parse(line.toString()).ifPresent(rows);
        line.setLength(0);
      }
    } catch (NoSuchFileException e) {
      return; // its process has completed the part and deleted the journal in the meantime
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
