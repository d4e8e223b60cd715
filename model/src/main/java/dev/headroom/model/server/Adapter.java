package dev.headroom.model.server;

import dev.headroom.model.pcie.Generation;
import dev.headroom.model.unit.Rate;

/**
 * NICs by the rate of their port and the generation of their PCIe link, which has 16 lanes, with
 * the numbers by which tools know them (pci.ids, 15b3; NVIDIA's user manuals of the cards).
 */
public enum Adapter {
  CONNECTX_5(
      100, Generation.GEN3, "MT27800 Family [ConnectX-5]", 4119, "16.35.4030", "MT_0000000008"),
  CONNECTX_5_EX(
      100, Generation.GEN4, "MT28800 Family [ConnectX-5 Ex]", 4121, "16.35.4030", "MT_0000000009"),
  CONNECTX_6(
      200, Generation.GEN4, "MT28908 Family [ConnectX-6]", 4123, "20.43.2566", "MT_0000000223"),
  CONNECTX_7(
      400, Generation.GEN5, "MT2910 Family [ConnectX-7]", 4129, "28.43.2566", "MT_0000000838"),
  CONNECTX_8(800, Generation.GEN6, "CX8 Family [ConnectX-8]", 4131, "40.45.1200", "MT_0000001222");

  /** Lanes of the link that each has. */
  public static final int LANES = 16;

  private final int gbps;
  private final Generation pcie;
  private final String family;
  private final int part;
  private final String firmware;
  private final String board;

  Adapter(int gbps, Generation pcie, String family, int part, String firmware, String board) {
    this.gbps = gbps;
    this.pcie = pcie;
    this.family = family;
    this.part = part;
    this.firmware = firmware;
    this.board = board;
  }

  /** The first whose port is fast enough, or the fastest. */
  public static Adapter of(Rate rate) {
    return of(rate, Generation.GEN1);
  }

  /** The first whose port and PCIe link are fast enough, or the fastest. */
  public static Adapter of(Rate rate, Generation pcie) {
    for (Adapter each : values()) {
      if (rate.bps() <= each.gbps * 1_000_000_000L && pcie.compareTo(each.pcie) <= 0) {
        return each;
      }
    }
    return CONNECTX_8;
  }

  /** The fastest that its PCIe link can be. */
  public Generation pcie() {
    return pcie;
  }

  /** As lspci names it. */
  public String family() {
    return family;
  }

  /** PCI device number, which ibstat prints behind MT. */
  public int part() {
    return part;
  }

  public String firmware() {
    return firmware;
  }

  /** PSID. */
  public String board() {
    return board;
  }
}
