package dev.headroom.sim.cpu;

import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.scenario.Scenario;
import java.util.List;

/**
 * Core time that interrupts of a storm take, from a device that has nothing to do with the run.
 * Interrupts go before everything else, so that while one is on a core goes on with its own work by
 *
 * <pre>
 *   left = max(0, 1 - rate x cycles of an interrupt / cycles a second)
 * </pre>
 *
 * of each second; at 850,000 interrupts of 4,000 cycles a second a core of 3.4 GHz does nothing
 * else (receive livelock: Mogul and Ramakrishnan, Eliminating Receive Livelock in an
 * Interrupt-Driven Kernel, 1997, section 4). Single interrupts are not told apart: work takes
 * longer evenly.
 */
public final class InterruptStormLoad {
  /** Where nothing is taken. */
  public static final InterruptStormLoad NONE = new InterruptStormLoad(new long[0], new double[0]);

  /** When what is left changes, and what then is. */
  private final long[] fromPs;

  private final double[] left;

  InterruptStormLoad(long[] fromPs, double[] left) {
    this.fromPs = fromPs;
    this.left = left;
  }

  /**
   * What a scenario takes of each core of a host.
   *
   * @param interruptSeconds that an interrupt takes
   */
  static InterruptStormLoad of(Scenario scenario, Node host, double interruptSeconds) {
    List<InterruptStorm> storms =
        scenario.failures(InterruptStorm.class).stream()
            .filter(storm -> storm.node() == host.id())
            .toList();
    return storms.isEmpty()
        ? NONE
        : new InterruptStormLoad(
            storms.stream().mapToLong(storm -> storm.at().ps()).toArray(),
            storms.stream().mapToDouble(storm -> 1 - storm.share(interruptSeconds)).toArray());
  }

  /** When a piece of work is done that takes a core so long by itself; never: {@code MAX_VALUE}. */
  long endPs(long beginPs, long workPs) {
    long nowPs = beginPs;
    double toDo = workPs;
    for (int i = nextChange(beginPs); ; i++) {
      double speed = i == 0 ? 1 : left[i - 1];
      boolean last = i == fromPs.length;
      if (speed == 1 && (last || toDo <= fromPs[i] - nowPs)) {
        return nowPs + (long) toDo;
      }
      double takesPs = speed == 0 ? Double.POSITIVE_INFINITY : toDo / speed;
      if (last || takesPs <= fromPs[i] - nowPs) {
        return takesPs >= Long.MAX_VALUE - nowPs ? Long.MAX_VALUE : nowPs + (long) takesPs;
      }
      toDo -= (fromPs[i] - nowPs) * speed;
      nowPs = fromPs[i];
    }
  }

  /** The first change after a time. */
  private int nextChange(long afterPs) {
    int next = 0;
    while (next < fromPs.length && fromPs[next] <= afterPs) {
      next++;
    }
    return next;
  }
}
