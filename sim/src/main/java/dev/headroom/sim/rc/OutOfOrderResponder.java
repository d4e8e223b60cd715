package dev.headroom.sim.rc;

import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import java.util.Arrays;

/**
 * Responder that places packets of WRITEs as they come, and keeps a bit for each that is out of
 * order. Messages complete in order, and ACKs name the first packet that is missing: one is sent
 * when what was missing has come and somebody asked for it in the meantime.
 *
 * <p>Of a gap it says nothing, as NVIDIA's NICs do from ConnectX-5 on where out-of-order data
 * placement is set up, since with adaptive routing gaps are no losses. With selective repeat it
 * answers each packet beyond a gap with what it expects and which one has come (Mittal et al.,
 * SIGCOMM 2018, section 3.1). In both, a packet further ahead than its bits reach is dropped and
 * calls for a NAK, once a gap.
 */
final class OutOfOrderResponder extends WriteResponder {
  private static final int AT_FIRST = 4;

  private final boolean selective;
  private final int window;
  private final PacketBitmap placed;
  private final PacketBitmap ackRequested;

  // Flows whose last packet was placed, or has come in order: by its number.
  private int[] lastPsn = new int[AT_FIRST];
  private int[] lastFlow = new int[AT_FIRST];
  private int lasts;

  OutOfOrderResponder(RcSettings settings, FlowTuple back) {
    super(settings, back);
    selective = settings.recovery().isSelective();
    window = settings.recovery().window();
    placed = new PacketBitmap(window);
    ackRequested = new PacketBitmap(window);
  }

  @Override
  public Answer take(Packet packet, long nowPs) {
    int ahead = Psn.distance(packet.psn, expected);
    accepted = false;
    if (ahead < 0 || (ahead < window && placed.has(packet.psn))) {
      return packet.has(ASKS) || selective ? Answer.ACK : Answer.NOTHING;
    }
    if (ahead >= window) {
      return nakThrottle.isDue(nowPs) ? Answer.NAK : Answer.NOTHING;
    }
    accepted = true;
    placed.add(packet.psn);
    if (packet.has(ASKS)) {
      ackRequested.add(packet.psn);
    }
    if (packet.has(Packet.LAST_OF_FLOW)) {
      remember(packet.psn, packet.flow);
    }
    if (ahead > 0) {
      return selective ? Answer.SELECTIVE_NAK : Answer.NOTHING;
    }
    nakThrottle.close();
    return advance() ? Answer.ACK : Answer.NOTHING;
  }

  @Override
  public boolean hasTaken(Packet packet) {
    return Psn.distance(packet.psn, expected) < window; // beyond, it is too far ahead to be placed
  }

  /** Goes on to the next packet that is missing; returns whether somebody asked for an ACK. */
  private boolean advance() {
    boolean asked = false;
    while (placed.remove(expected)) {
      asked |= ackRequested.remove(expected);
      expected = Psn.of(expected + 1L);
    }
    return asked;
  }

  private void remember(int psn, int flow) {
    if (lasts == lastPsn.length) {
      lastPsn = Arrays.copyOf(lastPsn, 2 * lasts);
      lastFlow = Arrays.copyOf(lastFlow, 2 * lasts);
    }
    lastPsn[lasts] = psn;
    lastFlow[lasts++] = flow;
    mayDeliver = true;
  }

  @Override
  public int takeDelivered() {
    for (int i = 0; i < lasts; i++) {
      if (Psn.distance(lastPsn[i], expected) < 0) {
        int flow = lastFlow[i];
        lasts--;
        lastPsn[i] = lastPsn[lasts];
        lastFlow[i] = lastFlow[lasts];
        return flow;
      }
    }
    mayDeliver = lasts > 0;
    return NONE;
  }
}
