package dev.headroom.prove.run;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.prove.plan.RunnerPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Shells that a command of this machine starts: {@code sh} itself, {@code srun} inside an
 * allocation of Slurm, {@code kubectl exec} into a pod, or a command of the plan.
 */
public final class CommandShells implements HostShells {
  private static final int MOST_BYTES = 32 << 20;

  private final Function<String, List<String>> command;

  private CommandShells(Function<String, List<String>> command) {
    this.command = command;
  }

  /** On this machine, whatever the host's name. */
  public static CommandShells local() {
    return new CommandShells(_ -> List.of("sh", "-s"));
  }

  /** Within the allocation of Slurm in which this program runs, beside what it runs. */
  public static CommandShells srun() {
    return srun("srun");
  }

  /** The same with the program of this name or path. */
  static CommandShells srun(String program) {
    return new CommandShells(host ->
        List.of(
            program,
            "--overlap",
            "--nodes=1",
            "--ntasks=1",
            "--nodelist=" + host,
            "--quiet",
            "sh",
            "-s"));
  }

  /** Into the pod of each host. */
  public static CommandShells kubectl(RunnerPlan plan) {
    return kubectl("kubectl", plan);
  }

  /** The same with the program of this name or path. */
  static CommandShells kubectl(String program, RunnerPlan plan) {
    return new CommandShells(host -> {
      List<String> words = new ArrayList<>(List.of(program, "exec", "--stdin"));
      if (!plan.namespace().isEmpty()) {
        words.add("--namespace=" + plan.namespace());
      }
      words.addAll(List.of(plan.pod().replace("%h", host), "--", "sh", "-s"));
      return words;
    });
  }

  /** By the words of the plan, with the host in the place of {@code %h}. */
  public static CommandShells of(RunnerPlan plan) {
    return new CommandShells(
        host -> plan.command().stream().map(word -> word.replace("%h", host)).toList());
  }

  @Override
  public Map<String, Answer> run(Map<String, String> scripts, Duration limit)
      throws IOException, InterruptedException {
    Map<String, Answer> answers = new LinkedHashMap<>();
    try (ExecutorService crew = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        Map<String, Future<Answer>> running = new LinkedHashMap<>();
        scripts.forEach((host, script) ->
            running.put(host, crew.submit(() -> run(command.apply(host), script, limit))));
        for (Map.Entry<String, Future<Answer>> each : running.entrySet()) {
          answers.put(each.getKey(), each.getValue().get());
        }
      } catch (ExecutionException e) {
        throw new IOException("could not run a command: " + FailureMessage.of(e), e);
      } finally {
        crew.shutdownNow();
      }
    }
    return answers;
  }

  private static Answer run(List<String> words, String script, Duration limit)
      throws InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(words).redirectErrorStream(true).start();
    } catch (IOException _) {
      return new Answer(
          "", words.getFirst() + " cannot be started; is it installed and on the path?");
    }
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Thread reader = Thread.ofVirtual().start(() -> drain(process, output));
    try {
      give(process, script);
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        end(process);
      }
      reader.join(Duration.ofSeconds(2));
      String text;
      synchronized (output) {
        text = output.toString(StandardCharsets.UTF_8);
      }
      return new Answer(
          text,
          !ended
              ? "did not end within " + limit.toSeconds() + " s"
              : process.exitValue() == 0
                  ? ""
                  : "ended with %d: %s".formatted(process.exitValue(), lastLine(text)));
    } finally {
      if (process.isAlive()) {
        end(process);
      }
    }
  }

  private static void give(Process process, String script) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(script.getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // It ended before it had read all: its exit status says so.
      return;
    }
  }

  private static String lastLine(String text) {
    return text.strip().lines().reduce((a, b) -> b).orElse("it said nothing");
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
    } catch (IOException _) {
      // The process was ended; what it printed until then stays.
      return;
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
