package dev.headroom.sim.tcp;

import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.TcpPacket;

/** Writer of the packets of a sender: address, payload and flow of each. */
final class SegmentWriter {
  private final FlowTuple route;
  private final StreamLayout layout;
  private final byte dataClass;
  private final OutgoingStream stream;
  private final SegmentScoreboard sent;

  SegmentWriter(
      FlowTuple route, TcpSettings settings, OutgoingStream stream, SegmentScoreboard sent) {
    this.route = route;
    this.stream = stream;
    this.sent = sent;
    layout = settings.layout();
    dataClass = (byte) settings.dataClass();
  }

  /** Lets a packet go to the receiver, without payload. */
  void address(TcpPacket packet) {
    packet.priority = dataClass;
    packet.follow(route);
    OutgoingStream.Outgoing oldest = stream.oldest();
    packet.flow = oldest == null ? -1 : oldest.flow;
    packet.payload = 0;
    packet.length = 0;
  }

  /** Makes a packet of headers alone, such as {@link TcpPacket#WINDOW_PROBE}. */
  void bare(TcpPacket packet, byte type) {
    packet.type = type;
    packet.bytes = (short) layout.ackFrame(0);
    address(packet);
  }

  /** Makes a packet that carries a segment, the next of the stream or one that was sent before. */
  void data(TcpPacket packet, long segment, boolean again) {
    packet.sequence = sent.from(segment);
    packet.psn = (int) packet.sequence;
    packet.length = sent.length(segment);
    packet.payload = sent.payload(segment);
    packet.bytes = (short) layout.dataFrame(packet.length);
    if (again) {
      stream.repeat(packet);
    }
  }
}
