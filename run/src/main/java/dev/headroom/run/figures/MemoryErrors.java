package dev.headroom.run.figures;

import java.util.Arrays;
import java.util.Optional;

/**
 * Queue pair errors after memory that a NIC may not access, as verbs number them ({@code enum
 * ibv_wc_status} of rdma-core), with mlx5's syndrome from published logs: 0x51 with a local
 * protection error (openucx/ucx#7774, linux-rdma/perftest#173), 0x88 with a remote access error and
 * 0x89 with a remote operation error (openucx/ucx#5472).
 */
public enum MemoryErrors {
  LOCAL_PROTECTION("IBV_WC_LOC_PROT_ERR", 4, 0x51),
  REMOTE_ACCESS("IBV_WC_REM_ACCESS_ERR", 10, 0x88),
  REMOTE_OPERATION("IBV_WC_REM_OP_ERR", 11, 0x89);

  private final String status;
  private final int number;
  private final int syndrome;

  MemoryErrors(String status, int number, int syndrome) {
    this.status = status;
    this.number = number;
    this.syndrome = syndrome;
  }

  /** That which a flow failed with; empty: with something else. */
  static Optional<MemoryErrors> of(String failure) {
    return Arrays.stream(values()).filter(each -> failure.contains(each.status)).findFirst();
  }

  /** What to do about it, as a sentence after what happened. */
  public static String remedy(String failure) {
    if (of(failure).isEmpty()) {
      return "";
    }
    return failure.contains("no longer")
        ? " Keep a region registered until all work requests that use it have completed."
        : " Register the memory before use, which pins it (ibv_reg_mr), or use on-demand "
            + "paging (IBV_ACCESS_ON_DEMAND).";
  }

  String status() {
    return status;
  }

  int number() {
    return number;
  }

  int syndrome() {
    return syndrome;
  }
}
