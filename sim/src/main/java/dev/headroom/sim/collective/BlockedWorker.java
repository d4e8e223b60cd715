package dev.headroom.sim.collective;

import java.util.List;

/**
 * Position of a worker that cannot go on.
 *
 * @param step that it would take next
 * @param steps that it has
 * @param sincePs when it was free for that
 * @param from GPUs whose messages have not come
 * @param to GPUs at which messages are not known to have come, where too many are under way
 * @param isOverNetwork whether any of it is over the network
 */
public record BlockedWorker(
    int step,
    int steps,
    long sincePs,
    List<Integer> from,
    List<Integer> to,
    boolean isOverNetwork) {
  /** Whether it tells more than another: of the network, or for longer. */
  boolean outranks(BlockedWorker other) {
    return isOverNetwork == other.isOverNetwork ? sincePs < other.sincePs : isOverNetwork;
  }
}
