package dev.headroom.app.option;

import dev.headroom.app.input.UserTextReader;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.collect.fleet.FleetCollector;
import dev.headroom.collect.fleet.FleetOptions;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.TargetResult;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UserFile;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands that reach many machines over SSH. */
public final class FleetArguments {
  @Option(
      names = {"--hosts", "--fleet"},
      paramLabel = "FILE",
      description =
          "File of machines to collect from over SSH, one per line: HOST, USER@HOST or "
              + "USER@HOST:PORT. The script is sent on standard input; no files remain there.")
  private @Nullable Path hosts;

  @Option(
      names = "--known-hosts",
      paramLabel = "FILE",
      description =
          "File of their host keys; unknown keys are rejected. Default: ~/.ssh/known_hosts.")
  private @Nullable Path knownHosts;

  @Option(
      names = "--identity",
      paramLabel = "FILE",
      description =
          "Private key for login, without a passphrase. Default: the SSH agent, then the "
              + "usual keys of ~/.ssh.")
  private @Nullable Path identity;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      defaultValue = "16",
      description = "Maximum number of machines at a time, 1 to 256. Default: 16.")
  private int atOnce = 16;

  @Option(
      names = "--limit",
      paramLabel = "TIME",
      defaultValue = "120s",
      description = "Maximum time for the script on one machine. Default: 120s.")
  private String limit = "120s";

  /** The file of machines, if one was given. */
  public Optional<Path> hosts() {
    return Optional.ofNullable(hosts);
  }

  /** The machines in the file. */
  public List<FleetTarget> targets() throws IOException {
    return targets(hosts().orElseThrow());
  }

  /** The machines in a file of them. */
  public static List<FleetTarget> targets(Path file) throws IOException {
    try {
      List<FleetTarget> targets = FleetTarget.read(UserTextReader.read(file).lines().toList());
      if (targets.isEmpty()) {
        throw new BadInputException(
            file + ": names no host; write one per line, such as admin@gpu-1");
      }
      return targets;
    } catch (IllegalArgumentException e) {
      throw new BadInputException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Runs a script on all of them. Where a signal ends that, those who have not answered are told as
   * such, so that what the others sent is not lost.
   *
   * @param take is given each answer as it comes; a bundle's file is gone afterwards
   */
  public void collect(List<FleetTarget> targets, String script, Consumer<TargetResult> take)
      throws IOException, InterruptedException {
    FleetCollector machines = new FleetCollector(script, options());
    Set<FleetTarget> silent = new LinkedHashSet<>(targets);
    try (InterruptHandler _ = InterruptHandler.interruptingCaller()) {
      machines.collect(
          targets,
          answer -> {
            silent.remove(answer.target());
            take.accept(answer);
          });
    } catch (InterruptedException e) {
      silent.forEach(each ->
          take.accept(new TargetResult.Failed(each, "no answer before the command was stopped")));
    }
  }

  /** How many machines at a time. */
  public int atOnce() {
    return atOnce;
  }

  /** Keys, known hosts and limits. */
  public FleetOptions options() throws IOException {
    if (atOnce < 1 || atOnce > 256) {
      throw new BadInputException("--at-once is " + atOnce + "; it must be from 1 to 256");
    }
    FleetOptions options = FleetOptions.usual().atOnce(atOnce).working(time());
    if (knownHosts != null) {
      options = options.knownHosts(readable("--known-hosts", knownHosts));
    }
    if (identity != null) {
      options = options.identity(readable("--identity", identity));
    }
    return options;
  }

  private Duration time() {
    try {
      long ms = (long) (Time.parse(limit).seconds() * 1000);
      if (ms < 1) {
        throw new BadInputException("--limit is " + limit + "; it must be more than 0s");
      }
      return Duration.ofMillis(ms);
    } catch (UnitException e) {
      throw new BadInputException("--limit: " + e.getMessage(), e);
    }
  }

  /** A file that somebody else reads, without a limit. */
  private static Path readable(String option, Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new BadInputException(option + " " + file + ": cannot be read");
    }
    UserFile.bytes(file, UserFile.MOST_BY_HAND);
    return file;
  }
}
