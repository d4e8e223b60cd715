package dev.headroom.tune.engine;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.ShellQuoting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Start of a sweep on an engine: a file for it, if it needs one, and the command that submits the
 * tasks.
 *
 * @param file that the command names
 * @param command words of the command
 * @param next what to do then, in a sentence
 */
public record EngineStart(Optional<InputFile> file, List<String> command, String next) {
  /** File for an engine. */
  public record InputFile(Path path, String text) {}

  /**
   * What the command said.
   *
   * @param code its exit code
   * @param output both of its streams
   */
  public record Answer(int code, String output) {}

  public EngineStart {
    command = List.copyOf(command);
  }

  /** The text to look at, or to submit by hand: the file, or else the command. */
  public String text() {
    return file.map(InputFile::text).orElseGet(() -> line() + "\n");
  }

  /** The command as a line for a shell. */
  public String line() {
    return command.stream().map(ShellQuoting::word).collect(Collectors.joining(" "));
  }

  /** Writes the file. */
  public void write() throws IOException {
    if (file.isPresent()) {
      Path path = file.get().path();
      Optional<Path> parent = Optional.ofNullable(path.getParent());
      if (parent.isPresent()) {
        Files.createDirectories(parent.get());
      }
      AtomicWriter.write(path, file.get().text());
    }
  }

  /**
   * Writes the file and runs the command, which ends when the tasks are submitted; that of Spark
   * ends with them.
   *
   * @throws IOException if there is no such program
   */
  public Answer run() throws IOException, InterruptedException {
    write();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream in = process.getInputStream()) {
      process.getOutputStream().close();
      String output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(process.waitFor(), output);
    } finally {
      process.destroy();
    }
  }
}
