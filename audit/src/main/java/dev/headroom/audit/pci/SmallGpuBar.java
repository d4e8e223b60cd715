package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;

/**
 * Rule that reports a GPU with a small BAR, which exposes only a part of its memory to other
 * devices.
 */
final class SmallGpuBar extends PciRule {
  private static final long SMALL = 256L << 20;

  SmallGpuBar() {
    super(
        RuleInfo.warning("pcie.gpu-bar")
            .title("GPUs expose more than 256 MiB of their memory on PCIe")
            .inputs(LSPCI)
            .cause(
                "GPUDirect RDMA maps GPU memory through this window (BAR). With 256 MiB, "
                    + "registration fails, or is split into pieces.")
            .source("NVIDIA GPUDirect RDMA, BAR sizes"));
  }

  @Override
  protected void judge(HostFacts host, PciTopology board, FindingCollector to) {
    if (board.gpus().isEmpty()) {
      to.notApplicable(host.name(), "it has no GPU");
    }
    if (!board.hasRdma() && host.rdmaDevices().isEmpty()) {
      to.notApplicable(host.name(), "it has no RDMA NIC");
      return;
    }
    for (PciDevice gpu : board.gpus()) {
      ReportedValue<Long> window = window(host.facts(), gpu);
      if (isMissing(host, to, window)) {
        continue;
      }
      if (window.get() > SMALL) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              gpu.address(),
              "it exposes %d MiB of its memory".formatted(window.get() >> 20))
          .addEvidence(window.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "enable Above 4G Decoding and Resizable BAR in the BIOS; on cards with a "
                      + "display mode setting, select the mode without displays "
                      + "(displaymodeselector)"))
          .report();
    }
  }

  /** The larger of the two regions that makers use for it. */
  private static ReportedValue<Long> window(FactSet facts, PciDevice gpu) {
    ReportedValue<Long> largest = ReportedValue.unreported("the size of its memory regions (BARs)");
    for (int region = 0; region <= 4; region++) {
      ReportedValue<Long> size =
          facts.number(gpu.subject(), PciKeys.regionBytes(String.valueOf(region)));
      if (size.orElse(0L) > largest.orElse(0L)) {
        largest = size;
      }
    }
    return largest;
  }
}
