package dev.headroom.tune.sweep;

import dev.headroom.tune.trial.LineJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Journal of rows whose part is not complete. */
final class Journal implements AutoCloseable {
  /** End of a journal's name. */
  static final String SUFFIX = ".rows";

  private final Path file;
  private final LineJournal lines;

  private Journal(Path file) throws IOException {
    this.file = file;
    this.lines = LineJournal.create(file);
  }

  /** Starts a journal: never at the end of another process's, which may still write there. */
  static Journal create(Path folder, Slice slice) throws IOException {
    for (int number = 0; ; number++) {
      Path file = folder.resolve(slice + "." + number + SUFFIX);
      if (!Files.exists(file)) {
        return new Journal(file);
      }
    }
  }

  Path file() {
    return file;
  }

  void append(TrialRow row) throws IOException {
    lines.add(row.line());
  }

  /** The rows of a journal, in the order in which the trials ended. */
  static void read(Path file, Consumer<TrialRow> rows) throws IOException {
    LineJournal.read(file, line -> TrialRow.parse(line).ifPresent(rows));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
