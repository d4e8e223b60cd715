package dev.headroom.model.flow;

import dev.headroom.model.collective.GpuGeneration;

/**
 * Cost of copying a GPU's own data to the result buffer. A thread block writes the data there
 * before it writes them to its neighbour, so that this adds to the time that the neighbour takes. A
 * copy reads and writes memory: all blocks together have half of its bandwidth for it.
 */
public final class LocalCopies {
  private LocalCopies() {}

  /** Picoseconds a byte, by the memory bandwidth of vendors' data sheets. */
  public static double psPerByte(GpuGeneration gpu) {
    double gigabytesPerSecond =
        switch (gpu) {
          case VOLTA -> 900; // V100 SXM2
          case AMPERE -> 1555; // A100 40GB
          case HOPPER -> 3350; // H100 SXM
          case BLACKWELL -> 8000; // B200
          case CDNA3 -> 5300; // MI300X
        };
    return 2 * 1000 / gigabytesPerSecond;
  }
}
