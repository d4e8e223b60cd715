package dev.headroom.model.flow;

import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;

/** Cost of NCCL's copies between a GPU and host memory, where NICs cannot reach the GPU. */
public final class HostCopies {
  private static final int LANES = 16;
  private static final int MAX_PAYLOAD = 256;
  private static final int MAX_READ_REQUEST = 512;
  private static final int PIECE = 4096;

  private HostCopies() {}

  /**
   * Picoseconds a byte over PCIe x16 of a GPU's generation with the MPS that servers mostly set: 52
   * GB/s with Gen5.
   */
  public static double psPerByte(dev.headroom.model.collective.GpuGeneration gpu) {
    PcieGeneration generation =
        switch (gpu) {
          case VOLTA -> PcieGeneration.GEN3;
          case AMPERE -> PcieGeneration.GEN4;
          case HOPPER, BLACKWELL, CDNA3 -> PcieGeneration.GEN5;
        };
    PcieLink link = PcieLink.of(generation, LANES, MAX_PAYLOAD, MAX_READ_REQUEST);
    return link.writeBytes(PIECE) * 8e12 / link.tlpBps() / PIECE;
  }
}
