package dev.headroom.sim.routing;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.packet.Packet;

/**
 * Choice of the next hop with the least queued in a packet's class, and among equal ones at random:
 * per-packet adaptive routing, as NVIDIA's Spectrum and Quantum and Broadcom's dynamic load
 * balancing do with their own measures of load. With a {@link RemoteQueueTable} what the switch
 * behind each hop had queued towards the destination is added.
 *
 * <p>Queues are seen as they are now, without the packet in transmission, through {@link
 * QueueGrades}.
 */
public final class LeastQueued extends NextHopChoice {
  private final QueueGrades queueGrades;
  private final RemoteQueueTable board;
  private final RandomSpray ties;

  public LeastQueued(QueueGrades queueGrades, RemoteQueueTable board, RandomSpray ties) {
    this.queueGrades = queueGrades;
    this.board = board;
    this.ties = ties;
  }

  @Override
  Port choose(Packet packet, Port[] hops, long nowPs) {
    long least = Long.MAX_VALUE;
    int equal = 0;
    int first = 0;
    for (int i = 0; i < hops.length; i++) {
      long load = load(packet, hops[i]);
      if (load < least) {
        least = load;
        equal = 1;
        first = i;
      } else if (load == least) {
        equal++;
      }
    }
    return equal == 1 ? hops[first] : drawn(packet, hops, least, equal);
  }

  private Port drawn(Packet packet, Port[] hops, long least, int equal) {
    int skip = ties.pick(equal);
    int i = 0;
    while (load(packet, hops[i]) != least || skip-- > 0) {
      i++;
    }
    return hops[i];
  }

  private long load(Packet packet, Port hop) {
    ClassQueue classQueue = hop.classQueueIfUsed(packet.priority);
    long rateBps = hop.rateBps();
    long own = queueGrades.of(classQueue == null ? 0 : classQueue.queuedBytes, rateBps);
    return board.isOff() ? own : own + queueGrades.of(board.remoteQueueBytes(hop, packet), rateBps);
  }
}
