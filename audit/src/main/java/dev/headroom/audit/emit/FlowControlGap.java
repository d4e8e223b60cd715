package dev.headroom.audit.emit;

/**
 * Port that has flow control for RDMA's class before a plan and lacks it in between.
 *
 * @param device whose port it is
 * @param port as the device names it
 * @param from the number of the step that ends it
 * @param to the number of the step that brings it back; 0 if none does
 * @param reason what the two ends of the link do meanwhile
 */
public record FlowControlGap(String device, String port, int from, int to, String reason) {
  /** In one sentence. */
  public String text() {
    return "%s %s has no flow control for RDMA's class from step %d %s: %s"
        .formatted(
            device,
            port,
            from,
            to == 0 ? "on, and no step brings it back" : "to step " + to,
            reason);
  }
}
