package dev.headroom.app.engine;

import dev.headroom.model.text.BadInputException;
import dev.headroom.tune.engine.ShardTasks;
import dev.headroom.tune.engine.SparkSubmission;
import dev.headroom.tune.engine.TaskLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a sweep on Spark. */
final class SparkArguments {
  @Option(
      names = "--spark-jar",
      paramLabel = "FILE",
      description =
          "Spark: jar of headroom-scale, which is built by itself (docs/sweep-engines.md).")
  private @Nullable Path jar;

  @Option(
      names = "--spark-master",
      paramLabel = "URL",
      description = "Spark: master, such as spark://host:7077. Default: that of Spark's settings.")
  private @Nullable String master;

  @Option(
      names = "--spark-submit",
      paramLabel = "OPTION",
      description =
          "Spark: further option of spark-submit as one word, such as "
              + "--spark-submit=--deploy-mode=cluster.")
  private List<String> options = List.of();

  /** Names of the options that the user gives. */
  List<String> given() {
    List<String> given = new ArrayList<>();
    if (jar != null) {
      given.add("--spark-jar");
    }
    if (master != null) {
      given.add("--spark-master");
    }
    if (!options.isEmpty()) {
      given.add("--spark-submit");
    }
    return given;
  }

  SparkSubmission submission(ShardTasks tasks, TaskLimits limits) {
    if (jar == null) {
      throw new BadInputException(
          "--on spark needs --spark-jar FILE, the jar of headroom-scale; 'mvn -Pscale package' "
              + "builds it (docs/sweep-engines.md)");
    }
    return new SparkSubmission(
        tasks, limits, jar.toAbsolutePath().normalize(), Optional.ofNullable(master), options);
  }
}
