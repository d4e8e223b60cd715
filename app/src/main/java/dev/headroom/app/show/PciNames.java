package dev.headroom.app.show;

import dev.headroom.model.collective.CpuVendor;
import dev.headroom.model.machine.Processor;

/**
 * Names that lspci prints for bridges: root ports by processor family, where one was published, and
 * PCIe switches.
 *
 * <p>Root ports, from published outputs of lspci and reports to linux-pci: 8086:6f02, 2030, 347a
 * and 352a, 1022:1483 and 14ab, 10de:22b2. Those of Turin and Granite Rapids were not found; they
 * are named for their maker. Switches: 1000:c010 at 16 GT/s in a DGX A100 (NVIDIA/nccl#1505), which
 * pci.ids has as PEX880xx; those above H100 and MI300X are PEX890xx, but for Lenovo's, where they
 * are in the NIC (lspci of an SD665-N V3).
 */
final class PciNames {
  private static final String AMD = "Advanced Micro Devices, Inc. [AMD] ";
  private static final String INTEL = "Intel Corporation ";

  private PciNames() {}

  static String ofRootPort(Processor of) {
    return switch (of) {
      case BROADWELL ->
          INTEL + "Xeon E7 v4/Xeon E5 v4/Xeon E3 v4/Xeon D PCI Express Root Port 1 (rev 01)";
      case SKYLAKE -> INTEL + "Sky Lake-E PCI Express Root Port A (rev 04)";
      case ICE_LAKE -> INTEL + "Device 347a (rev 04)";
      case SAPPHIRE_RAPIDS, EMERALD_RAPIDS -> INTEL + "Device 352a (rev 04)";
      case GRANITE_RAPIDS -> ofRootPort(CpuVendor.INTEL);
      case ROME, MILAN -> AMD + "Starship/Matisse GPP Bridge";
      case GENOA -> AMD + "Device 14ab (rev 01)";
      case TURIN -> ofRootPort(CpuVendor.AMD);
      case GRACE -> ofRootPort(CpuVendor.ARM);
    };
  }

  /** Where nothing says of which family it is. */
  static String ofRootPort(CpuVendor maker) {
    return switch (maker) {
      case INTEL -> INTEL + "PCI Express Root Port";
      case AMD -> AMD + "PCI Express Root Port";
      case ARM -> "NVIDIA Corporation Device 22b2";
    };
  }

  /**
   * A port of a switch.
   *
   * @param machine that it is in
   * @param isFourth whether it is of PCIe 4.0; else of 5.0
   */
  static String ofSwitch(String machine, boolean isFourth) {
    if (machine.equals("sd665n-h100")) {
      return "Mellanox Technologies MT2910 Family [ConnectX-7 PCIe Bridge]";
    }
    return isFourth
        ? "Broadcom / LSI PEX880xx PCIe Gen 4 Switch (rev b0)"
        : "Broadcom / LSI PEX890xx PCIe Gen 5 Switch (rev b0)";
  }
}
