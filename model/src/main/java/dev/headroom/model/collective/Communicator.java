package dev.headroom.model.collective;

/**
 * GPUs of one communicator, as far as NCCL's choice depends on them.
 *
 * @param nodes servers, or NVLink domains where these span several; 1 or more
 * @param ranks GPUs in all, 2 or more, as many in each node
 * @param gpu of what generation all of them are
 * @param cpu of what make all servers' are
 * @param graphs what the search has found in each node
 * @param collNet whether switches of the network can reduce, and NCCL was told to let them ({@code
 *     NCCL_COLLNET_ENABLE=1})
 * @param release of NCCL; RCCL has one only
 */
public record Communicator(
    int nodes,
    int ranks,
    GpuGeneration gpu,
    CpuVendor cpu,
    ChannelGraphs graphs,
    boolean collNet,
    NcclRelease release) {
  public Communicator {
    if (nodes < 1 || ranks < 2 || ranks % nodes != 0) {
      throw new IllegalArgumentException(
          "%d ranks on %d nodes: use 2 ranks or more, and the same number on each node"
              .formatted(ranks, nodes));
    }
  }

  /** With NCCL 2.30.7. */
  public Communicator(
      int nodes,
      int ranks,
      GpuGeneration gpu,
      CpuVendor cpu,
      ChannelGraphs graphs,
      boolean collNet) {
    this(nodes, ranks, gpu, cpu, graphs, collNet, NcclRelease.V2_30_7);
  }

  /**
   * Whether a GPU reads over NVLink what another of its machine has put into its own memory for it,
   * instead of the other writing it there: A100 do, with Simple (NVIDIA/nccl, {@code
   * ncclTopoCheckP2p} of src/graph/paths.cc, from 2.7 on).
   */
  public boolean usesNvlinkReads() {
    return gpu == GpuGeneration.AMPERE && graphs.ring().intra() == PathClass.NVL;
  }

  /** The same GPUs with another release. */
  public Communicator by(NcclRelease other) {
    return new Communicator(nodes, ranks, gpu, cpu, graphs, collNet, other);
  }

  public int ranksPerNode() {
    return ranks / nodes;
  }

  /**
   * Channels that the communicator has: twice those of the ring's graph, and twice that again on
   * several servers of Hopper or newer whose rings are few and fast (connect.cc).
   */
  public int channels() {
    int channels = 2 * Math.min(graphs.ring().channels(), graphs.tree().channels());
    boolean few =
        gpu.library() == CollectiveLibrary.NCCL
            && gpu.compareTo(GpuGeneration.HOPPER) >= 0
            && nodes > 1
            && graphs.ring().intraGBps() > 45
            && channels < 16;
    return Math.min(64, few ? 2 * channels : channels);
  }
}
