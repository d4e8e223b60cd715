package dev.headroom.tune.engine;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.ShellQuoting;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Start of a sweep on an engine: a file for it, if it needs one, and the command that submits the
 * tasks.
 *
 * @param file that the command names
 * @param command words of the command
 * @param isWaiting whether the command ends with the tasks, not when they are submitted
 * @param next what to do then, in a sentence
 */
public record EngineStart(
    Optional<InputFile> file, List<String> command, boolean isWaiting, String next) {
  /** File for an engine. */
  public record InputFile(Path path, String text) {}

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
   * Runs the command, whose file is there.
   *
   * @param lines of its output and its messages, as they come
   * @return its exit code
   * @throws IOException if there is no such program
   */
  public int run(Consumer<String> lines) throws IOException, InterruptedException {
    return run(command, lines);
  }

  /** Runs a command of an engine. */
  public static int run(List<String> command, Consumer<String> lines)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      process.getOutputStream().close();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.accept(line);
      }
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }
}
