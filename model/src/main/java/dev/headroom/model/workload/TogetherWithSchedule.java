package dev.headroom.model.workload;

import dev.headroom.model.schedule.Layout;
import dev.headroom.model.schedule.Pace;
import dev.headroom.model.schedule.Schedule;
import java.util.List;

/**
 * A schedule in one run with other flows, which share its hosts and links: storage beside a job.
 */
public final class TogetherWithSchedule extends Together implements ScheduledFlows {
  private final ScheduledFlows scheduled;
  private final int firstOfSchedule;

  /**
   * The parts in order.
   *
   * @param schedule which of them is the schedule; the only one
   */
  TogetherWithSchedule(List<FlowProgram> parts, int schedule) {
    super(parts);
    scheduled = (ScheduledFlows) parts.get(schedule);
    firstOfSchedule = firstOf(schedule);
  }

  /** The part that is a schedule, by itself. */
  public ScheduledFlows scheduled() {
    return scheduled;
  }

  @Override
  public boolean isMessage(int flow) {
    return flow >= firstOfSchedule && flow - firstOfSchedule < scheduled.flows();
  }

  @Override
  public int firstFlow(int line) {
    return firstOfSchedule + scheduled.firstFlow(line);
  }

  @Override
  public int line(int flow) {
    return scheduled.line(flow - firstOfSchedule);
  }

  @Override
  public Schedule schedule() {
    return scheduled.schedule();
  }

  @Override
  public Layout layout() {
    return scheduled.layout();
  }

  @Override
  public Pace pace(int worker) {
    return scheduled.pace(worker);
  }

  @Override
  public long shortestPs() {
    return scheduled.shortestPs();
  }

  @Override
  public int home(int rank) {
    return scheduled.home(rank);
  }

  @Override
  public int networkLines() {
    return scheduled.networkLines();
  }

  @Override
  public int networkLine(int line) {
    return scheduled.networkLine(line);
  }

  @Override
  public int split() {
    return scheduled.split();
  }

  @Override
  public int lanes() {
    return scheduled.lanes();
  }

  @Override
  public int ranks() {
    return scheduled.ranks();
  }
}
