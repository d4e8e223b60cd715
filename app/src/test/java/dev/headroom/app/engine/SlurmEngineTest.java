package dev.headroom.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sweeps on Slurm: a controller and two nodes on loopback. Each task is a process of its own. The
 * tests are skipped, and counted as skipped, without Debian's packages slurmctld, slurmd and
 * slurm-client, or without root.
 */
@Tag("whole")
final class SlurmEngineTest {
  @TempDir private static Path folder;

  private static @Nullable SlurmCluster cluster;
  private static @Nullable SweepProgram program;
  private static String expected = "";

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    List<String> missing = SlurmCluster.missing();
    Assumptions.assumeTrue(missing.isEmpty(), "not here: " + missing + "; nothing was tested");
    SweepProgram started = SweepProgram.in(folder.resolve("bin"));
    program = started;
    cluster = SlurmCluster.start(folder.resolve("slurm"));
    started.local(folder.resolve("local"));
    expected = started.table(folder.resolve("local"));
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static SlurmCluster cluster() {
    assertThat(cluster).isNotNull();
    return cluster;
  }

  private static SweepProgram program() {
    assertThat(program).isNotNull();
    return program;
  }

  /** Submits a sweep of eight trials in four tasks, or what is missing of it. */
  private static String submit(Path out, String... more) throws IOException, InterruptedException {
    SlurmCluster.Ended ended = cluster().run(program().environment(), program().sweep(out, more));
    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("Submitted batch job ");
    return ended.output().replaceFirst("(?s).*Submitted batch job ([0-9]+).*", "$1");
  }

  private static final String[] FOUR_TASKS = {"--on", "slurm", "--shards", "4"};

  @Test
  void shouldLeaveTheTableOfTheLocalEngine() throws IOException, InterruptedException {
    Path out = folder.resolve("an array");

    submit(out, FOUR_TASKS);
    cluster().awaitEnd();

    assertThat(parts(out))
        .containsExactly(
            "part-0-1.parquet", "part-2-3.parquet", "part-4-5.parquet", "part-6-7.parquet");
    assertThat(program().table(out)).isEqualTo(expected);
  }

  @Test
  void shouldSubmitOnlyShardsWithoutARow() throws IOException, InterruptedException {
    Path out = folder.resolve("resumed");
    submit(out, FOUR_TASKS);
    cluster().awaitEnd();
    Files.delete(out.resolve("part-2-3.parquet"));
    Files.delete(out.resolve("part-4-5.parquet"));

    submit(out, FOUR_TASKS);
    cluster().awaitEnd();

    assertThat(Files.readString(out.resolve("slurm/array.sh"))).contains("#SBATCH --array=2-3\n");
    assertThat(program().table(out)).isEqualTo(expected);
  }

  /** The task is in the middle of its trials when it is requeued, since the first one waits. */
  @Test
  void shouldGoOnWithATaskThatIsRequeued() throws IOException, InterruptedException {
    Path out = folder.resolve("requeued");
    Path gate = held(out);
    String job = submit(out, "--on", "slurm", "--shards", "2", "--program", gate.toString());
    cluster().await("a task at its gate", "1", "sh", "-c", "ls '" + out + "/waiting' | grep -c 1");
    SlurmCluster.Ended requeue = cluster().run("scontrol", "requeue", job + "_1");
    assertThat(requeue.code()).as(requeue.output()).isZero();
    Files.createFile(out.resolve("open"));
    // Slurm waits two minutes before it starts a requeued task.
    String task = job + "_1";
    cluster().await("the requeued task", task, "squeue", "-h", "-t", "PD", "-o", "%i");
    cluster().run("scontrol", "update", "JobId=" + job + "_1", "StartTime=now");
    cluster().awaitEnd();

    assertThat(log(out, job, 1)).contains("DUE TO JOB REQUEUE").contains("4 trials run");
    assertThat(program().table(out)).isEqualTo(expected);
  }

  /** Kill -9 of the program: the task goes on by itself, and no trial is blamed for one crash. */
  @Test
  void shouldGoOnAfterAKill() throws IOException, InterruptedException {
    Path out = folder.resolve("killed");
    Path killed = killedOnce(out);
    String job = submit(out, "--on", "slurm", "--shards", "2", "--program", killed.toString());
    cluster().awaitEnd();

    assertThat(Files.exists(out.resolve("killed-1"))).isTrue();
    assertThat(log(out, job, 1)).contains("trials run");
    assertThat(program().table(out)).isEqualTo(expected);
  }

  @Test
  void shouldSayWhyTheClusterRefuses() throws IOException, InterruptedException {
    SlurmCluster.Ended ended =
        cluster()
            .run(
                program().environment(),
                program()
                    .sweep(folder.resolve("refused"), "--on", "slurm", "--partition", "nowhere"));

    assertThat(ended.code()).as(ended.output()).isEqualTo(3);
    assertThat(ended.output()).contains("invalid partition");
  }

  @Test
  void shouldKnowTheLimitOfTheCluster() throws IOException, InterruptedException {
    SlurmCluster.Ended ended =
        cluster()
            .run(
                program().environment(),
                program().sweep(folder.resolve("many"), "--on", "slurm", "--shards", "1001"));

    assertThat(ended.code()).as(ended.output()).isEqualTo(2);
    assertThat(ended.output()).contains("arrays of at most 1000 tasks (MaxArraySize)");
  }

  /** Program of which task 1 waits until a file is there, on its first time. */
  private static Path held(Path out) throws IOException {
    return script(
        out,
        """
        #!/bin/sh
        if [ "$SLURM_ARRAY_TASK_ID" = 1 ] && [ "${SLURM_RESTART_COUNT:-0}" = 0 ]; then
          mkdir -p '%2$s/waiting' && : >'%2$s/waiting/1'
          while :; do sleep 1; done
        fi
        while [ ! -e '%2$s/open' ]; do sleep 0.2; done
        exec '%1$s' "$@"
        """);
  }

  /** Program that dies of SIGKILL at the first of its trials, once for each task. */
  private static Path killedOnce(Path out) throws IOException {
    return script(
        out,
        """
        #!/bin/sh
        mark='%2$s'/killed-$SLURM_ARRAY_TASK_ID
        [ ! -e "$mark" ] || exec '%1$s' "$@"
        '%1$s' "$@" &
        child=$!
        until ls '%2$s'/attempts/$SLURM_ARRAY_TASK_ID-2/*.attempts >/dev/null 2>&1 || ! kill -0 $child; do
          :
        done
        kill -9 $child && : >"$mark"
        wait $child
        """);
  }

  private static Path script(Path out, String text) throws IOException {
    Path script = Files.createDirectories(out).resolve("program.sh");
    Files.writeString(script, text.formatted(program().path(), out));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  private static List<String> parts(Path out) throws IOException {
    try (var files = Files.list(out)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".parquet"))
          .sorted()
          .toList();
    }
  }

  private static String log(Path out, String job, int task) throws IOException {
    return Files.readString(out.resolve("slurm/%s_%d.log".formatted(job, task)));
  }
}
