package dev.headroom.sim;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.workload.FlowStateTable;

/**
 * Lower bound on the end of a run: some flow has payload left that was never sent, and no link of a
 * host can send it sooner.
 *
 * <p>It stays with one flow as long as that says enough, and looks at a few others when it does
 * not, so that asking is cheap whatever the number of flows.
 */
final class SafeHorizon {
  private static final int TRIES = 16;

  private final FlowProgram program;
  private final FlowStateTable flowStates;
  private final Transport transport;
  private final double psPerByte;
  private int lastIncompleteFlow;

  /**
   * @param fastestBps the rate of the fastest link of a host
   */
  SafeHorizon(FlowStateTable book, Transport transport, long fastestBps) {
    this.flowStates = book;
    this.transport = transport;
    program = book.program();
    psPerByte = 8e12 / fastestBps;
  }

  /**
   * A time before which not all flows are complete.
   *
   * @param nowPs all before it has happened
   * @param enoughPs a later answer is of no use
   */
  long goesOnUntilPs(long nowPs, long enoughPs) {
    long latest = nowPs;
    int flows = program.flows();
    for (int i = 0; i < Math.min(TRIES, flows) && latest < enoughPs; i++) {
      if (i > 0) {
        lastIncompleteFlow = lastIncompleteFlow + 1 < flows ? lastIncompleteFlow + 1 : 0;
      }
      latest = Math.max(latest, notBeforePs(lastIncompleteFlow, nowPs));
    }
    return latest;
  }

  private long notBeforePs(int flow, long nowPs) {
    if (flowStates.donePs(flow) >= 0) {
      return nowPs;
    }
    if (flowStates.startedPs(flow) < 0) {
      return Math.max(nowPs, program.startPs(flow));
    }
    return nowPs + (long) (transport.unsentBytes(flow) * psPerByte);
  }
}
