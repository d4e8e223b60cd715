package dev.headroom.model.inference;

/**
 * Prompts in order of arrival.
 *
 * @param arrivePs when, in picoseconds from the start of the workload; never decreasing
 * @param tokens how long each is
 */
public record Prompts(long[] arrivePs, int[] tokens) {
  public int count() {
    return tokens.length;
  }
}
