package dev.headroom.collect.machine;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.machine.CollectionPlan.CommandToRun;
import dev.headroom.model.text.FailureMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runner of parallel commands, each without a shell, with empty input, a fixed path, an English
 * locale, and limits on its time and its output.
 */
final class CommandRunner {
  /** As many at a time as the script runs. */
  private static final int AT_A_TIME = 8;

  /** Most that a command may print, in bytes, as the script's limit on file sizes. */
  private static final int MOST_BYTES = 16 << 20;

  private CommandRunner() {}

  /**
   * Runs them all.
   *
   * @param scratch a folder of their own
   * @param begun told each command as it begins
   */
  static List<CommandResult> run(List<CommandToRun> commands, Path scratch, Consumer<String> begun)
      throws IOException, InterruptedException {
    List<CommandResult> done = new ArrayList<>();
    try (ExecutorService crew = Executors.newFixedThreadPool(AT_A_TIME)) {
      try {
        List<Future<CommandResult>> running = new ArrayList<>();
        for (CommandToRun command : commands) {
          running.add(
              crew.submit(() -> {
                begun.accept(command.line());
                return run(command, scratch);
              }));
        }
        for (Future<CommandResult> each : running) {
          done.add(each.get());
        }
      } finally {
        crew.shutdownNow();
      }
    } catch (ExecutionException e) {
      throw new IOException("could not run a command: " + FailureMessage.of(e), e);
    }
    return done;
  }

  private static CommandResult run(CommandToRun command, Path scratch) throws InterruptedException {
    long from = System.nanoTime();
    List<String> words =
        new ArrayList<>(
            command.words().stream()
                .map(word -> word.equals(CollectionPlan.SCRATCH) ? scratch.toString() : word)
                .toList());
    words.set(0, command.program().toString());
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().clear();
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("PATH", AllowList.PATH);
    builder.environment().put("HOME", "/nonexistent");
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    int status;
    try {
      Process process = builder.start();
      try {
        Thread reader = Thread.ofVirtual().start(() -> drain(process, output));
        if (process.waitFor(command.seconds(), TimeUnit.SECONDS)) {
          status = process.exitValue();
        } else {
          status = CommandResult.TIMEOUT_EXIT_CODE;
          end(process);
        }
        reader.join(Duration.ofSeconds(2));
      } finally {
        if (process.isAlive()) {
          end(process); // whoever waits for it was told to end
        }
      }
    } catch (IOException e) {
      output.writeBytes(FailureMessage.of(e).getBytes(StandardCharsets.UTF_8));
      status = 126;
    }
    byte[] printed;
    synchronized (output) {
      printed = output.toByteArray();
    }
    return new CommandResult(
        command.line(),
        command.path(),
        status,
        Duration.ofNanos(System.nanoTime() - from),
        kept(command, printed));
  }

  private static byte[] kept(CommandToRun command, byte[] printed) {
    return command
        .redaction()
        .map(redaction -> Latin1Text.redacted(redaction, printed).orElse(new byte[0]))
        .orElse(printed);
  }

  private static void drain(Process process, ByteArrayOutputStream output) {
    byte[] piece = new byte[1 << 16];
    try (InputStream in = process.getInputStream()) {
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        synchronized (output) {
          if (output.size() + n > MOST_BYTES) {
            end(process);
            return;
          }
          output.write(piece, 0, n);
        }
      }
    } catch (IOException e) {
      // The process was ended and its pipe with it; what it printed until then stays.
      return;
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
