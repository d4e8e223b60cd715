package dev.headroom.audit.pci;

import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.Locale;

/** What kind of thing a PCI function is, and what its link carries. */
public final class Parts {
  private static final String NVIDIA = "10de";
  private static final String AMD = "1002";
  private static final String MELLANOX = "15b3";

  private Parts() {}

  /** A GPU that computes: not the little one of a management controller. */
  public static boolean isGpu(PciDevice device) {
    String kind = lower(device.kind().orElse(""));
    boolean display =
        kind.contains("3d controller")
            || kind.contains("vga")
            || kind.contains("display")
            || kind.contains("processing accelerator")
            || code(device, "0x0302")
            || code(device, "0x0300")
            || code(device, "0x0380")
            || code(device, "0x1200");
    return display && (madeBy(device, NVIDIA, "nvidia") || madeBy(device, AMD, "amd/ati"));
  }

  /**
   * A NIC of a family that does RDMA, by its maker or name; a virtual function of one is one too.
   */
  public static boolean isRdmaNic(PciDevice device) {
    String kind = lower(device.kind().orElse(""));
    boolean net =
        kind.contains("ethernet")
            || kind.contains("infiniband")
            || kind.contains("network")
            || code(device, "0x0200")
            || code(device, "0x0207")
            || code(device, "0x0280");
    String name = lower(device.name().orElse(""));
    return net
        && (madeBy(device, MELLANOX, "mellanox")
            || name.contains("connectx")
            || name.contains("bluefield")
            || name.contains("bcm575")
            || name.contains("bcm576")
            || name.contains("elastic fabric")
            || name.contains("e810"));
  }

  public static boolean isVirtual(PciDevice device) {
    return device.name().is(name -> name.contains("Virtual Function"));
  }

  /** What its link carries, 10^9 bits a second after the line code; 0 if not known. */
  public static double gbps(PciDevice device) {
    return gbps(device.linkGts().orElse(0.0), device.linkWidth().orElse(0L));
  }

  /** 8b/10b up to 5 GT/s, 128b/130b to 32, 242 of 256 bytes of a flit at 64. */
  static double gbps(double gts, long lanes) {
    double share = gts <= 5 ? 0.8 : gts <= 32 ? 128.0 / 130 : 242.0 / 256;
    return gts * lanes * share;
  }

  private static boolean code(PciDevice device, String beginning) {
    return device
        .facts()
        .text(device.subject(), PciKeys.CLASS_CODE)
        .is(code -> code.startsWith(beginning));
  }

  private static boolean madeBy(PciDevice device, String id, String word) {
    return device.facts().text(device.subject(), PciKeys.VENDOR_ID).equalTo(id)
        || lower(device.name().orElse("")).contains(word);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
