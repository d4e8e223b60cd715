package dev.headroom.model.stack;

import java.util.List;

/**
 * Setting of a stack, independent of its variable's name: a knob of Headroom, several knobs that
 * make one value, or a property of the server.
 */
public enum StackTopic {
  TRANSPORT("transport of messages", "transport.type"),
  TRAFFIC_CLASS("traffic class", "transport.dscp", "transport.class"),
  SERVICE_LEVEL("service level, or priority without DSCP", "transport.class"),
  DEVICES("NICs to use"),
  GID_INDEX("GID index"),
  ADDRESS_FAMILY("address family of the GID"),
  ROCE_VERSION("version of RoCE", "transport.type"),
  PATH_MTU("path MTU", "transport.mtu"),
  ACK_TIMEOUT("ACK timeout", "transport.ackTimeout"),
  RETRIES("retries", "transport.retryCount"),
  RNR_TIMER("RNR timer", "transport.rnrTimer"),
  RNR_RETRIES("RNR retries", "transport.rnrRetry"),
  QUEUE_PAIRS("queue pairs of a connection", "workload.queuePairs"),
  SPLIT("messages split over queue pairs", "workload.splitData"),
  SEND_QUEUE("length of the send queue", "transport.outstanding"),
  READS("outstanding READs", "transport.outstandingReads"),
  INLINE("inline data", "hosts.nic.inline"),
  ADAPTIVE_ROUTING("adaptive routing", "routing.algorithm"),
  RELAXED_ORDERING("relaxed ordering", "hosts.pcie.relaxedOrdering"),
  GPU_DIRECT("GPUDirect", "workload.gpuDirect", "hosts.memory.place"),
  GPU_DIRECT_LEVEL(
      "maximum distance for GPUDirect", "workload.gpuDirectLevel", "workload.gpuDirect"),
  DMA_BUF("DMA-BUF"),
  REGISTRATION("registration cache", "hosts.memory.registration"),
  REGISTRATIONS("entries of that cache", "hosts.memory.registrations"),
  PINNING("unpinned memory", "hosts.memory.registration"),
  INTERFACE("interface of sockets and bootstrap"),
  SOCKET_THREADS("threads and sockets of a connection"),
  EAGER("eager limit", "workload.eagerLimit"),
  ALGORITHM("algorithm", "workload.algorithm"),
  PROTOCOL("protocol", "workload.protocol"),
  CHANNELS("channels", "workload.channels"),
  THREADS("threads of a channel"),
  BUFFER("buffer of a connection", "workload.buffer"),
  NVLS("reduction by NVLink switches", "workload.nvls"),
  NVLS_CHUNK("chunk of NVLS", "workload.nvlsChunk"),
  NVLS_TREE_CHUNK("chunk of NVLSTree", "workload.nvlsTreeChunk"),
  SHARP("reduction by network switches", "workload.sharp"),
  PXN("use of the NIC next to another GPU", "workload.pxn"),
  CROSS_NIC("rings across NICs", "workload.crossNic"),
  PEERS("direct traffic between GPUs", "workload.peerLevel");

  private static final String BETWEEN = ", ";

  private final String words;
  private final String knobs;

  StackTopic(String words, String... knobs) {
    this.words = words;
    this.knobs = String.join(BETWEEN, knobs);
  }

  /** For a table. */
  public String words() {
    return words;
  }

  /** The knobs that say it; none where it follows from the server, or is not modelled. */
  public List<String> knobs() {
    return knobs.isEmpty() ? List.of() : List.of(knobs.split(BETWEEN, -1));
  }

  /** The knobs, or where there are none the words. */
  public String title() {
    return knobs.isEmpty() ? words : knobs;
  }
}
