package dev.headroom.prove.slice;

import dev.headroom.prove.plan.Step;
import java.util.List;

/**
 * Slice of a run: the unit of evidence and of resuming. The same name stands for the same work.
 *
 * @param number from 0, over the whole run
 * @param name such as {@code loopback-007}
 * @param fromSecond its planned start, from the start of the run
 * @param seconds its length, 1 to 300
 * @param pairs who sends to whom, as positions among the plan's targets
 */
public record Slice(
    int number, String name, Step step, long fromSecond, long seconds, List<Pair> pairs) {
  public Slice {
    pairs = List.copyOf(pairs);
  }

  /** Its planned end, from the start of the run. */
  public long toSecond() {
    return fromSecond + seconds;
  }

  /**
   * A sender and a receiver.
   *
   * @param isVictim whether it is the flow beside a congestion, which must not suffer from it
   */
  public record Pair(int sender, int receiver, boolean isVictim) {}
}
