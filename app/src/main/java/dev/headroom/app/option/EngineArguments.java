package dev.headroom.app.option;

import dev.headroom.app.process.BadInputException;
import dev.headroom.app.process.VersionProvider;
import dev.headroom.tune.engine.EngineStart;
import dev.headroom.tune.engine.KubernetesJob;
import dev.headroom.tune.engine.ShardTasks;
import dev.headroom.tune.engine.SlurmArray;
import dev.headroom.tune.engine.SparkSubmission;
import dev.headroom.tune.engine.TaskLimits;
import dev.headroom.tune.sweep.SweepFolder;
import dev.headroom.unit.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the engine that runs the trials of a sweep: this machine, or a cluster. */
public final class EngineArguments {
  /** Program that runs trials. */
  public enum Engine {
    LOCAL,
    SLURM,
    SPARK,
    KUBERNETES;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Shards of a sweep, at most: indices of pods have five digits in a name. */
  private static final int MOST_SHARDS = 100_000;

  private static final int MOST_CPUS = 1_024;
  private static final int MOST_RESTARTS = 1_000;

  @Option(
      names = "--on",
      paramLabel = "ENGINE",
      description =
          "Engine that runs the trials: local, slurm, spark or kubernetes (docs/sweep-engines.md). "
              + "Default: local.")
  private Engine engine = Engine.LOCAL;

  @Option(
      names = "--print",
      description = "Print the script, command or manifest for the engine, and submit nothing.")
  private boolean print;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description =
          "Tasks of the engine, each with a contiguous part of the trials. Default: a task for 16 "
              + "trials, and at most 1,000 tasks.")
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
      converter = SizeConverter.class,
      description = "Memory of a task, such as 4GiB. Default: 2GiB.")
  private @Nullable Size memory;

  @Option(
      names = "--task-limit",
      paramLabel = "TIME",
      description =
          "Time after which a task is a straggler and starts again, such as 30m or 2h. It runs "
              + "only what is missing. Default: none.")
  private @Nullable String taskLimit;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      description = "Times that a task which fails, or is a straggler, starts again. Default: 3.")
  private @Nullable Integer restarts;

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

  @Option(
      names = "--spark-jar",
      paramLabel = "FILE",
      description =
          "Spark: jar of headroom-scale, which is built by itself (docs/sweep-engines.md).")
  private @Nullable Path sparkJar;

  @Option(
      names = "--spark-master",
      paramLabel = "URL",
      description = "Spark: master, such as spark://host:7077. Default: that of Spark's settings.")
  private @Nullable String sparkMaster;

  @Option(
      names = "--spark-submit",
      paramLabel = "OPTION",
      description =
          "Spark: further option of spark-submit as one word, such as "
              + "--spark-submit=--deploy-mode=cluster.")
  private List<String> sparkSubmit = List.of();

  @Option(
      names = "--image",
      paramLabel = "NAME",
      description = "Kubernetes: image of Headroom. Default: headroom:VERSION.")
  private @Nullable String image;

  @Option(
      names = "--claim",
      paramLabel = "NAME",
      description = "Kubernetes: volume claim with the folder of the sweep.")
  private @Nullable String claim;

  @Option(
      names = "--claim-path",
      paramLabel = "PATH",
      description = "Kubernetes: path of that folder in the volume. Default: the volume itself.")
  private String claimPath = "";

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "Kubernetes: namespace. Default: the current one.")
  private @Nullable String namespace;

  /** Option with the engines that it goes with. */
  private record Given(String name, boolean isGiven, List<Engine> engines) {}

  /** Whether the trials run on this machine. */
  public boolean isLocal() {
    return engine == Engine.LOCAL;
  }

  /** Whether nothing is submitted. */
  public boolean isPrinted() {
    return print;
  }

  /** Checks that the options go with the engine. */
  public void check() {
    for (Given each : given()) {
      if (each.isGiven() && !each.engines().contains(engine)) {
        throw new BadInputException(
            "%s goes with --on %s, but the engine is %s"
                .formatted(
                    each.name(),
                    each.engines().stream().map(Engine::word).collect(Collectors.joining(" or ")),
                    engine.word()));
      }
    }
    if (engine == Engine.KUBERNETES && claim == null) {
      throw new BadInputException(
          "--on kubernetes needs --claim NAME, the volume claim with the folder of the sweep; "
              + "'kubectl get pvc' lists claims");
    }
    if (engine == Engine.SPARK && sparkJar == null) {
      throw new BadInputException(
          "--on spark needs --spark-jar FILE, the jar of headroom-scale; 'mvn -Pscale package' "
              + "builds it (docs/sweep-engines.md)");
    }
  }

  private List<Given> given() {
    List<Engine> clusters = List.of(Engine.SLURM, Engine.SPARK, Engine.KUBERNETES);
    List<Engine> slurm = List.of(Engine.SLURM);
    List<Engine> spark = List.of(Engine.SPARK);
    List<Engine> kubernetes = List.of(Engine.KUBERNETES);
    return List.of(
        new Given("--print", print, clusters),
        new Given("--shards", shards != null, clusters),
        new Given("--at-once", atOnce != null, clusters),
        new Given("--cpus", cpus != null, clusters),
        new Given("--memory", memory != null, clusters),
        new Given("--task-limit", taskLimit != null, clusters),
        new Given("--restarts", restarts != null, clusters),
        new Given("--program", program != null, slurm),
        new Given("--partition", partition != null, slurm),
        new Given("--account", account != null, slurm),
        new Given("--sbatch", !sbatch.isEmpty(), slurm),
        new Given("--spark-jar", sparkJar != null, spark),
        new Given("--spark-master", sparkMaster != null, spark),
        new Given("--spark-submit", !sparkSubmit.isEmpty(), spark),
        new Given("--image", image != null, kubernetes),
        new Given("--claim", claim != null, kubernetes),
        new Given("--claim-path", !claimPath.isEmpty(), kubernetes),
        new Given("--namespace", namespace != null, kubernetes));
  }

  /** The tasks of a sweep. */
  public ShardTasks tasks(SweepFolder folder) throws IOException {
    int count =
        shards == null
            ? ShardTasks.usualCount(folder.plan().trials())
            : OptionRangeCheck.within("--shards", shards, 1, MOST_SHARDS);
    return ShardTasks.of(folder, count);
  }

  /** What starts them. */
  public EngineStart start(ShardTasks tasks) {
    return switch (engine) {
      case SLURM -> slurm(tasks).start();
      case KUBERNETES -> kubernetes(tasks).start();
      case SPARK -> spark(tasks).start();
      case LOCAL -> throw new IllegalStateException("the local engine needs no start");
    };
  }

  private SlurmArray slurm(ShardTasks tasks) {
    return new SlurmArray(
        tasks,
        limits(),
        new SlurmArray.Place(Optional.ofNullable(partition), Optional.ofNullable(account), sbatch),
        program == null ? "headroom" : program);
  }

  private KubernetesJob kubernetes(ShardTasks tasks) {
    return new KubernetesJob(
        tasks,
        limits(),
        new KubernetesJob.Place(
            image == null ? "headroom:" + VersionProvider.number() : image,
            claim == null ? "" : claim,
            claimPath,
            Optional.ofNullable(namespace)));
  }

  private SparkSubmission spark(ShardTasks tasks) {
    return new SparkSubmission(
        tasks,
        limits(),
        (sparkJar == null ? Path.of("headroom-scale.jar") : sparkJar).toAbsolutePath(),
        Optional.ofNullable(sparkMaster),
        sparkSubmit);
  }

  private TaskLimits limits() {
    return new TaskLimits(
        cpus == null ? 1 : OptionRangeCheck.within("--cpus", cpus, 1, MOST_CPUS),
        memory == null ? TaskLimits.USUAL_MEMORY : memory,
        Optional.ofNullable(taskLimit).map(text -> DurationText.parse("--task-limit", text)),
        restarts == null
            ? TaskLimits.USUAL_RESTARTS
            : OptionRangeCheck.within("--restarts", restarts, 0, MOST_RESTARTS),
        atOnce == null
            ? OptionalInt.empty()
            : OptionalInt.of(OptionRangeCheck.within("--at-once", atOnce, 1, MOST_SHARDS)));
  }
}
