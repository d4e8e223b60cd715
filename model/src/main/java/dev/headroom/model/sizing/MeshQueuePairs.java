package dev.headroom.model.sizing;

/**
 * Queue pairs of a host that is connected to all others, and the state that its NIC keeps for them.
 *
 * <pre>
 *   QPs = processes * (hosts - 1) * remote processes * QPs per connection
 * </pre>
 *
 * Contexts as drivers hand them to the NICs of the mlx5 family ({@code
 * include/linux/mlx5/mlx5_ifc.h}): 232 B a QP, 64 B a CQ. What a NIC keeps beside them is not
 * public. Example: 8 processes on each of 128 hosts, each with each: 8,128 QPs, 1.9 MB.
 *
 * @param hosts 2 or more
 * @param processes on each host, 1 or more
 * @param remotes processes of another host that each is connected to, 1 or more
 * @param perConnection QPs of a connection, 1 or more
 */
public record MeshQueuePairs(int hosts, int processes, int remotes, int perConnection) {
  /** {@code mlx5_ifc_qpc_bits}: 0x740 bits. */
  public static final int QP_CONTEXT_BYTES = 0x740 / 8;

  /** {@code mlx5_ifc_cqc_bits}: 0x200 bits. */
  public static final int CQ_CONTEXT_BYTES = 0x200 / 8;

  /** A basic block of a work queue, and a completion. */
  public static final int WQE_BYTES = 64;

  public MeshQueuePairs {
    ArgumentChecks.within("hosts", hosts, 2, 10_000_000);
    ArgumentChecks.within("processes", processes, 1, 100_000);
    ArgumentChecks.within("remote processes", remotes, 1, 100_000);
    ArgumentChecks.within("QPs per connection", perConnection, 1, 128);
  }

  /** Queue pairs on one host. */
  public long perHost() {
    return (long) processes * (hosts - 1) * remotes * perConnection;
  }

  /** Bytes of their contexts. */
  public long contextBytes() {
    return perHost() * QP_CONTEXT_BYTES;
  }

  /** Bytes of host memory for send and receive queues of this many entries each. */
  public long queueBytes(int depth) {
    ArgumentChecks.within("the depth", depth, 1, 1 << 20);
    return perHost() * 2L * depth * WQE_BYTES;
  }

  /** Bytes of contexts of datagram endpoints instead: one a process and QP of a connection. */
  public long datagramContextBytes() {
    return (long) processes * perConnection * QP_CONTEXT_BYTES;
  }
}
