package dev.headroom.audit.host;

import dev.headroom.audit.pci.PciTopology;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.Gpu;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * GPUs that work only with the open kernel modules: Grace Hopper and Blackwell. Which modules run
 * is then known from the GPU's name. Source: NVIDIA, "NVIDIA Transitions Fully Towards Open-Source
 * GPU Kernel Modules" (the proprietary drivers are unsupported on these platforms).
 */
final class OpenModuleGpus {
  /** GH200, and not the chip GH100 of H100; GB100 to GB300; B200 and B300; by name. */
  private static final Pattern PRODUCT =
      Pattern.compile("\\bGH200\\b|\\bGB[1-3]\\d\\d\\b|\\bB[1-3]00\\b|\\bBlackwell\\b");

  private OpenModuleGpus() {}

  /** True with the line that names such a GPU; not said where there is none. */
  static ReportedValue<Boolean> of(HostFacts host) {
    return Stream.concat(
            host.gpus().stream().map(Gpu::product),
            PciTopology.of(host).gpus().stream().map(PciDevice::name))
        .filter(name -> name.matches(each -> PRODUCT.matcher(each).find()))
        .findFirst()
        .map(name -> name.map(_ -> true))
        .orElse(ReportedValue.unreported("the name of a GPU that needs the open kernel modules"));
  }
}
