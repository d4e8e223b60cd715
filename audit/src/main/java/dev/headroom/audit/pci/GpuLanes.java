package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.Gpu;
import dev.headroom.formats.host.HostFacts;

/**
 * Rule that reports a GPU whose PCIe link has fewer lanes than it supports, by its driver. Where
 * lspci was read {@link LinkWidth} judges that. Speed is left alone: it falls at rest.
 */
final class GpuLanes extends HostRule {
  private static final String NEEDS =
      "nvidia-smi -q or --query-gpu=pcie.link.width.current,pcie.link.width.max; amd-smi static --bus and amd-smi metric --pcie";

  private static final String VIRTUALIZATION = "gpu_virtualization_mode.virtualization_mode";
  private static final String SEAT =
      "check with lspci -vvv how many lanes the slot above provides; reseat the card, check the "
          + "riser";
  private static final String GUEST =
      "compare with other virtual machines of this type: some are provided with half the lanes; "
          + "if others have more, ask the operator of the physical machine";

  GpuLanes() {
    super(
        RuleInfo.error("gpu.pcie-lanes")
            .title("GPUs use all of their PCIe lanes, as reported by their driver")
            .inputs(NEEDS)
            .cause(
                "Half the lanes give half the bandwidth to the host, to NICs and to drives. "
                    + "Candidates: a riser, dirty contacts or a bad lane. Unlike the speed, the "
                    + "width does not drop when the GPU is idle.")
            .source("PCI Express Base Specification 6.0, 7.5.3.8 (Link Status); nvidia-smi(1)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Gpu gpu : host.gpus()) {
      if (!gpu.linkWidth().isReported()
          || !gpu.linkMaxWidth().isReported()
          || isListed(host, gpu)) {
        continue;
      }
      any = true;
      long width = gpu.linkWidth().get();
      long could = gpu.linkMaxWidth().get();
      if (width >= could || width == 0) {
        to.pass();
        continue;
      }
      // Clouds let machines of which each GPU has half a slot: g4dn's T4 and g5's A10G do.
      boolean guest =
          gpu.text(VIRTUALIZATION).matches(mode -> mode.equalsIgnoreCase("Pass-Through"));
      boolean desk = gpu.product().matches(product -> product.contains("GeForce"));
      to.finding(
              host.name(),
              "GPU" + gpu.number(),
              "its PCIe link is x%d instead of x%d".formatted(width, could))
          // Cards for desks are made with fewer lanes than their chips have.
          .severity(desk ? Severity.INFO : guest ? Severity.WARNING : Severity.ERROR)
          .addEvidence(gpu.linkWidth().findEvidence().stream().toList())
          .addEvidence(gpu.linkMaxWidth().findEvidence().stream().toList())
          .fix(() -> Fix.advice(guest ? GUEST : SEAT))
          .report();
    }
    if (!any && !host.gpus().isEmpty() && PciTopology.of(host).isEmpty()) {
      to.missingInput(host.name(), NEEDS);
    } else if (!any) {
      to.notApplicable(host.name(), "it has no GPU, or lspci covers it");
    }
  }

  private static boolean isListed(HostFacts host, Gpu gpu) {
    return gpu.pci()
        .optional()
        .flatMap(host.pci()::device)
        .filter(device -> device.linkWidth().isReported() && device.linkMaxWidth().isReported())
        .isPresent();
  }
}
