package dev.headroom.model.script;

import dev.headroom.model.schedule.WorkerStep;
import java.util.Arrays;

/** Steps of one worker, stored consecutively in an array. */
final class StepSequence {
  private int[] words = new int[64];
  private int used;
  private int[] starts = new int[16];
  private int steps;

  int steps() {
    return steps;
  }

  /**
   * A step more.
   *
   * @param lines that it waits for, and behind these those that it sends on
   * @param receives how many of them it waits for
   * @param work in picoseconds
   */
  void add(int[] lines, int receives, int count, long work) {
    if (steps == starts.length) {
      starts = Arrays.copyOf(starts, 2 * steps);
    }
    while (used + count + 4 > words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    starts[steps++] = used;
    words[used++] = receives;
    words[used++] = count;
    words[used++] = (int) (work >>> 32);
    words[used++] = (int) work;
    System.arraycopy(lines, 0, words, used, count);
    used += count;
  }

  void step(int index, WorkerStep into) {
    int at = starts[index];
    int receives = words[at];
    int count = words[at + 1];
    into.working(((long) words[at + 2] << 32) | (words[at + 3] & 0xffffffffL));
    for (int i = 0; i < count; i++) {
      if (i < receives) {
        into.after(words[at + 4 + i]);
      } else {
        into.to(words[at + 4 + i]);
      }
    }
  }
}
