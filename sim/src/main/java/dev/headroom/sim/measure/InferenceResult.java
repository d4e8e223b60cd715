package dev.headroom.sim.measure;

/**
 * Result of prompts whose keys and values went to other GPUs. Times in picoseconds, of those that
 * were answered, shortest first.
 *
 * @param promptCount prompts in all
 * @param tokens of the prompts that were answered
 * @param bytes of their keys and values that were sent
 * @param firstTokenPs from a prompt's arrival to its first token
 * @param waitedPs from its arrival until GPUs began with it
 * @param workedPs from then until they had worked through it
 * @param exposedPs from then until all its keys and values were there
 * @param lastPs when the last first token was made, from the start of the run
 */
public record InferenceResult(
    long promptCount,
    long tokens,
    long bytes,
    long[] firstTokenPs,
    long[] waitedPs,
    long[] workedPs,
    long[] exposedPs,
    long lastPs) {

  /** Prompts that were answered. */
  public int answeredPrompts() {
    return firstTokenPs.length;
  }

  /** The time that a share of the prompts kept within, of sorted ones; 0 if there are none. */
  public static long quantilePs(long[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    int place = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, place)];
  }

  /** What part of the time to the first token, of all together, was exposed transfer. */
  public double exposedShare() {
    return share(exposedPs);
  }

  /** What part of it was waiting for GPUs to begin. */
  public double waitedShare() {
    return share(waitedPs);
  }

  private double share(long[] times) {
    double all = sum(firstTokenPs);
    return all == 0 ? 0 : sum(times) / all;
  }

  private static double sum(long[] times) {
    double sum = 0;
    for (long time : times) {
      sum += time;
    }
    return sum;
  }
}
