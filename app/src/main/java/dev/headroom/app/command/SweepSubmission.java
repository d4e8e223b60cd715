package dev.headroom.app.command;

import dev.headroom.app.engine.EngineArguments;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.tune.engine.EngineStart;
import dev.headroom.tune.engine.SlurmArray;
import dev.headroom.tune.sweep.SweepFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;

/**
 * Submission of a sweep's trials to a cluster.
 *
 * @param quiet whether only problems are printed
 */
record SweepSubmission(EngineArguments engine, boolean quiet, PrintWriter screen, PrintWriter err) {
  /** State of the trials after a submission. */
  enum State {
    SUBMITTED,
    ENDED,
    REFUSED
  }

  /** Submits the trials without a row, or prints what would. */
  State submit(SweepFolder folder) throws IOException {
    if (folder.missing(folder.plan().all()).isEmpty()) {
      err.println("headroom: %s: every trial has a row already".formatted(folder.path()));
      return State.ENDED;
    }
    EngineStart start = engine.start(folder, engine.isPrinted() ? OptionalInt.empty() : most());
    if (engine.isPrinted()) {
      screen.print(start.text());
      screen.flush();
      return State.SUBMITTED;
    }
    start.write();
    List<String> said = new ArrayList<>();
    int code =
        run(
            start.command(),
            line -> {
              said.add(line);
              if (start.isWaiting()) {
                err.println(line);
                err.flush();
              }
            });
    if (code != 0) {
      err.println("headroom: %s: ended with exit code %d".formatted(start.line(), code));
      if (!start.isWaiting()) {
        said.forEach(err::println);
      }
      err.flush();
      return State.REFUSED;
    }
    if (!quiet && !start.isWaiting()) {
      said.forEach(screen::println);
      screen.println(start.next());
      screen.flush();
    }
    return start.isWaiting() ? State.ENDED : State.SUBMITTED;
  }

  /** Tasks of the largest array that the cluster takes, if Slurm says. */
  private OptionalInt most() throws IOException {
    if (!engine.isSlurm()) {
      return OptionalInt.empty();
    }
    List<String> lines = new ArrayList<>();
    return run(SlurmArray.LIMIT_COMMAND, lines::add) == 0
        ? SlurmArray.most(String.join("\n", lines))
        : OptionalInt.empty();
  }

  private static int run(List<String> command, java.util.function.Consumer<String> lines) {
    try {
      return EngineStart.run(command, lines);
    } catch (IOException e) {
      throw new BadInputException(
          "%s: could not start (%s); run this where the cluster's commands are installed, or print "
                  .formatted(command.getFirst(), FailureMessage.of(e))
              + "what would be submitted with --print",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }
}
