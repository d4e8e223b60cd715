package dev.headroom.sim.ns3;

import dev.headroom.sim.fabric.EcnMarkingCurve;
import dev.headroom.sim.fabric.PortRandom;
import dev.headroom.sim.kernel.Ns3Stream;
import dev.headroom.sim.kernel.Ns3Streams;
import org.jspecify.annotations.Nullable;

/** Random numbers of a port as in HPCC's simulator, from sequences that all ports share. */
public final class Ns3PortRandom extends PortRandom {
  private final Ns3Streams marks;
  private @Nullable Ns3Stream losses;

  public Ns3PortRandom(long key, Ns3Streams marks) {
    super(key);
    this.marks = marks;
  }

  void takeLosses(Ns3Stream from) {
    losses = from;
  }

  @Override
  public boolean marks(EcnMarkingCurve marking, long queuedBytes) {
    return queuedBytes > marking.kmax() || marks.next() < marking.probability(queuedBytes);
  }

  /** That simulator marks ACKs too, which nobody looks at. */
  @Override
  public void unmarked(EcnMarkingCurve marking, long queuedBytes) {
    if (queuedBytes <= marking.kmax()) {
      marks.next();
    }
  }

  @Override
  public double loss() {
    return losses == null ? super.loss() : losses.next();
  }
}
