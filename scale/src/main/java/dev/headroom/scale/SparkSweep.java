package dev.headroom.scale;

import dev.headroom.tune.engine.ShardTasks;
import dev.headroom.tune.sweep.SweepException;
import dev.headroom.tune.sweep.SweepFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Job that runs a sweep: it maps the shards that have trials without a row over the executors. They
 * write the parts into the sweep's folder, which all machines see under one path.
 *
 * <pre>
 *   spark-submit --class dev.headroom.scale.SparkSweep headroom-scale.jar --out OUT --shards 100
 * </pre>
 */
public final class SparkSweep {
  /** Bad input, as for all commands of Headroom. */
  private static final int BAD_INPUT = 2;

  /** Some shards could not run. */
  private static final int COULD_NOT_RUN = 3;

  private SparkSweep() {}

  /** Runs the job: {@code --out OUT --shards N}. */
  public static void main(String[] words) throws IOException {
    int code;
    try {
      code = run(SparkSweepArguments.parse(List.of(words)));
    } catch (SweepException e) {
      System.err.println("headroom: " + e.getMessage());
      code = BAD_INPUT;
    }
    if (code != 0) {
      System.exit(code);
    }
  }

  private static int run(SparkSweepArguments arguments) throws IOException {
    Path path = arguments.out().toAbsolutePath().normalize();
    SweepFolder folder =
        SweepFolder.open(path)
            .orElseThrow(() ->
                new SweepException(
                    "--out %s: has no sweep; headroom sweep S.yaml --plan-only --out %s begins one"
                        .formatted(path, path)));
    ShardTasks tasks =
        ShardTasks.of(
            folder, arguments.shards().orElse(ShardTasks.usualCount(folder.plan().trials())));
    if (tasks.missing().isEmpty()) {
      System.out.println("headroom: every trial has a row already");
      return 0;
    }
    List<ShardEnd> ends;
    try (JavaSparkContext spark =
        new JavaSparkContext(new SparkConf().setIfMissing("spark.app.name", "headroom"))) {
      ends =
          spark
              .parallelize(tasks.missing(), tasks.missing().size())
              .map(new ShardFunction(path.toString(), tasks.count()))
              .collect();
    }
    List<ShardEnd> failed = ends.stream().filter(end -> !end.problem().isEmpty()).toList();
    failed.forEach(end ->
        System.err.println(
            "headroom: shard %d/%d: %s".formatted(end.number(), tasks.count(), end.problem())));
    System.out.println(
        "headroom: %,d trials run in %,d shards, %,d of them failed"
            .formatted(
                ends.stream().mapToLong(ShardEnd::trials).sum(),
                ends.size(),
                ends.stream().mapToLong(ShardEnd::failedTrials).sum()));
    return failed.isEmpty() ? 0 : COULD_NOT_RUN;
  }
}
