package dev.headroom.sim.host;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;

/** A sender that does as it is told. */
final class FakeSender extends PacketSender {
  boolean able;
  boolean done;

  FakeSender(int queuePair, int destination, int sourcePort) {
    super(
        new FlowTuple(queuePair, 0, destination, 0, 0, sourcePort << 16 | 100),
        new LineRateController(1));
  }

  @Override
  public boolean canSend(long nowPs) {
    return able;
  }

  @Override
  public boolean hasMore() {
    return able;
  }

  @Override
  public boolean fill(Packet packet, long nowPs) {
    return false;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public String toString() {
    return "sender " + queuePair;
  }
}
