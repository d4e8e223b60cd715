package dev.headroom.audit.pci;

import dev.headroom.formats.host.Gpu;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.regex.Pattern;

/**
 * GPU connected to its processor by NVLink-C2C, as in GH200, GB200 and GB300. Its memory is a NUMA
 * node of its own, and the NICs are connected to the processor. No switch of PCIe could bring one
 * nearer, and by C2C they reach it at full rate (NCCL environment variables, NCCL_NET_GDR_C2C).
 */
public final class GraceGpu {
  private static final Pattern PRODUCT = Pattern.compile("\\bG[HB][23]00\\b");

  private GraceGpu() {}

  public static boolean is(Gpu gpu) {
    return gpu.facts().number(gpu.subject(), "numa.own").matches(node -> node >= 0)
        || gpu.product().matches(name -> PRODUCT.matcher(name).find());
  }

  static boolean hasGraceGpu(HostFacts host) {
    return host.gpus().stream().anyMatch(GraceGpu::is)
        || PciTopology.of(host).gpus().stream().anyMatch(GraceGpu::names);
  }

  private static boolean names(PciDevice gpu) {
    return gpu.name().matches(name -> PRODUCT.matcher(name).find());
  }
}
