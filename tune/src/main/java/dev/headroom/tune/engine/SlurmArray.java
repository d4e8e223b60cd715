package dev.headroom.tune.engine;

import dev.headroom.model.text.ShellQuoting;
import dev.headroom.tune.sweep.SweepException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Job array of Slurm: a task for each shard that has trials without a row. Task N of the array is
 * shard N.
 *
 * <p>A task that Slurm starts again runs only what is missing. It starts itself again where Slurm
 * does not: near its time limit, and where a machine could not run it.
 *
 * <p>Options and variables are those of sbatch(1), the limit on an array is {@code MaxArraySize} of
 * slurm.conf(5).
 *
 * @param program Headroom's command on the cluster's machines
 */
public record SlurmArray(ShardTasks tasks, TaskLimits limits, Place place, String program) {
  /** File of the script, relative to the sweep's folder. */
  private static final String SCRIPT = "slurm/array.sh";

  /** Seconds before the time limit at which a task ends itself. Slurm is a minute early at most. */
  private static final int MARGIN_S = 60;

  private static final Pattern MOST =
      Pattern.compile("(?m)^\\s*MaxArraySize\\s*=\\s*([0-9]{1,9})\\s*$");

  /**
   * Place of an array in a cluster.
   *
   * @param partition empty for the cluster's default
   * @param account empty for the user's default
   * @param options further options of sbatch, each as one word such as {@code --qos=low}
   */
  public record Place(Optional<String> partition, Optional<String> account, List<String> options) {
    public Place {
      options = List.copyOf(options);
      for (String option : options) {
        if (!option.matches("-[^\\s]*[^\\v]*") || option.strip().equals("--")) {
          throw new SweepException(
              "'%s' is not an option of sbatch; write it as one word, such as --sbatch=--qos=low"
                  .formatted(option));
        }
      }
    }
  }

  /** Command that prints the cluster's configuration. */
  public static final List<String> LIMIT_COMMAND = List.of("scontrol", "show", "config");

  /** Tasks of the largest array, as the cluster's configuration says; empty if it does not. */
  public static OptionalInt most(String configuration) {
    Matcher matcher = MOST.matcher(configuration);
    return matcher.find()
        ? OptionalInt.of(Math.max(0, Integer.parseInt(matcher.group(1)) - 1))
        : OptionalInt.empty();
  }

  /** Tasks of the largest array of a cluster with Slurm's defaults. */
  public static final int MOST_BY_DEFAULT = ShardTasks.MOST_BY_DEFAULT;

  /**
   * Checks that the cluster takes the array.
   *
   * @param most highest index of a task
   */
  public void check(int most) {
    if (tasks.count() > most) {
      throw new SweepException(
          "--shards %d: the cluster takes arrays of at most %d tasks (MaxArraySize); each task may "
                  .formatted(tasks.count(), most)
              + "run many trials");
    }
  }

  public EngineStart start() {
    Path script = tasks.folder().resolve(SCRIPT);
    return new EngineStart(
        Optional.of(new EngineStart.InputFile(script, script())),
        List.of("sbatch", script.toString()),
        false,
        "tasks: squeue --me; rows so far: headroom sweep %s"
            .formatted(ShellQuoting.word(tasks.folder().toString())));
  }

  /** The script of the array. */
  public String script() {
    List<String> lines = new ArrayList<>();
    lines.add("#!/bin/sh");
    header().forEach(option -> lines.add("#SBATCH " + option));
    lines.add(body());
    return String.join("\n", lines);
  }

  private List<String> header() {
    List<String> options = new ArrayList<>();
    options.add("--job-name=" + tasks.name());
    options.add(
        "--array="
            + tasks.ranges()
            + (limits.atOnce().isPresent() ? "%" + limits.atOnce().getAsInt() : ""));
    options.add("--ntasks=1");
    options.add("--cpus-per-task=" + limits.cpus());
    options.add("--mem=" + limits.memoryMib() + "M");
    limits
        .time()
        .ifPresent(time -> {
          options.add("--time=" + minutes(time));
          options.add("--signal=B:USR1@" + MARGIN_S);
        });
    place.partition().ifPresent(partition -> options.add("--partition=" + partition));
    place.account().ifPresent(account -> options.add("--account=" + account));
    options.add("--requeue");
    options.add("--open-mode=append");
    // Names of files are patterns, in which a percent sign begins a field.
    options.add(
        "--output="
            + quotedOption(tasks.folder().resolve("slurm").toString().replace("%", "%%"))
            + "/%A_%a.log");
    options.addAll(place.options());
    return options;
  }

  /** A value of an option in a script, where sbatch parts words at blanks. */
  private static String quotedOption(String value) {
    return value.matches("[^\\s\"'\\\\#]+")
        ? value
        : "\"" + value.replaceAll("([\"\\\\])", "\\\\$1") + "\"";
  }

  /** Slurm counts in minutes and rounds up; its margin comes on top. */
  private static long minutes(Duration time) {
    return Math.ceilDiv(time.toSeconds() + MARGIN_S, 60);
  }

  private String body() {
    return """

    # Each task runs a shard of a sweep. A task that starts again runs only the trials without a row.
    shard=$SLURM_ARRAY_TASK_ID/%1$d
    task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
    export HEADROOM_JAVA_OPTS="-Xmx%2$dm ${HEADROOM_JAVA_OPTS:-}"

    restart() {
      if [ "${SLURM_RESTART_COUNT:-0}" -ge %3$d ]; then
        echo "headroom: task $task: $1; it was started again %3$d times, and is given up" >&2
        exit 1
      fi
      echo "headroom: task $task: $1; it starts again" >&2
      scontrol requeue "$task" || exit 1
      sleep 3600 # Slurm ends this process
    }

    %4$s
    [ "$end" != USR1 ] || restart "its time is over"
    [ "$code" -ne 3 ] || restart "it could not run on $(hostname)"
    [ "$code" -ne 1 ] || code=0 # trials that failed have rows that say so
    exit "$code"
    """
        .formatted(
            tasks.count(),
            limits.memoryMib() * TaskLimits.HEAP_PERCENT / 100,
            limits.restarts(),
            ShardLoop.text(tasks, limits, program, tasks.folder().toString(), "''").strip());
  }
}
