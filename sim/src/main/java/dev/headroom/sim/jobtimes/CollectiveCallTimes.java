package dev.headroom.sim.jobtimes;

import dev.headroom.sim.collective.ScheduleWorkers;
import java.util.ArrayList;
import java.util.List;

/** Begin and end times of the calls of a stream, whose worker takes two steps for each. */
final class CollectiveCallTimes {
  private final long[] takenPs;

  CollectiveCallTimes(ScheduleWorkers workers, int stream) {
    takenPs = workers.takenPs(stream);
  }

  int calls() {
    return takenPs.length / 2;
  }

  boolean hasBegun(int call) {
    return takenPs[2 * call] >= 0;
  }

  boolean isOver(int call) {
    return takenPs[2 * call + 1] >= 0;
  }

  /** When a call began, in picoseconds. */
  long beganPs(int call) {
    return takenPs[2 * call];
  }

  /** How long a call took that is over, in picoseconds. */
  long lastedPs(int call) {
    return takenPs[2 * call + 1] - takenPs[2 * call];
  }

  /** How long one took from the moment another GPU had called it too, which sends to this one. */
  long lastedPs(int call, CollectiveCallTimes sender) {
    return takenPs[2 * call + 1] - Math.max(beganPs(call), sender.beganPs(call));
  }

  /**
   * How long data was on its way from another GPU. To one that calls late much of it has come by
   * then: what the sender took for it, if that is longer, counts.
   */
  long onWayPs(int call, CollectiveCallTimes sender) {
    long lasted = lastedPs(call, sender);
    return sender.isOver(call) ? Math.max(lasted, sender.lastedPs(call)) : lasted;
  }

  /**
   * From when to when each call lasted that has begun.
   *
   * @param endPs when the run ended: a call that is not over lasted until then
   */
  List<long[]> spans(long endPs) {
    List<long[]> spans = new ArrayList<>();
    for (int call = 0; call < calls() && hasBegun(call); call++) {
      long until = isOver(call) ? takenPs[2 * call + 1] : endPs;
      spans.add(new long[] {beganPs(call), until});
    }
    return spans;
  }
}
