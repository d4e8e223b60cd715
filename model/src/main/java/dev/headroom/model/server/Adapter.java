package dev.headroom.model.server;

import dev.headroom.model.unit.Rate;

/** NICs by the rate of their port, with the numbers by which tools know them (pci.ids, 15b3). */
public enum Adapter {
  CONNECTX_5(100, "MT27800 Family [ConnectX-5]", 4119, "16.35.4030", "MT_0000000008"),
  CONNECTX_6(200, "MT28908 Family [ConnectX-6]", 4123, "20.43.2566", "MT_0000000223"),
  CONNECTX_7(400, "MT2910 Family [ConnectX-7]", 4129, "28.43.2566", "MT_0000000838"),
  CONNECTX_8(800, "CX8 Family [ConnectX-8]", 4131, "40.45.1200", "MT_0000001222");

  private final int gbps;
  private final String family;
  private final int part;
  private final String firmware;
  private final String board;

  Adapter(int gbps, String family, int part, String firmware, String board) {
    this.gbps = gbps;
    this.family = family;
    this.part = part;
    this.firmware = firmware;
    this.board = board;
  }

  /** The first whose port is fast enough, or the fastest. */
  public static Adapter of(Rate rate) {
    for (Adapter each : values()) {
      if (rate.bps() <= each.gbps * 1_000_000_000L) {
        return each;
      }
    }
    return CONNECTX_8;
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
