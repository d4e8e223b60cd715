package dev.headroom.audit.pci;

import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.pci.PciKeys;
import java.util.regex.Pattern;

/**
 * GPU without its own memory, which shares the processor's, as in DGX Spark (GB10). NICs reach that
 * memory as any other: GPUDirect RDMA is not made for it, and its absence is no fault (NVIDIA, DGX
 * Spark GPUDirect RDMA, developer forum 348787).
 */
public final class SharedMemoryGpu {
  public static final String WHY =
      "its GPU shares the CPU's memory (GB10), which does not use GPUDirect RDMA";

  /** GB100 is another one. */
  private static final Pattern CHIP = Pattern.compile("\\bGB10\\b");

  private final boolean isThere;

  private SharedMemoryGpu(HostFacts host) {
    isThere =
        host.gpus().stream().anyMatch(gpu -> gpu.product().matches(SharedMemoryGpu::names))
            || PciTopology.of(host).all().stream()
                .flatMap(each -> host.facts().value(each.subject(), PciKeys.NAME).stream())
                .anyMatch(SharedMemoryGpu::names)
            || host.facts().subjects(SubjectKind.RANK).stream()
                .anyMatch(
                    rank -> host.facts().text(rank, "device").matches(SharedMemoryGpu::names));
  }

  public static boolean hasSharedMemoryGpu(HostFacts host) {
    return host.view(SharedMemoryGpu.class, SharedMemoryGpu::new).isThere;
  }

  private static boolean names(String product) {
    return product.contains("GB10") && CHIP.matcher(product).find();
  }
}
