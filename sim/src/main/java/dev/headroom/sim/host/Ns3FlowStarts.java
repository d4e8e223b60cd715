package dev.headroom.sim.host;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.kernel.DeviceEventQueue;

/**
 * Flow starts one after the other in the order of the program, across all hosts, as in Alibaba's
 * HPCC simulator ({@code ScheduleFlowInputs} in {@code third.cc}). One event makes an application
 * for each flow of its time and comes back for the next ones; each application is initialised by an
 * event of its own, and starts by another, after everything else that is due by then.
 *
 * <p>For runs in one partition, whose events keep the order in which they were scheduled.
 */
final class Ns3FlowStarts implements FlowStarts {
  /** What an event of kind START is for. */
  private static final int MAKE = 0;

  private static final int INITIALISE = 1;
  private static final int START = 2;

  private final Host[] hosts;
  private final FlowProgram program;
  private final Post post;
  private final DeviceEventQueue events;
  private final int[] order;
  private final int[] posters;

  /** How many have an application. */
  private int made;

  private int started;

  /**
   * @param order flows that need nothing, in order of their start
   * @param posters the host that posts each of these
   * @param events of all hosts
   */
  Ns3FlowStarts(
      Host[] hosts,
      FlowProgram program,
      int[] order,
      int[] posters,
      DeviceEventQueue events,
      Post post) {
    this.hosts = hosts;
    this.program = program;
    this.post = post;
    this.events = events;
    this.order = order;
    this.posters = posters;
  }

  @Override
  public void open() {
    makeNext();
  }

  @Override
  public void due(int step, long nowPs) {
    switch (step) {
      case MAKE -> {
        while (made < order.length && program.startPs(order[made]) <= nowPs) {
          events.schedule(nowPs, EventKind.START, INITIALISE);
          made++;
        }
        makeNext();
      }
      case INITIALISE -> events.schedule(nowPs, EventKind.START, START);
      default -> {
        post.start(order[started], hosts[posters[started]], nowPs);
        started++;
      }
    }
  }

  private void makeNext() {
    if (made < order.length) {
      events.schedule(program.startPs(order[made]), EventKind.START, MAKE);
    }
  }
}
