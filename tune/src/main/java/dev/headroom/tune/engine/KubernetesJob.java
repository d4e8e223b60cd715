package dev.headroom.tune.engine;

import dev.headroom.model.text.ShellQuoting;
import dev.headroom.tune.sweep.SweepException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Indexed job of Kubernetes: index 0 runs shard 1, and so on. A pod that starts again runs only
 * what is missing.
 *
 * <p>Fields are those of {@code batch/v1}. Kubernetes refuses a {@code backoffLimitPerIndex}
 * without {@code Indexed} and {@code restartPolicy: Never}, and needs 1.33 for it, or 1.29 as a
 * beta.
 */
public record KubernetesJob(ShardTasks tasks, TaskLimits limits, Place place) {
  /** Manifest with places for java.util.Formatter, a resource beside this class. */
  private static final String TEMPLATE = template();

  /** File of the manifest, relative to the sweep's folder. */
  private static final String MANIFEST = "kubernetes/job.yaml";

  /** Where the pods see the volume. */
  private static final String MOUNT = "/sweep";

  /** Pods of an indexed job that run at the same time, at most. */
  private static final int MOST_AT_ONCE = 100_000;

  private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";

  /**
   * Place of a job in a cluster.
   *
   * @param image of the program, whose entry in PATH is {@code headroom}
   * @param claim name of the volume claim that holds the sweep's folder
   * @param path of that folder in the volume; empty if it is the volume itself
   * @param namespace empty for the current one
   */
  public record Place(String image, String claim, String path, Optional<String> namespace) {
    public Place {
      if (!image.matches("[A-Za-z0-9][A-Za-z0-9._:/@-]*")) {
        throw new SweepException(
            "--image '%s': is not the name of an image, such as registry.example/headroom:0.1.0"
                .formatted(image));
      }
      if (!claim.matches(NAME)) {
        throw new SweepException(
            "--claim '%s': is not the name of a volume claim; use lower-case letters, digits and"
                    .formatted(claim)
                + " hyphens, as 'kubectl get pvc' lists it");
      }
      if (path.startsWith("/") || List.of(path.split("/", -1)).contains("..")) {
        throw new SweepException(
            "--claim-path '%s': is a path within the volume, such as sweeps/one, without .."
                .formatted(path));
      }
      if (namespace.isPresent() && !namespace.get().matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")) {
        throw new SweepException(
            "--namespace '%s': use lower-case letters, digits and hyphens"
                .formatted(namespace.get()));
      }
    }
  }

  public EngineStart start() {
    Path manifest = tasks.folder().resolve(MANIFEST);
    return new EngineStart(
        Optional.of(new EngineStart.InputFile(manifest, manifest())),
        // The job has a new name each time, which "apply" does not know.
        List.of("kubectl", "create", "-f", manifest.toString()),
        false,
        "tasks: kubectl get jobs,pods; rows so far: headroom sweep %s"
            .formatted(ShellQuoting.word(tasks.folder().toString())));
  }

  /** The manifest of the job. */
  public String manifest() {
    return TEMPLATE.formatted(
        tasks.name(),
        place.namespace().map(name -> "  namespace: \"" + name + "\"\n").orElse(""),
        tasks.count(),
        Math.min(limits.atOnce().orElse(tasks.count()), MOST_AT_ONCE),
        limits.restarts(),
        limits
            .time()
            .map(time ->
                "      # A pod that takes longer is stopped and started again.\n"
                    + "      activeDeadlineSeconds: "
                    + time.toSeconds()
                    + "\n")
            .orElse(""),
        place.image(),
        command().strip().indent(16).stripTrailing(),
        limits.memoryMib() * TaskLimits.HEAP_PERCENT / 100,
        limits.cpus(),
        limits.memoryMib(),
        MOUNT,
        place.claim());
  }

  /** What a pod runs, as a script for a shell. */
  public String command() {
    return """
    shard=$((JOB_COMPLETION_INDEX + 1))/%d
    [ "${FAILURES:-0}" = 0 ] && first='' || first=--after-crash
    %s
    [ "$code" -ne 1 ] || code=0 # trials that failed have rows that say so
    exit "$code"
    """
        .formatted(
            tasks.count(),
            ShardLoop.text(
                    tasks,
                    limits,
                    "headroom",
                    place.path().isEmpty() ? MOUNT : MOUNT + "/" + place.path(),
                    "$first")
                .strip());
  }

  private static String template() {
    try (InputStream in =
        Objects.requireNonNull(KubernetesJob.class.getResourceAsStream("job.yaml.format"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
