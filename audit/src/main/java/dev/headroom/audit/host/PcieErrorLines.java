package dev.headroom.audit.host;

import dev.headroom.audit.Severity;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Devices of PCIe errors, or of rejected memory accesses, in a kernel log. */
final class PcieErrorLines {
  /**
   * The driver of a function, or pcieport of a bridge (Linux drivers/pci/pcie/aer.c,
   * drivers/iommu/amd/iommu.c).
   */
  private static final Pattern DRIVER =
      Pattern.compile(
          "([\\w-]+) ([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]): (?:(?:AER: )?PCIe Bus Error|AMD-Vi: Event logged)");

  /**
   * A function that is named by its address alone: the IOMMU has no driver of it at hand, or has
   * told of it too often (Linux drivers/iommu/amd/iommu.c, drivers/iommu/intel/dmar.c).
   */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:IO_PAGE_FAULT device=|Request device \\[)((?:[0-9a-f]{4}:)?(?:0x)?[0-9a-f]{2}:(?:0x)?[0-9a-f]{2}\\.[0-7])");

  private static final Pattern GPU_OR_NIC =
      Pattern.compile(
          "nvidia|amdgpu|mlx[45]_core|bnxt_en|ice|i40e|idpf|ionic|efa|ena|qede|cxgb4|hns3|vfio-pci|pci");

  /** A fatal error takes the link down, and all devices below it with it. */
  private static final Pattern FATAL =
      Pattern.compile("(?:Uncorrect(?:ed|able)) \\(Fatal\\)|AER: .*recovery failed");

  private PcieErrorLines() {}

  /**
   * A wireless card's errors, or a disk's, cost RDMA nothing: a note, where each function that is
   * named has another driver than GPUs and NICs have. A bridge alone may have either below it, and
   * so may an address of which neither another line nor the host says the driver. A fatal error of
   * a GPU, a NIC or a bridge is an error.
   */
  static Severity severity(HostFacts host, List<String> lines) {
    Map<String, String> drivers = new TreeMap<>();
    for (String line : lines) {
      Matcher named = DRIVER.matcher(line);
      if (named.find()) {
        drivers.put(named.group(2), named.group(1));
      }
    }
    for (String line : lines) {
      Matcher bare = ADDRESS.matcher(line);
      if (bare.find()) {
        drivers.computeIfAbsent(
            Subject.pciName(bare.group(1).replace("0x", "")), address -> driver(host, address));
      }
    }
    drivers.values().removeIf("pcieport"::equals);
    boolean others =
        !drivers.isEmpty()
            && drivers.values().stream()
                .noneMatch(driver -> driver.isEmpty() || GPU_OR_NIC.matcher(driver).matches());
    if (others) {
      return Severity.INFO;
    }
    return lines.stream().anyMatch(line -> FATAL.matcher(line).find())
        ? Severity.ERROR
        : Severity.WARNING;
  }

  /** Blank where the host does not say it. */
  private static String driver(HostFacts host, String address) {
    return host.pci().device(address).map(device -> device.driver().orElse("")).orElse("");
  }
}
