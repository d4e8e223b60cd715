package dev.headroom.wire.verbs;

import dev.headroom.wire.verbs.WorkCompletion.Status;
import java.util.List;

/** What the parts of the contract of devices need: two sides of devices that are open. */
interface ConnectedEnds {
  ConnectionSettings SETTINGS = ConnectionSettings.DEFAULT;

  /**
   * Two sides that are not connected yet.
   *
   * @param shared whether each has a shared receive queue
   * @param access to the memory of both; all kinds if none is named
   */
  Ends sides(QueuePairType type, boolean shared, Access... access);

  default Ends connected(ConnectionSettings settings, Access... access) {
    Ends ends = sides(QueuePairType.RC, false, access);
    ends.connect(settings);
    return ends;
  }

  default Ends connected() {
    return connected(SETTINGS);
  }

  static List<Status> statuses(List<WorkCompletion> completions) {
    return completions.stream().map(WorkCompletion::status).toList();
  }
}
