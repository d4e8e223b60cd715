package dev.headroom.wire.soft;

import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.soft.link.AddressBits;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.QueuePairType;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the packets that a queue pair accepts: of its service, its partition and, once it is
 * connected, of its peer's address. It also holds the congestion notifications exchanged with that
 * peer.
 */
final class QueuePairFilter {
  private static final int PARTITION = 0x7fff;
  private static final int FULL_MEMBER = 0x8000;

  private final QueuePairType type;
  private int pkey = ConnectionSettings.DEFAULT_PKEY;
  private @Nullable HeaderTemplate peer;
  private @Nullable CnpHandler notifications;

  QueuePairFilter(QueuePairType type) {
    this.type = type;
  }

  /** Datagrams of this partition are taken from anywhere. */
  void open(int partition) {
    pkey = partition;
  }

  /** Packets of this partition are taken from a peer. */
  void open(int partition, HeaderTemplate to, CnpHandler withPeer) {
    pkey = partition;
    peer = to;
    notifications = withPeer;
  }

  /** There is no peer any longer. */
  void shut() {
    peer = null;
    notifications = null;
  }

  TransportService service() {
    return switch (type) {
      case RC -> TransportService.RC;
      case UC -> TransportService.UC;
      case UD -> TransportService.UD;
    };
  }

  /** Whether a packet of this partition may be for it (IBA 10.9.3). */
  boolean isOfPartition(int other) {
    return (other & PARTITION) == (pkey & PARTITION) && ((other | pkey) & FULL_MEMBER) != 0;
  }

  /** Whether it comes from the peer's address; datagrams may come from anywhere. */
  boolean isFromPeer(FrameHeaders packet) {
    HeaderTemplate from = peer;
    return from == null
        ? type == QueuePairType.UD
        : AddressBits.sourceLow(packet) == from.low && AddressBits.sourceHigh(packet) == from.high;
  }

  /** What the peer has sent met congestion. */
  void marked(long nowNs) {
    if (notifications != null) {
      notifications.sendCnp(nowNs);
    }
  }

  /** What was sent to the peer met congestion, as it says. */
  CnpHandler.Notice onCnp(long nowNs) {
    return notifications == null ? CnpHandler.Notice.STRANGE : notifications.onCnp(nowNs);
  }
}
