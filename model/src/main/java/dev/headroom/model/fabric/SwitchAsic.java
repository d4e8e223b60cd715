package dev.headroom.model.fabric;

/**
 * NVIDIA's switch chips with their headroom parameters: {@code platform/mellanox/asic_table.j2} of
 * sonic-buildimage. All of them hold 0.8 KiB in the MAC and PHY.
 */
public enum SwitchAsic {
  SPECTRUM1(96, 19),
  SPECTRUM2(144, 19),
  SPECTRUM3(144, 19),
  SPECTRUM4(192, 19),
  SPECTRUM5(192, 19),
  SPECTRUM6(256, 42);

  /** 0.8 KiB. */
  static final double MAC_PHY_BYTES = 0.8 * 1024;

  /** What a peer is taken to send before it reacts, at rates that have no quanta of their own. */
  static final double DEFAULT_RESPONSE_BYTES = 3.8 * 1024;

  private final int cellBytes;
  private final int pipelineKib;

  SwitchAsic(int cellBytes, int pipelineKib) {
    this.cellBytes = cellBytes;
    this.pipelineKib = pipelineKib;
  }

  /** The buffer is given out in cells of this size. */
  public int cellBytes() {
    return cellBytes;
  }

  /** What may leave before a resumed sender's bytes are there: the XON of a profile, in bytes. */
  public long pipelineBytes() {
    return pipelineKib * 1024L;
  }

  /** Bytes on the way between port and buffer at this rate; chips made of tiles only. */
  double tileBytes(double gbps) {
    return this == SPECTRUM4 || this == SPECTRUM5 ? gbps * 15 : 0;
  }

  /** Added to XOFF for the chip's own accounting, in bytes. */
  long accountingBytes() {
    return this == SPECTRUM6 ? 18 * 1024 : 0;
  }
}
