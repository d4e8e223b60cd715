package dev.headroom.tune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.tune.sweep.SweepException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The command for Spark; SparkSweepIT of the module scale runs it. */
final class SparkSubmissionTest {
  @Test
  void shouldStartSparkSubmit() {
    EngineStart start =
        new SparkSubmission(
                SampleTasks.TASKS,
                SampleTasks.LIMITS,
                Path.of("/opt/headroom-scale.jar"),
                Optional.of("spark://host:7077"),
                List.of("--deploy-mode=cluster"))
            .start();

    assertThat(start.text())
        .isEqualTo(
            "spark-submit --class dev.headroom.scale.SparkSweep --name headroom-my-sweep"
                + " --master spark://host:7077 --executor-cores 2 --executor-memory 4096m"
                + " --conf spark.cores.max=2"
                + " --conf spark.speculation=true --conf spark.speculation.minTaskRuntime=1800s"
                + " --conf spark.task.maxFailures=57"
                + " --conf spark.executor.extraJavaOptions=--enable-native-access=ALL-UNNAMED"
                + " --deploy-mode=cluster /opt/headroom-scale.jar"
                + " --out '/data/My Sweep' --shards 4\n");
    assertThat(start.file()).isEmpty();
    assertThat(start.isWaiting()).isTrue();
  }

  @Test
  void shouldRefuseWhatIsNoOption() {
    assertThatThrownBy(() ->
            new SparkSubmission(
                SampleTasks.TASKS,
                SampleTasks.LIMITS,
                Path.of("a.jar"),
                Optional.empty(),
                List.of("deploy-mode=cluster")))
        .isInstanceOf(SweepException.class)
        .hasMessageContaining("'deploy-mode=cluster' is not an option of spark-submit");
  }
}
