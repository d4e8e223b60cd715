package dev.headroom.tune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.headroom.tune.sweep.SweepException;
import dev.headroom.unit.Size;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** The manifest, read back as Kubernetes reads it: a field that it does not know is refused. */
final class KubernetesJobTest {
  /** Fabric8's classes keep fields that they do not know, which would hide a mistake. */
  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .annotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public @Nullable Boolean hasAnySetter(MapperConfig<?> config, Annotated annotated) {
                  return annotated.hasAnnotation(JsonAnySetter.class) ? Boolean.FALSE : null;
                }
              })
          .build();

  private static final KubernetesJob JOB =
      new KubernetesJob(
          SampleTasks.TASKS,
          SampleTasks.LIMITS,
          new KubernetesJob.Place(
              "registry.example:5000/headroom:0.1.0", "sweeps", "team/one", Optional.of("rdma")));

  private static Job read(String manifest) {
    Object tree = new Load(LoadSettings.builder().build()).loadFromString(manifest);
    return STRICT.convertValue(tree, Job.class);
  }

  private static Container container(JobSpec spec) {
    List<Container> containers = spec.getTemplate().getSpec().getContainers();
    assertThat(containers).hasSize(1);
    return containers.getFirst();
  }

  @Test
  void shouldRefuseUnknownFieldsInThisTest() {
    assertThatThrownBy(
            () -> read(JOB.manifest().replace("backoffLimitPerIndex", "backofLimitPerIndex")))
        .hasMessageContaining("backofLimitPerIndex");
    assertThatThrownBy(() -> read(JOB.manifest().replace("claimName", "name")))
        .hasMessageContaining("\"name\"");
  }

  @Test
  void shouldRunAShardAnIndex() {
    Job job = read(JOB.manifest());
    JobSpec spec = job.getSpec();

    assertThat(job.getApiVersion()).isEqualTo("batch/v1");
    assertThat(job.getKind()).isEqualTo("Job");
    assertThat(job.getMetadata().getNamespace()).isEqualTo("rdma");
    assertThat(job.getMetadata().getGenerateName()).isEqualTo("headroom-my-sweep-");
    assertThat(spec.getCompletionMode()).isEqualTo("Indexed");
    assertThat(spec.getCompletions()).isEqualTo(4);
    assertThat(spec.getParallelism()).isEqualTo(2);
    assertThat(spec.getTemplate().getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(spec.getTemplate().getSpec().getActiveDeadlineSeconds()).isEqualTo(1_800);
  }

  @Test
  void shouldRetryCrashesAndNotBadInput() {
    JobSpec spec = read(JOB.manifest()).getSpec();

    assertThat(spec.getBackoffLimitPerIndex()).isEqualTo(5);
    assertThat(spec.getMaxFailedIndexes()).isEqualTo(4);
    assertThat(spec.getPodReplacementPolicy()).isEqualTo("Failed");
    List<PodFailurePolicyRule> rules = spec.getPodFailurePolicy().getRules();
    assertThat(rules.getFirst().getAction()).isEqualTo("Ignore");
    assertThat(rules.getFirst().getOnPodConditions())
        .singleElement()
        .satisfies(condition -> {
          assertThat(condition.getType()).isEqualTo("DisruptionTarget");
          assertThat(condition.getStatus()).isEqualTo("True");
        });
    assertThat(rules.getLast().getAction()).isEqualTo("FailIndex");
    assertThat(rules.getLast().getOnExitCodes().getOperator()).isEqualTo("In");
    assertThat(rules.getLast().getOnExitCodes().getValues()).containsExactly(2);
    assertThat(rules.getLast().getOnExitCodes().getContainerName())
        .isEqualTo(container(spec).getName());
  }

  @Test
  void shouldGiveThePodItsResourcesAndItsVolume() {
    JobSpec spec = read(JOB.manifest()).getSpec();
    PodSpec pod = spec.getTemplate().getSpec();
    Container container = container(spec);

    assertThat(container.getImage()).isEqualTo("registry.example:5000/headroom:0.1.0");
    assertThat(container.getResources().getRequests())
        .isEqualTo(container.getResources().getLimits())
        .containsEntry("cpu", new Quantity("2"))
        .containsEntry("memory", new Quantity("4096Mi"));
    assertThat(container.getVolumeMounts().getFirst().getName())
        .isEqualTo(pod.getVolumes().getFirst().getName());
    assertThat(pod.getVolumes().getFirst().getPersistentVolumeClaim().getClaimName())
        .isEqualTo("sweeps");
    assertThat(container.getCommand()).containsExactly("/bin/sh", "-c", JOB.command());
    assertThat(JOB.command()).contains("--out /sweep/team/one ");
    assertThat(container.getEnv().getFirst().getValue()).isEqualTo("-Xmx3072m");
    assertThat(container.getEnv().getLast().getValueFrom().getFieldRef().getFieldPath())
        .isEqualTo("metadata.annotations['batch.kubernetes.io/job-index-failure-count']");
  }

  @Test
  void shouldLeaveOutWhatIsNotAsked() {
    KubernetesJob job =
        new KubernetesJob(
            SampleTasks.TASKS,
            new TaskLimits(1, new Size(2L << 30), Optional.empty(), 0, OptionalInt.empty()),
            new KubernetesJob.Place("headroom:0.1.0", "sweeps", "", Optional.empty()));
    Job read = read(job.manifest());

    assertThat(read.getMetadata().getNamespace()).isNull();
    assertThat(read.getSpec().getParallelism()).isEqualTo(4);
    assertThat(read.getSpec().getTemplate().getSpec().getActiveDeadlineSeconds()).isNull();
    assertThat(job.command()).contains("--out /sweep ");
  }

  /** Pods are named NAME-SUFFIX-INDEX, a label of at most 63 letters. */
  @Test
  void shouldNamePodsWithinTheLimit() {
    ShardTasks longest =
        new ShardTasks(Path.of("/" + "long-name".repeat(20)), 1_000_000, 100_000, List.of(1));

    assertThat(longest.name() + "-12345-99999").hasSizeLessThanOrEqualTo(63);
  }

  @ParameterizedTest
  @CsvSource({
    "'a b', sweeps, '', , --image",
    "'x\"', sweeps, '', , --image",
    "headroom, Sweeps, '', , --claim",
    "headroom, '', '', , --claim",
    "headroom, sweeps, /absolute, , --claim-path",
    "headroom, sweeps, a/../../b, , --claim-path",
    "headroom, sweeps, '', Team, --namespace"
  })
  void shouldRefuseNamesThatKubernetesRefuses(
      String image, String claim, String path, String namespace, String option) {
    assertThatThrownBy(
            () -> new KubernetesJob.Place(image, claim, path, Optional.ofNullable(namespace)))
        .isInstanceOf(SweepException.class)
        .hasMessageStartingWith(option + " ");
  }
}
