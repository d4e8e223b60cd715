package dev.headroom.app.engine;

import dev.headroom.app.process.VersionProvider;
import dev.headroom.model.text.BadInputException;
import dev.headroom.tune.engine.KubernetesJob;
import dev.headroom.tune.engine.ShardTasks;
import dev.headroom.tune.engine.TaskLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a sweep on Kubernetes. */
final class KubernetesArguments {
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

  /** Names of the options that the user gives. */
  List<String> given() {
    List<String> given = new ArrayList<>();
    if (image != null) {
      given.add("--image");
    }
    if (claim != null) {
      given.add("--claim");
    }
    if (!claimPath.isEmpty()) {
      given.add("--claim-path");
    }
    if (namespace != null) {
      given.add("--namespace");
    }
    return given;
  }

  KubernetesJob job(ShardTasks tasks, TaskLimits limits) {
    if (claim == null) {
      throw new BadInputException(
          "--on kubernetes needs --claim NAME, the volume claim with the folder of the sweep; "
              + "'kubectl get pvc' lists claims");
    }
    return new KubernetesJob(
        tasks,
        limits,
        new KubernetesJob.Place(
            image == null ? "headroom:" + VersionProvider.number() : image,
            claim,
            claimPath,
            Optional.ofNullable(namespace)));
  }
}
