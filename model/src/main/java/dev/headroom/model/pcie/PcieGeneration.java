package dev.headroom.model.pcie;

import java.util.Arrays;

/**
 * Generation of PCI Express: signalling of one lane in one direction (PCI Express Base
 * Specification 6.0, section 4.2).
 */
public enum PcieGeneration {
  /** 8b/10b symbols. */
  GEN1(1, 2_500_000_000L, 8.0 / 10, 19),
  GEN2(2, 5_000_000_000L, 8.0 / 10, 70),
  /** Scrambled blocks, 128b/130b. */
  GEN3(3, 8_000_000_000L, 128.0 / 130, 115),
  GEN4(4, 16_000_000_000L, 128.0 / 130, 115),
  GEN5(5, 32_000_000_000L, 128.0 / 130, 115),
  /** Four levels a symbol (PAM4), in flits under forward error correction. */
  GEN6(6, 64_000_000_000L, 242.0 / 256, 115);

  private final int number;
  private final long transfersPerSecond;
  private final double encoding;
  private final int internalDelay;

  PcieGeneration(int number, long transfersPerSecond, double encoding, int internalDelay) {
    this.number = number;
    this.transfersPerSecond = transfersPerSecond;
    this.encoding = encoding;
    this.internalDelay = internalDelay;
  }

  /** 1 to 6. */
  public int number() {
    return number;
  }

  /** Bits a second that one lane signals, before any coding. */
  public long transfersPerSecond() {
    return transfersPerSecond;
  }

  /**
   * Share of them that carries bytes of the data link layer. Of generation 6 all of a flit but CRC
   * and forward error correction: 242 of 256 bytes.
   */
  public double encoding() {
    return encoding;
  }

  /** Symbol times a receiver may take inside before it acknowledges: section 3.6.3, by rate. */
  int internalDelay() {
    return internalDelay;
  }

  /**
   * The generation of this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PcieGeneration of(int number) {
    return Arrays.stream(values())
        .filter(each -> each.number == number)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("PCIe generation " + number + "; use 1 to 6"));
  }

  @Override
  public String toString() {
    return "Gen" + number;
  }
}
