package dev.headroom.tune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.tune.sweep.SweepException;
import dev.headroom.unit.Size;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script of an array; SlurmEngineTest of the app runs such arrays. */
final class SlurmArrayTest {
  @Test
  void shouldAskForWhatTheUserWants() {
    SlurmArray array =
        new SlurmArray(
            SampleTasks.TASKS,
            SampleTasks.LIMITS,
            new SlurmArray.Place(
                Optional.of("long"), Optional.of("rdma"), List.of("--qos=low", "--nice")),
            "/opt/headroom/bin/headroom");

    assertThat(options(array))
        .containsExactly(
            "--job-name=headroom-my-sweep",
            "--array=1,3-4%2",
            "--ntasks=1",
            "--cpus-per-task=2",
            "--mem=4096M",
            "--time=31",
            "--signal=B:USR1@60",
            "--partition=long",
            "--account=rdma",
            "--requeue",
            "--open-mode=append",
            "--output=\"/data/My Sweep/slurm\"/%A_%a.log",
            "--qos=low",
            "--nice");
    assertThat(array.script())
        .startsWith("#!/bin/sh\n#SBATCH ")
        .contains(
            "  /opt/headroom/bin/headroom sweep run --shard \"$shard\" --out '/data/My Sweep'"
                + " --workers 2 $after &\n",
            "shard=$SLURM_ARRAY_TASK_ID/4\n",
            "-Xmx3072m",
            "-ge 5 ]");
    assertThat(array.start().line()).isEqualTo("sbatch '/data/My Sweep/slurm/array.sh'");
  }

  @Test
  void shouldLeaveOutWhatIsNotAsked() {
    SlurmArray array =
        new SlurmArray(
            new ShardTasks(Path.of("/data/50%"), 3, 1, List.of(1)),
            new TaskLimits(1, new Size(2L << 30), Optional.empty(), 0, OptionalInt.empty()),
            new SlurmArray.Place(Optional.empty(), Optional.empty(), List.of()),
            "headroom");

    assertThat(options(array))
        .containsExactly(
            "--job-name=headroom-50",
            "--array=1",
            "--ntasks=1",
            "--cpus-per-task=1",
            "--mem=2048M",
            "--requeue",
            "--open-mode=append",
            "--output=/data/50%%/slurm/%A_%a.log");
  }

  @Test
  void shouldKnowTheLargestArrayOfACluster() {
    String configuration = "MaxArraySize            = 1001\nMaxBatchRequeue         = 5\n";

    assertThat(SlurmArray.most(configuration)).hasValue(1_000);
    assertThat(SlurmArray.most("MaxArraySize = 0")).hasValue(0);
    assertThat(SlurmArray.most("slurm_load_ctl_conf error")).isEmpty();
  }

  @Test
  void shouldRefuseAnArrayThatTheClusterDoesNotTake() {
    SlurmArray array =
        new SlurmArray(
            SampleTasks.TASKS,
            SampleTasks.LIMITS,
            new SlurmArray.Place(Optional.empty(), Optional.empty(), List.of()),
            "headroom");

    array.check(4);
    assertThatThrownBy(() -> array.check(3))
        .isInstanceOf(SweepException.class)
        .hasMessage(
            "--shards 4: the cluster takes arrays of at most 3 tasks (MaxArraySize); each task may"
                + " run many trials");
  }

  @ParameterizedTest
  @ValueSource(strings = {"qos=low", "", "--", "--wrap=a\n#SBATCH --account=b"})
  void shouldRefuseWhatIsNoOption(String option) {
    assertThatThrownBy(
            () -> new SlurmArray.Place(Optional.empty(), Optional.empty(), List.of(option)))
        .isInstanceOf(SweepException.class)
        .hasMessageContaining("is not an option of sbatch");
  }

  private static List<String> options(SlurmArray array) {
    return array
        .script()
        .lines()
        .filter(line -> line.startsWith("#SBATCH "))
        .map(line -> line.substring("#SBATCH ".length()))
        .toList();
  }
}
