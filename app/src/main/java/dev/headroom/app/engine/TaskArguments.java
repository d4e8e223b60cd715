package dev.headroom.app.engine;

import dev.headroom.app.calc.QuantityConverter;
import dev.headroom.app.option.DurationText;
import dev.headroom.app.option.OptionRangeCheck;
import dev.headroom.tune.engine.ShardTasks;
import dev.headroom.tune.engine.TaskLimits;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.unit.Size;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the tasks of a sweep on a cluster. */
final class TaskArguments {
  /** Shards of a sweep, at most: indices of pods have five digits in a name. */
  private static final int MOST_SHARDS = 100_000;

  private static final int MOST_CPUS = 1_024;
  private static final int MOST_RESTARTS = 1_000;
  private static final Size USUAL_MEMORY = new Size(2L << 30);
  private static final int USUAL_RESTARTS = 3;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description =
          "Tasks, each with a contiguous part of the trials. Default: a task for 16 trials, and at "
              + "most 1,000 tasks.")
  private @Nullable Integer shards;

  @Option(
      names = "--at-once",
      paramLabel = "N",
      description = "Tasks that run at the same time. Default: as many as the cluster starts.")
  private @Nullable Integer atOnce;

  @Option(
      names = "--cpus",
      paramLabel = "N",
      description = "Cores of a task, each with one trial at a time. Default: 1.")
  private @Nullable Integer cpus;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = QuantityConverter.OfSize.class,
      description = "Memory of a task, such as 4GiB. Default: 2GiB.")
  private @Nullable Size memory;

  @Option(
      names = "--task-limit",
      paramLabel = "TIME",
      description =
          "Time after which a task is a straggler and starts again, such as 30m or 2h. It then "
              + "runs only what is missing. Default: none.")
  private @Nullable String limit;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      description = "Times that a task which fails, or is a straggler, starts again. Default: 3.")
  private @Nullable Integer restarts;

  /** Names of the options that the user gives. */
  List<String> given() {
    List<String> given = new ArrayList<>();
    if (shards != null) {
      given.add("--shards");
    }
    if (atOnce != null) {
      given.add("--at-once");
    }
    if (cpus != null) {
      given.add("--cpus");
    }
    if (memory != null) {
      given.add("--memory");
    }
    if (limit != null) {
      given.add("--task-limit");
    }
    if (restarts != null) {
      given.add("--restarts");
    }
    return given;
  }

  ShardTasks tasks(SweepFolder folder) throws IOException {
    return ShardTasks.of(
        folder,
        shards == null
            ? ShardTasks.usualCount(folder.plan().trials())
            : OptionRangeCheck.within("--shards", shards, 1, MOST_SHARDS));
  }

  TaskLimits limits() {
    return new TaskLimits(
        cpus == null ? 1 : OptionRangeCheck.within("--cpus", cpus, 1, MOST_CPUS),
        memory == null ? USUAL_MEMORY : memory,
        Optional.ofNullable(limit).map(text -> DurationText.parse("--task-limit", text)),
        restarts == null
            ? USUAL_RESTARTS
            : OptionRangeCheck.within("--restarts", restarts, 0, MOST_RESTARTS),
        atOnce == null
            ? OptionalInt.empty()
            : OptionalInt.of(OptionRangeCheck.within("--at-once", atOnce, 1, MOST_SHARDS)));
  }
}
