package dev.headroom.model.stack;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Library or framework whose processes send over the network. */
public enum SoftwareStack {
  NCCL("nccl", "NCCL"),
  RCCL("rccl", "RCCL"),
  UCX("ucx", "UCX"),
  LIBFABRIC("libfabric", "libfabric"),
  NVSHMEM("nvshmem", "NVSHMEM"),
  OPENMPI("openmpi", "Open MPI"),
  MPICH("mpich", "MPICH"),
  PYTORCH("pytorch", "PyTorch"),
  TENSORFLOW("tensorflow", "TensorFlow");

  private final String word;
  private final String title;

  SoftwareStack(String word, String title) {
    this.word = word;
    this.title = title;
  }

  /** As commands name it. */
  public String word() {
    return word;
  }

  /** As its makers do. */
  public String title() {
    return title;
  }

  /** This one, and the one below that moves its data between hosts. */
  public List<SoftwareStack> chain() {
    return switch (this) {
      case OPENMPI, MPICH -> List.of(this, UCX);
      case PYTORCH, TENSORFLOW -> List.of(this, NCCL);
      case NCCL, RCCL, UCX, LIBFABRIC, NVSHMEM -> List.of(this);
    };
  }

  public static Optional<SoftwareStack> named(String word) {
    return Arrays.stream(values()).filter(stack -> stack.word.equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(SoftwareStack::word).toList();
  }
}
