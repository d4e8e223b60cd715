package dev.headroom.model.flow;

/**
 * NCCL's connections between two GPUs of different machines.
 *
 * @param queuePairs of each connection ({@code NCCL_IB_QPS_PER_CONNECTION}); messages take turns
 * @param split whether each message is split over all of them ({@code NCCL_IB_SPLIT_DATA_ON_QPS})
 * @param pxn whether messages to another rail leave by the NIC of that rail, next to another GPU
 */
public record NcclConnections(int queuePairs, boolean split, boolean pxn) {
  /** Flows that a message is. */
  public int parts() {
    return split ? queuePairs : 1;
  }
}
