package dev.headroom.app.engine;

import dev.headroom.tune.engine.ShardTasks;
import dev.headroom.tune.engine.SlurmArray;
import dev.headroom.tune.engine.TaskLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a sweep on Slurm. */
final class SlurmArguments {
  @Option(
      names = "--program",
      paramLabel = "PATH",
      description =
          "Slurm: Headroom's command on the machines of the cluster. Default: headroom, from PATH.")
  private @Nullable String program;

  @Option(
      names = "--partition",
      paramLabel = "NAME",
      description = "Slurm: partition. Default: that of the cluster.")
  private @Nullable String partition;

  @Option(
      names = "--account",
      paramLabel = "NAME",
      description = "Slurm: account. Default: the user's.")
  private @Nullable String account;

  @Option(
      names = "--sbatch",
      paramLabel = "OPTION",
      description = "Slurm: further option of sbatch as one word, such as --sbatch=--qos=low.")
  private List<String> sbatch = List.of();

  /** Names of the options that the user gives. */
  List<String> given() {
    List<String> given = new ArrayList<>();
    if (program != null) {
      given.add("--program");
    }
    if (partition != null) {
      given.add("--partition");
    }
    if (account != null) {
      given.add("--account");
    }
    if (!sbatch.isEmpty()) {
      given.add("--sbatch");
    }
    return given;
  }

  SlurmArray array(ShardTasks tasks, TaskLimits limits) {
    return new SlurmArray(
        tasks,
        limits,
        new SlurmArray.Place(Optional.ofNullable(partition), Optional.ofNullable(account), sbatch),
        program == null ? "headroom" : program);
  }
}
