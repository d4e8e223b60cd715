package dev.headroom.sim.workload;

import dev.headroom.model.flow.FlowProgram;
import java.util.Arrays;

/**
 * State of each flow: the times of its start, delivery and completion, and the number of others
 * that it still waits for.
 *
 * <p>A flow's start, completion and need are written by the partition of the host that posts it
 * (the source, but the destination for READ), its delivery by its destination's; so is the
 * completion of one that nobody acknowledges.
 */
public final class FlowStateTable {
  private final FlowProgram program;
  private final long[] startedPs;
  private final long[] deliveredPs;
  private final long[] completedPs;
  private final int[] retransmissions;
  private final int[] cnps;
  private final int[] needs;

  public FlowStateTable(FlowProgram program) {
    this.program = program;
    int n = program.flows();
    startedPs = filled(n);
    deliveredPs = filled(n);
    completedPs = filled(n);
    retransmissions = new int[n];
    cnps = new int[n];
    needs = new int[program.hasDependencies() ? n : 0];
    for (int flow = 0; flow < needs.length; flow++) {
      needs[flow] = program.needs(flow);
    }
  }

  private static long[] filled(int n) {
    long[] times = new long[n];
    Arrays.fill(times, -1);
    return times;
  }

  public FlowProgram program() {
    return program;
  }

  /** Whether any flow waits for others. */
  public boolean hasWaitingFlows() {
    return needs.length > 0;
  }

  /** One of the flows that this one waits for got there; true if it was the last. */
  public boolean satisfyDependency(int flow) {
    return --needs[flow] == 0;
  }

  /** Lets a flow wait for one more event: its own start time. */
  public void await(int flow) {
    needs[flow] = 1;
  }

  public void started(int flow, long nowPs) {
    startedPs[flow] = nowPs;
  }

  public void delivered(int flow, long nowPs) {
    deliveredPs[flow] = nowPs;
  }

  public void completed(int flow, long nowPs) {
    completedPs[flow] = nowPs;
  }

  /** Counts of a flow, for the report. */
  public void progress(int flow, int retransmitted, int notified) {
    retransmissions[flow] = retransmitted;
    cnps[flow] = notified;
  }

  /** -1 if it has not. */
  public long startedPs(int flow) {
    return startedPs[flow];
  }

  /** -1 if it has not been. */
  public long deliveredPs(int flow) {
    return deliveredPs[flow];
  }

  /** -1 if it is not. */
  public long completedPs(int flow) {
    return completedPs[flow];
  }

  /**
   * When a flow was both delivered and completed, as far as all windows so far go; -1 if it is not.
   * A sender may know that it is done before its data is there for software at the other end.
   */
  public long donePs(int flow) {
    return completedPs[flow] < 0 || deliveredPs[flow] < 0
        ? -1
        : Math.max(completedPs[flow], deliveredPs[flow]);
  }

  public int retransmissions(int flow) {
    return retransmissions[flow];
  }

  public int cnps(int flow) {
    return cnps[flow];
  }
}
