package dev.headroom.tune.trial;

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
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Journal of runs that have ended: a line for each, appended by a single write. A process that is
 * killed loses only its running runs, since the system keeps what was written. A cut last line, as
 * of a full disk, is not read.
 */
public final class LineJournal implements AutoCloseable {
  private final OutputStream out;

  private LineJournal(OutputStream out) {
    this.out = out;
  }

  /** A journal in a new file. */
  public static LineJournal create(Path file) throws IOException {
    return new LineJournal(NamedOutput.open(file, file));
  }

  /** Continues a journal. Its last line may be cut: the next one does not join it. */
  public static LineJournal append(Path file) throws IOException {
    boolean isNew = !Files.exists(file) || Files.size(file) == 0;
    OutputStream out =
        NamedOutput.open(file, file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (!isNew) {
      out.write('\n');
    }
    return new LineJournal(out);
  }

  /**
   * Adds a line. Any thread may call it.
   *
   * @param line without its end
   */
  public synchronized void add(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * Reads the complete lines of a journal, in the order in which they were added; nothing if there
   * is no such file. A line that was cut before another one can be among them.
   */
  public static void read(Path file, Consumer<String> lines) throws IOException {
    try (BufferedReader text =
        new BufferedReader(new InputStreamReader(UserFile.open(file), StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int c = text.read(); c >= 0; c = text.read()) {
        if (c != '\n') {
          line.append((char) c);
          continue;
        }
        lines.accept(line.toString());
        line.setLength(0);
      }
    } catch (NoSuchFileException e) {
      return; // none yet, or its process has deleted it in the meantime
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
