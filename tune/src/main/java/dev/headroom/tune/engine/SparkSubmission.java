package dev.headroom.tune.engine;

import dev.headroom.model.text.ShellQuoting;
import dev.headroom.tune.sweep.SweepException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Job of Spark: {@code spark-submit} with the artifact {@code headroom-scale}, which maps the
 * shards over the executors. An executor's core runs a shard, one trial at a time.
 *
 * @param jar of {@code headroom-scale}
 * @param master such as {@code spark://host:7077}; empty for that of Spark's own configuration
 * @param options further options of spark-submit, each as one word
 */
public record SparkSubmission(
    ShardTasks tasks, TaskLimits limits, Path jar, Optional<String> master, List<String> options) {
  /** Class whose main method is the job. */
  public static final String MAIN = "dev.headroom.scale.SparkSweep";

  public SparkSubmission {
    options = List.copyOf(options);
    for (String option : options) {
      if (!option.startsWith("-")) {
        throw new SweepException(
            "'%s' is not an option of spark-submit; write it as one word, such as "
                    .formatted(option)
                + "--spark-submit=--deploy-mode=cluster");
      }
    }
  }

  public EngineStart start() {
    List<String> words = new ArrayList<>();
    words.add("spark-submit");
    words.add("--class");
    words.add(MAIN);
    words.add("--name");
    words.add(tasks.name());
    master.ifPresent(url -> words.addAll(List.of("--master", url)));
    words.addAll(List.of("--executor-cores", Integer.toString(limits.cpus())));
    words.addAll(List.of("--executor-memory", limits.memoryMib() + "m"));
    limits
        .atOnce()
        .ifPresent(most -> words.addAll(conf("spark.cores.max", Integer.toString(most))));
    limits
        .time()
        .ifPresent(time -> {
          words.addAll(conf("spark.speculation", "true"));
          words.addAll(conf("spark.speculation.minTaskRuntime", time.toSeconds() + "s"));
        });
    words.addAll(conf("spark.task.maxFailures", Long.toString(mostFailures())));
    words.addAll(conf("spark.executor.extraJavaOptions", "--enable-native-access=ALL-UNNAMED"));
    words.addAll(options);
    words.add(jar.toString());
    words.addAll(List.of("--out", tasks.folder().toString()));
    words.addAll(List.of("--shards", Integer.toString(tasks.count())));
    return new EngineStart(
        Optional.empty(),
        words,
        true,
        "rows: headroom sweep %s".formatted(ShellQuoting.word(tasks.folder().toString())));
  }

  /** Spark counts the end of an executor as a failure of all its tasks. */
  private long mostFailures() {
    return CrashGuard.mostCrashes(tasks.longest()) + limits.restarts();
  }

  private static List<String> conf(String key, String value) {
    return List.of("--conf", key + "=" + value);
  }
}
