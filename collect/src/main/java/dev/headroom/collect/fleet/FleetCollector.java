package dev.headroom.collect.fleet;

import dev.headroom.formats.TemporaryFiles;
import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.sshd.client.SshClient;

/**
 * Runner of the collection script on many machines over SSH, with a limit on parallel sessions. A
 * machine that cannot be reached, is not known, hangs or sends too much is named with the reason;
 * the others go on.
 */
public final class FleetCollector {
  private final Function<FleetTarget, String> scripts;
  private final FleetOptions options;
  private boolean stopped;

  /**
   * A fleet.
   *
   * @param script what {@code ShellScript} wrote
   */
  public FleetCollector(String script, FleetOptions options) {
    this(_ -> script, options);
  }

  /**
   * A fleet in which each machine has a script of its own.
   *
   * @param scripts the script of a machine, for {@code sh -s}; what it prints is the answer
   */
  public FleetCollector(Function<FleetTarget, String> scripts, FleetOptions options) {
    this.scripts = scripts;
    this.options = options;
  }

  /**
   * Collects from all of them.
   *
   * @param take is given each answer as it comes, one at a time; its file is gone afterwards
   * @throws IOException if nothing can be written here, or a private key that was named cannot be
   *     read
   * @throws InterruptedException if the thread was interrupted; nothing is taken any more
   */
  public void collect(List<FleetTarget> targets, Consumer<TargetResult> take)
      throws IOException, InterruptedException {
    Path scratch = TemporaryFiles.folder("fleet");
    try (SshClient client = FleetClient.of(options);
        ExecutorService crew = Executors.newFixedThreadPool(options.atOnce())) {
      client.start();
      TargetSession visit = new TargetSession(client, scripts, options, scratch);
      List<Future<?>> visits = new ArrayList<>();
      for (FleetTarget target : targets) {
        visits.add(
            crew.submit(() -> {
              TargetResult answer = visit.to(target);
              try {
                synchronized (this) {
                  if (!stopped) {
                    take.accept(answer);
                  }
                }
              } finally {
                if (answer instanceof TargetResult.Bundle bundle) {
                  Files.deleteIfExists(bundle.file());
                }
              }
              return answer;
            }));
      }
      try {
        await(visits);
      } catch (InterruptedException e) {
        stop();
        client.close(true); // who waits for a machine does not hear of an interruption
        throw e;
      }
    } finally {
      TemporaryFiles.remove(scratch); // with what machines sent before they broke off
    }
  }

  /** What comes from here on is nobody's. */
  private synchronized void stop() {
    stopped = true;
  }

  private static void await(List<Future<?>> visits) throws IOException, InterruptedException {
    try {
      for (Future<?> each : visits) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("could not read an answer: " + FailureMessage.of(e), e);
    } finally {
      visits.forEach(each -> each.cancel(true));
    }
  }
}
