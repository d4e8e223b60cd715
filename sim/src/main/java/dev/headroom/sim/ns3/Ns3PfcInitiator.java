package dev.headroom.sim.ns3;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.PauseFifo;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.Ns3Streams;
import dev.headroom.sim.pfc.PfcInitiator;

/**
 * PFC initiator of HPCC's simulator: frames wait in a queue before all data, in the order in which
 * they were requested, unchanged since then; and each draws an identification.
 */
public final class Ns3PfcInitiator extends PfcInitiator {
  private final Ns3Streams draws;
  private final PauseFifo queue = new PauseFifo();

  public Ns3PfcInitiator(Port port, Ns3Streams draws) {
    super(port);
    this.draws = draws;
  }

  @Override
  protected void changed(ClassQueue classQueue) {
    draws.next();
    queue.add(0, classQueue.priority, classQueue.xoff ? 0 : -1);
  }

  @Override
  protected int first(int due) {
    return queue.isEmpty() ? super.first(due) : queue.priority();
  }

  @Override
  protected boolean hasMore(int priority) {
    return queue.holds(priority, true) || queue.holds(priority, false);
  }

  @Override
  protected boolean sendsXoff(ClassQueue classQueue) {
    if (queue.isEmpty()) {
      return super.sendsXoff(classQueue);
    }
    boolean silent = queue.quanta() >= 0;
    queue.remove();
    return silent;
  }
}
