package dev.headroom.sim.falcon;

import dev.headroom.sim.delivery.PayloadSource;
import dev.headroom.sim.packet.Packet;

/**
 * Data packets that a connection's peer has requested, one for each pull request, in the order in
 * which the requests came. A ring that grows with what is not acknowledged.
 */
final class PullResponseQueue implements PayloadSource {
  /** As many as a connection seldom has under way, so that it seldom grows late in a run. */
  private static final int ROOM = 256;

  private int[] flows = new int[ROOM];
  private int[] payloads = new int[ROOM];
  private long unsent;
  private long end;

  /**
   * Appends a packet.
   *
   * @param first the first packet that is not known to have arrived together with all before it
   */
  void append(int flow, int payload, long first) {
    if (end - first >= flows.length) {
      grow(first);
    }
    int i = at(end++);
    flows[i] = flow;
    payloads[i] = payload;
  }

  /** Packets asked for so far. */
  long end() {
    return end;
  }

  @Override
  public boolean hasNew() {
    return unsent < end;
  }

  @Override
  public int newPayload() {
    return payloads[at(unsent)];
  }

  @Override
  public void fillNew(Packet packet) {
    fillAgain(packet, unsent++);
  }

  @Override
  public void fillAgain(Packet packet, long sequence) {
    packet.flow = flows[at(sequence)];
    packet.payload = payloads[at(sequence)];
  }

  private int at(long sequence) {
    return (int) sequence & (flows.length - 1);
  }

  private void grow(long first) {
    int[] oldFlows = flows;
    int[] oldPayloads = payloads;
    flows = new int[2 * oldFlows.length];
    payloads = new int[flows.length];
    for (long sequence = first; sequence < end; sequence++) {
      int from = (int) sequence & (oldFlows.length - 1);
      flows[at(sequence)] = oldFlows[from];
      payloads[at(sequence)] = oldPayloads[from];
    }
  }
}
