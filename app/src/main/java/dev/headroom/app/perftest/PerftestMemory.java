package dev.headroom.app.perftest;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Memory that perftest allocates its buffers from: the host's, unless a GPU is named. */
final class PerftestMemory {
  @Option(names = "--use_cuda", arity = "0..1", fallbackValue = "0")
  private @Nullable Integer cuda;

  @Option(names = "--use_cuda_bus_id")
  private @Nullable String bus;

  @Option(names = "--use_rocm")
  private @Nullable Integer rocm;

  @Option(names = {"--use_cuda_dmabuf", "--use_rocm_dmabuf"})
  private boolean dmabuf;

  /** The number of the GPU, if it is named by that. */
  Optional<Integer> gpu() {
    return Optional.ofNullable(cuda == null ? rocm : cuda);
  }

  /** The address of the GPU on its bus, if it is named by that. */
  Optional<String> bus() {
    return Optional.ofNullable(bus);
  }

  /** Whether it is one of AMD's. */
  boolean rocm() {
    return rocm != null;
  }

  /** Whether it is to be registered by DMA-BUF. */
  boolean dmabuf() {
    return dmabuf;
  }

  boolean isGpus() {
    return cuda != null || bus != null || rocm != null;
  }

  /** What is wrong with it, if anything. */
  Optional<String> errorMessage() {
    return Stream.of(cuda, bus, rocm).filter(Objects::nonNull).count() > 1
        ? Optional.of("use only one of --use_cuda, --use_cuda_bus_id and --use_rocm")
        : Optional.empty();
  }
}
