package dev.headroom.app.engine;

import dev.headroom.model.text.BadInputException;
import dev.headroom.tune.engine.EngineStart;
import dev.headroom.tune.engine.ShardTasks;
import dev.headroom.tune.engine.SlurmArray;
import dev.headroom.tune.engine.TaskLimits;
import dev.headroom.tune.sweep.SweepFolder;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the engine that runs the trials of a sweep: this machine, or a cluster. */
public final class EngineArguments {
  /** Program that runs trials. */
  enum Engine {
    LOCAL,
    SLURM,
    SPARK,
    KUBERNETES;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--on",
      paramLabel = "ENGINE",
      description =
          "Where the trials run: local, slurm, spark or kubernetes (docs/sweep-engines.md). "
              + "Default: local.")
  private Engine engine = Engine.LOCAL;

  @Option(
      names = "--print",
      description =
          "Begin the sweep, print the script, command or manifest for the engine, and submit "
              + "nothing.")
  private boolean print;

  @Mixin private TaskArguments tasks = new TaskArguments();
  @Mixin private SlurmArguments slurm = new SlurmArguments();
  @Mixin private SparkArguments spark = new SparkArguments();
  @Mixin private KubernetesArguments kubernetes = new KubernetesArguments();

  /** Whether the trials run on this machine. */
  public boolean isLocal() {
    return engine == Engine.LOCAL;
  }

  public boolean isSlurm() {
    return engine == Engine.SLURM;
  }

  /** Whether nothing is submitted. */
  public boolean isPrinted() {
    return print;
  }

  /** Checks that all options that are given go with the engine. */
  public void check() {
    if (isLocal()) {
      refuse(print ? List.of("--print") : List.of(), "a cluster (--on slurm)");
      refuse(tasks.given(), "a cluster (--on slurm)");
    }
    refuse(engine == Engine.SLURM ? List.of() : slurm.given(), "--on slurm");
    refuse(engine == Engine.SPARK ? List.of() : spark.given(), "--on spark");
    refuse(engine == Engine.KUBERNETES ? List.of() : kubernetes.given(), "--on kubernetes");
  }

  private void refuse(List<String> given, String right) {
    if (!given.isEmpty()) {
      throw new BadInputException(
          "%s: goes with %s, but the engine is %s; remove it or set --on"
              .formatted(given.getFirst(), right, engine.word()));
    }
  }

  /**
   * What starts the trials of a sweep that have no row.
   *
   * @param most tasks of the largest array that a cluster takes; empty if that is not known
   */
  public EngineStart start(SweepFolder folder, OptionalInt most) throws IOException {
    ShardTasks shards = tasks.tasks(folder);
    TaskLimits limits = tasks.limits();
    return switch (engine) {
      case SLURM -> {
        SlurmArray array = slurm.array(shards, limits);
        if (most.isPresent()) {
          array.check(most.getAsInt());
        }
        yield array.start();
      }
      case SPARK -> spark.submission(shards, limits).start();
      case KUBERNETES -> kubernetes.job(shards, limits).start();
      case LOCAL -> throw new IllegalStateException("this machine needs no start");
    };
  }
}
