package dev.headroom.audit.nccl;

import java.util.regex.Pattern;

/**
 * Stage that a job reached, by the log lines that appear once it is reached. A log that breaks off
 * before a point, or begins after it, does not say that nothing went wrong at that point.
 *
 * <p>Words are NCCL's and RCCL's own.
 */
enum JobStage {
  /** CUDA answered, so that ranks know their devices. */
  DEVICES_KNOWN("\\bcudaDev \\d", "a rank's line with cudaDev"),
  /** A network of some kind was chosen. */
  NETWORK_CHOSEN("Using network |NET/(?!Plugin)\\w+\\s*: Using", "the line 'Using network'"),
  /** RDMA devices were opened. */
  RDMA_FOUND(
      "NET/(?!Socket|Plugin|IB : No)\\w+\\s*: Using|Using network (?!Socket)|via NET/(?!Socket)",
      "the line 'NET/IB : Using'"),
  /** The links between parts of the machine were drawn. */
  GRAPH_DRAWN("PCI\\[\\d", "NCCL's graph (NCCL_DEBUG_SUBSYS=INIT,GRAPH)"),
  /** Queue pairs have their addresses, or the link is InfiniBand and needs none. */
  ADDRESSED(
      "GID \\d+ \\(|LID: \\d+, GID:|mlx\\w+:\\d+/IB\\b",
      "the lines with GIDs (NCCL_DEBUG_SUBSYS=INIT,NET)"),
  /** GPU memory is registered. */
  GPU_MEMORY_REGISTERED("\\(DMABUF\\) [Ee]nabled|via NET/\\S*/GDRDMA", "the channel lines"),
  /** A communicator is there. */
  INITIALIZED("Init COMPLETE", "the line 'Init COMPLETE'"),
  /** Ranks reached each other. */
  CONNECTED("Connected all (rings|trees)|Connected NVLS", "the line 'Connected all rings'"),
  /** The communicator was taken down in order. */
  ENDED("Destroy COMPLETE", "the end of the job ('Destroy COMPLETE')");

  private final Pattern sign;
  private final String shown;

  JobStage(String sign, String shown) {
    this.sign = Pattern.compile(sign);
    this.shown = shown;
  }

  /** Which line tells it. */
  Pattern sign() {
    return sign;
  }

  /** What of a log is asked for where what was read does not tell it. */
  String requestedInput() {
    return "a log of the job with " + shown + ", or an error before it";
  }
}
