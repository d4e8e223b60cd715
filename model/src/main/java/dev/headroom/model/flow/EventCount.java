package dev.headroom.model.flow;

import dev.headroom.model.schedule.Schedule;

/**
 * Count of a run's event numbers: one for each flow, and with schedules two for each of their lines
 * and one for each worker.
 */
public final class EventCount {
  /** As many as an event queue tells apart. */
  public static final int MOST = (1 << 25) - 1;

  private EventCount() {}

  /** Those of a program with its schedules; flows alone may be more than {@link #MOST}. */
  public static double of(FlowProgram program) {
    double sum = program.flows();
    for (ScheduledPart part : program.schedules()) {
      sum += scheduleEvents(part.flows().schedule());
    }
    return sum;
  }

  /** Those that a schedule takes beside the flows that its messages are. */
  public static double scheduleEvents(Schedule schedule) {
    return 2.0 * schedule.lines() + schedule.workers();
  }
}
