package dev.headroom.run.collective;

import dev.headroom.model.machine.Cluster;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Library that runs a collective, named as in {@code torch.distributed}. */
public enum CollectiveBackend {
  /** Of GPUs. */
  NCCL("nccl"),
  /** Of processes in host memory, one on each host. */
  GLOO("gloo");

  private final String word;

  CollectiveBackend(String word) {
    this.word = word;
  }

  /** As commands and files name it. */
  public String word() {
    return word;
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(CollectiveBackend::word).toList();
  }

  public static Optional<CollectiveBackend> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Who takes part, in a line. */
  public String where(Cluster cluster) {
    return switch (this) {
      case NCCL -> cluster.toString();
      case GLOO ->
          "%d processes on hosts with %s each"
              .formatted(cluster.machines(), cluster.machine().rails().nicRate());
    };
  }
}
