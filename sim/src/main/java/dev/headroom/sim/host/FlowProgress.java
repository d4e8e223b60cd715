package dev.headroom.sim.host;

/**
 * Progress of a flow that has not been completed.
 *
 * @param acknowledgedBytes payload that is known to have got there
 * @param retransmissions packets sent again
 * @param cnps CNPs received for it
 */
public record FlowProgress(long acknowledgedBytes, int retransmissions, int cnps) {
  /** Nothing was done for it yet. */
  public static final FlowProgress NONE = new FlowProgress(0, 0, 0);
}
