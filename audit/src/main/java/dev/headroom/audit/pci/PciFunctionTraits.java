package dev.headroom.audit.pci;

import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.pci.PciKeys;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Kind of a PCI function, and the bandwidth of its link. */
public final class PciFunctionTraits {
  private static final String NVIDIA = "10de";
  private static final String AMD = "1002";
  private static final String MELLANOX = "15b3";

  /** Class codes of display and 3D controllers, and of processing accelerators. */
  private static final List<String> GPU_CODES = List.of("0x0302", "0x0300", "0x0380", "0x1200");

  /** Class codes of Ethernet, InfiniBand, fabric and other network controllers. */
  private static final List<String> NETWORK_CODES = List.of("0x0200", "0x0207", "0x0208", "0x0280");

  /**
   * What the PCI ID list calls cards of other makers that do RDMA: Broadcom's Thor, Intel's E800,
   * AMD's Pensando, Chelsio's T5 and T6, Marvell's FastLinQ, Cornelis' Omni-Path, HiSilicon's, and
   * those of clouds. The controllers that manage a card are none.
   */
  private static final Pattern DOES_RDMA =
      Pattern.compile(
          "connectx|bluefield|bcm57[567]|elastic (fabric|rdma)|\\be8[13]0\\b|pensando (?!.*management)"
              + "|chelsio.*unified wire ethernet|fastlinq ql4|omni-path|rdma network controller");

  private static final Pattern MLX4 =
      Pattern.compile("ConnectX-[23]\\b|\\bMT2(?:[56]\\d{3}|75[02]0)\\b");
  private static final Pattern KEEPS_ORDER =
      Pattern.compile("Xeon E[57] v[34]\\b.*PCI Express Root Port");

  private PciFunctionTraits() {}

  /** A GPU that computes: not the little one of a management controller. */
  public static boolean isGpu(PciDevice device) {
    String kind = lower(value(device, PciKeys.CLASS));
    boolean display =
        kind.contains("3d controller")
            || kind.contains("vga")
            || kind.contains("display")
            || kind.contains("processing accelerator")
            || hasCode(device, GPU_CODES);
    return display && (madeBy(device, NVIDIA, "nvidia") || madeBy(device, AMD, "amd/ati"));
  }

  /**
   * A NIC of a family that does RDMA, by its maker or name; a virtual function of one is one too.
   */
  static boolean isRdmaNic(PciDevice device) {
    String kind = lower(value(device, PciKeys.CLASS));
    boolean net =
        kind.contains("ethernet")
            || kind.contains("infiniband")
            || kind.contains("network")
            || kind.contains("fabric controller")
            || hasCode(device, NETWORK_CODES);
    return net
        && (madeBy(device, MELLANOX, "mellanox")
            || DOES_RDMA.matcher(lower(value(device, PciKeys.NAME))).find());
  }

  /**
   * An endpoint of which nothing says what it is, and whose registers somebody asked for by its
   * address. A port of a bridge tells by what it can report of its link.
   */
  static boolean isNameless(PciDevice device) {
    return device.facts().value(device.subject(), PciKeys.ASKED).isPresent()
        && !device.kind().isReported()
        && !device.facts().text(device.subject(), PciKeys.CLASS_CODE).isReported()
        && Stream.of("express.LnkCap.LLActRep", "express.LnkSta.DLActive", "express.LnkSta.BWMgmt")
            .noneMatch(key -> device.facts().flag(device.subject(), key).equalTo(true));
  }

  /**
   * A ConnectX-3 or older: the driver mlx4 asks for relaxed ordering of nothing, and cards answer
   * that by a bit that stays zero (PCI Express Base Specification 6.0, 7.5.3.4).
   */
  static boolean ignoresRelaxedOrdering(PciDevice device) {
    return device.driver().matches(driver -> driver.startsWith("mlx4"))
        || device.name().matches(name -> MLX4.matcher(name).find());
  }

  /**
   * A root port for which the kernel switches relaxed ordering off below it, since its credits run
   * out with it: those of Xeon E5 and E7 v3 and v4 (drivers/pci/quirks.c,
   * quirk_relaxedordering_disable).
   */
  static boolean disablesRelaxedOrdering(PciDevice bridge) {
    return bridge.name().matches(name -> KEEPS_ORDER.matcher(name).find());
  }

  /**
   * A bridge of an EPYC 7002 or 7003, whose root complex is slow with writes in strict order
   * (openucx/ucx#8062).
   */
  public static boolean isSlowWithStrictOrdering(PciDevice bridge) {
    return bridge.name().matches(name -> name.contains("Starship/Matisse"));
  }

  public static boolean isVirtual(PciDevice device) {
    return device.name().matches(name -> name.contains("Virtual Function"));
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

  private static boolean hasCode(PciDevice device, List<String> beginnings) {
    String code = value(device, PciKeys.CLASS_CODE);
    return beginnings.stream().anyMatch(code::startsWith);
  }

  private static boolean madeBy(PciDevice device, String id, String word) {
    return value(device, PciKeys.VENDOR_ID).equals(id)
        || lower(value(device, PciKeys.NAME)).contains(word);
  }

  /** A value as text; blank where nothing says it. */
  private static String value(PciDevice device, String key) {
    return device.facts().value(device.subject(), key).orElse("");
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
