package dev.headroom.sim.collective;

import dev.headroom.model.schedule.Schedule;
import java.util.Arrays;

/**
 * Who works for whom in a schedule, and who sends to whom: asked with every event, and worked out
 * once, since most schedules work it out whenever they are asked.
 */
final class Shape {
  private final int[] steps;
  private final int[] ranks;
  private final int[] senders;
  private final int[] receivers;

  Shape(Schedule schedule) {
    steps = new int[schedule.workers()];
    Arrays.setAll(steps, schedule::steps);
    ranks = new int[steps.length];
    Arrays.setAll(ranks, schedule::rank);
    senders = new int[schedule.lines()];
    Arrays.setAll(senders, schedule::sender);
    receivers = new int[senders.length];
    Arrays.setAll(receivers, schedule::receiver);
  }

  int workers() {
    return steps.length;
  }

  /** How many steps a worker takes. */
  int steps(int worker) {
    return steps[worker];
  }

  /** The GPU, or switch, that a worker works for. */
  int rank(int worker) {
    return ranks[worker];
  }

  /** The worker that sends on a line. */
  int sender(int line) {
    return senders[line];
  }

  /** The worker that a line leads to. */
  int receiver(int line) {
    return receivers[line];
  }
}
