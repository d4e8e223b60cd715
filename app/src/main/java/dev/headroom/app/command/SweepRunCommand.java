package dev.headroom.app.command;

import dev.headroom.app.engine.WorkerArguments;
import dev.headroom.app.option.CacheArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.model.text.BadInputException;
import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.SweepException;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.unit.CountedNoun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom sweep run}: one shard of a sweep. Whoever distributes a sweep starts it
 * on each machine.
 */
@Command(
    name = "run",
    description =
        "Run the trials of one shard that have no row yet. The folder of the sweep is all that "
            + "the machine needs.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom sweep a.yaml --vary congestion=dcqcn,swift --seeds 4 \\",
      "      --plan-only --out shared",
      "  headroom sweep run --shard 1/2 --out shared"
    })
final class SweepRunCommand implements Callable<Integer> {
  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Part of the sweep: the I-th of N contiguous slices of its trials. Default: 1/1.")
  private String shard = "1/1";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the sweep, which headroom sweep --plan-only or a sweep has begun.")
  private Path out;

  @Mixin private WorkerArguments workers;
  @Mixin private CacheArguments caching = new CacheArguments();

  @Option(
      names = "--after-crash",
      description =
          "The last process that ran this shard crashed: find the trial that ended it, which gets a"
              + " row without figures. Tasks of an engine set this.")
  private boolean isAfterCrash;

  @Option(names = "--quiet", description = "Print only problems.")
  private boolean quiet;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    workers.check();
    Shard part;
    SweepFolder folder;
    try {
      part = Shard.parse(shard);
    } catch (SweepException e) {
      throw new BadInputException("--shard " + e.getMessage(), e);
    }
    try {
      folder =
          SweepFolder.open(out)
              .orElseThrow(() ->
                  new BadInputException(
                      "--out %s: has no sweep; headroom sweep S.yaml --plan-only --out %s begins one"
                          .formatted(out, out)));
    } catch (SweepException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
    SweepExecution.Done done =
        new SweepExecution(workers, caching, quiet, spec.commandLine().getErr())
            .guarded(folder, part, isAfterCrash);
    if (!quiet) {
      spec.commandLine()
          .getOut()
          .println(
              "shard %d/%d: %s run, %,d of them failed; %,d had a row before, %,d to run"
                  .formatted(
                      part.number(),
                      part.count(),
                      CountedNoun.of(done.ended(), "trial"),
                      done.failed(),
                      done.before(),
                      done.left()));
      spec.commandLine().getOut().flush();
    }
    return done.isInterrupted() && done.left() > 0
        ? ExitCodes.INTERRUPTED
        : done.failed() > 0 ? ExitCodes.FINDINGS : ExitCodes.CLEAN;
  }
}
