package dev.headroom.audit.host;

import dev.headroom.audit.Severity;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whose PCIe errors, or refused accesses to memory, a kernel's log tells of. */
final class PcieErrorLines {
  /**
   * The driver of a function, or pcieport of a bridge (Linux drivers/pci/pcie/aer.c,
   * drivers/iommu/amd/iommu.c).
   */
  private static final Pattern DRIVER =
      Pattern.compile(
          "([\\w-]+) [0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]: (?:(?:AER: )?PCIe Bus Error|AMD-Vi: Event logged)");

  private static final Pattern GPU_OR_NIC =
      Pattern.compile(
          "nvidia|amdgpu|mlx[45]_core|bnxt_en|ice|i40e|idpf|ionic|efa|ena|qede|cxgb4|hns3|vfio-pci|pci");

  private PcieErrorLines() {}

  /**
   * A wireless card's errors, or a disk's, cost RDMA nothing: a note, where each function that is
   * named has another driver than GPUs and NICs have. A bridge alone may have either below it.
   */
  static Severity severity(List<String> lines) {
    List<String> drivers =
        lines.stream()
            .flatMap(PcieErrorLines::driver)
            .filter(driver -> !driver.equals("pcieport"))
            .toList();
    boolean others =
        !drivers.isEmpty()
            && drivers.stream().noneMatch(driver -> GPU_OR_NIC.matcher(driver).matches());
    return others ? Severity.INFO : Severity.WARNING;
  }

  private static Stream<String> driver(String line) {
    Matcher named = DRIVER.matcher(line);
    return named.find() ? Stream.of(named.group(1)) : Stream.empty();
  }
}
