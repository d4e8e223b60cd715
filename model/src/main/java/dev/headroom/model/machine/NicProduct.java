package dev.headroom.model.machine;

import dev.headroom.unit.Rate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * NIC products with their port rate, their PCIe capabilities (NVIDIA's user manuals), and their
 * identifiers in tools (pci.ids, 15b3).
 */
public enum NicProduct {
  CONNECTX_5("connectx-5", 100, 3, "MT27800 Family [ConnectX-5]", 4119, "16.35.4030", "0000000008"),
  CONNECTX_5_EX(
      "connectx-5-ex", 100, 4, "MT28800 Family [ConnectX-5 Ex]", 4121, "16.35.4030", "0000000009"),
  CONNECTX_6("connectx-6", 200, 4, "MT28908 Family [ConnectX-6]", 4123, "20.43.2566", "0000000223"),
  CONNECTX_6_DX(
      "connectx-6-dx", 200, 4, "MT2892 Family [ConnectX-6 Dx]", 4125, "22.43.2566", "0000000359"),
  CONNECTX_7("connectx-7", 400, 5, "MT2910 Family [ConnectX-7]", 4129, "28.43.2566", "0000000838"),
  CONNECTX_8("connectx-8", 800, 6, "CX8 Family [ConnectX-8]", 4131, "40.45.1200", "0000001222"),
  BLUEFIELD_3(
      "bluefield-3",
      400,
      5,
      "MT43244 BlueField-3 integrated ConnectX-7 network controller",
      41692,
      "32.43.1014",
      "0000000884");

  /** Lanes of the PCIe slot that each has. */
  public static final int LANES = 16;

  /** Of those that rate and PCIe say, slowest first. */
  private static final List<NicProduct> BY_RATE =
      List.of(CONNECTX_5, CONNECTX_5_EX, CONNECTX_6, CONNECTX_7, CONNECTX_8);

  private final String model;
  private final int gbps;
  private final int pcieGeneration;
  private final String family;
  private final int part;
  private final String firmware;
  private final String board;

  NicProduct(
      String model,
      int gbps,
      int pcieGeneration,
      String family,
      int part,
      String firmware,
      String board) {
    this.model = model;
    this.gbps = gbps;
    this.pcieGeneration = pcieGeneration;
    this.family = family;
    this.part = part;
    this.firmware = firmware;
    this.board = "MT_" + board;
  }

  /** The first whose port is fast enough, or the fastest. */
  public static NicProduct of(Rate rate) {
    return of(rate, 1);
  }

  /**
   * The first whose port is fast enough and whose PCIe can this generation, or the fastest.
   *
   * @param pcieGeneration from 1
   */
  public static NicProduct of(Rate rate, int pcieGeneration) {
    return BY_RATE.stream()
        .filter(each -> rate.bps() <= each.portRate().bps())
        .filter(each -> pcieGeneration <= each.pcieGeneration)
        .findFirst()
        .orElse(CONNECTX_8);
  }

  /** The one that {@code hosts.nic.model} names; none for {@code any}. */
  public static Optional<NicProduct> named(String model) {
    return Stream.of(values()).filter(each -> each.model.equals(model)).findFirst();
  }

  /** As {@code hosts.nic.model} names it. */
  public String model() {
    return model;
  }

  /** The greatest rate of a port. */
  public Rate portRate() {
    return Rate.ofGbps(gbps);
  }

  /** Whether it has no InfiniBand: NVIDIA sells the Dx with Ethernet alone (its user manual). */
  public boolean isEthernetOnly() {
    return this == CONNECTX_6_DX;
  }

  /** Whether it has processors of its own beside those of a NIC. */
  public boolean isDpu() {
    return this == BLUEFIELD_3;
  }

  /** The greatest generation of PCIe that it can. */
  public int pcieGeneration() {
    return pcieGeneration;
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
