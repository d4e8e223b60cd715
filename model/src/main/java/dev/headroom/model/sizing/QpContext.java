package dev.headroom.model.sizing;

import java.util.Locale;

/**
 * Queue pair context as a NIC's driver defines it: the hardware's state of one connection, without
 * its rings, which lie in host memory.
 *
 * <p>From the headers of the Linux kernel's drivers. What the hardware adds to it is not published.
 */
public enum QpContext {
  /** ConnectX-4 and later: {@code mlx5_ifc_qpc_bits}, 0x740 bits. */
  MLX5(232, "Linux include/linux/mlx5/mlx5_ifc.h: mlx5_ifc_qpc_bits, 0x740 bits"),
  /** NetXtreme-E. */
  BNXT_RE(448, "Linux drivers/infiniband/hw/bnxt_re: BNXT_QPLIB_MAX_QP_CTX_ENTRY_SIZE"),
  /** Intel E810. */
  IRDMA(256, "Linux drivers/infiniband/hw/irdma: IRDMA_QP_CTX_SIZE"),
  /** HiSilicon HIP08. */
  HNS_HIP08(256, "Linux drivers/infiniband/hw/hns: HNS_ROCE_V2_QPC_SZ"),
  /** HiSilicon HIP09. */
  HNS_HIP09(512, "Linux drivers/infiniband/hw/hns: HNS_ROCE_V3_QPC_SZ");

  private final int bytes;
  private final String source;

  QpContext(int bytes, String source) {
    this.bytes = bytes;
    this.source = source;
  }

  public int bytes() {
    return bytes;
  }

  /** File and constant. */
  public String source() {
    return source;
  }

  /** As options spell it: {@code mlx5}, {@code hns-hip09}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * By its word.
   *
   * @throws IllegalArgumentException if there is none; the message lists them
   */
  public static QpContext named(String word) {
    for (QpContext each : values()) {
      if (each.word().equals(word)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "nic is '%s'; it must be mlx5, bnxt-re, irdma, hns-hip08 or hns-hip09".formatted(word));
  }
}
