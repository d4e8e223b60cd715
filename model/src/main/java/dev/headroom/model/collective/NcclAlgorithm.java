package dev.headroom.model.collective;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** NCCL's algorithms, in the order in which NCCL evaluates them; of equals it takes the first. */
public enum NcclAlgorithm {
  /** A double binary tree over the servers, a chain within each. */
  TREE("tree", "Tree"),
  RING("ring", "Ring"),
  /** In-network reduction by the switches; every GPU sends to its own NIC. */
  COLLNET_DIRECT("collnet-direct", "CollNetDirect"),
  /** In-network reduction by the switches; a chain of GPUs before each NIC. */
  COLLNET_CHAIN("collnet-chain", "CollNetChain"),
  /** Reduction by the NVLink switch, over several servers with that of the network. */
  NVLS("nvls", "NVLS"),
  /** Reduction by the NVLink switch within servers, a double binary tree over them. */
  NVLS_TREE("nvls-tree", "NVLSTree"),
  /** Parallel aggregated trees, for one GPU a server. */
  PAT("pat", "PAT");

  private final String word;
  private final String ncclName;

  NcclAlgorithm(String word, String ncclName) {
    this.word = word;
    this.ncclName = ncclName;
  }

  /** As commands and files name it. */
  public String word() {
    return word;
  }

  /** As {@code NCCL_ALGO} and NCCL's log name it. */
  public String ncclName() {
    return ncclName;
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(NcclAlgorithm::word).toList();
  }

  public static Optional<NcclAlgorithm> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Whether switches of the network take part in the reduction. */
  public boolean isCollNet() {
    return this == COLLNET_DIRECT || this == COLLNET_CHAIN;
  }

  /** Whether the NVLink switch takes part in the reduction. */
  public boolean isNvls() {
    return this == NVLS || this == NVLS_TREE;
  }
}
