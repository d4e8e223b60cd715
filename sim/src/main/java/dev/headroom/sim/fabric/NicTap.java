package dev.headroom.sim.fabric;

import dev.headroom.sim.measure.NicObserver;
import dev.headroom.sim.measure.NicPacketEvent;
import dev.headroom.sim.measure.NicPacketEvent.Kind;
import dev.headroom.sim.measure.NicPauseEvent;
import dev.headroom.sim.packet.Packet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Observer tap between a host and its link, which shows an observer the packets that pass and
 * changes nothing. Hosts without an observer have none, so it costs nothing there.
 */
public final class NicTap extends DeviceDecorator {
  private final NicObserver observer;

  /** What was chosen to leave, until the transmitter has taken it. */
  private @Nullable NicPacketEvent chosen;

  private NicTap(NetworkDevice host, NicObserver observer) {
    super(host);
    this.observer = observer;
  }

  /**
   * A factory of the same hosts, some of them observed.
   *
   * @param observers by position among the hosts
   */
  public static DeviceFactory wrap(DeviceFactory hosts, Map<Integer, NicObserver> observers) {
    return (node, index, home) -> {
      NetworkDevice host = hosts.make(node, index, home);
      NicObserver observer = observers.get(index);
      return observer == null ? host : new NicTap(host, observer);
    };
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    observer.onPacket(event(packet, false, nowPs));
    super.receive(packet, in, nowPs);
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {
    super.leaving(packet, classQueue, nowPs);
    chosen = event(packet, true, nowPs);
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    Packet packet = super.pull(port, nowPs);
    chosen = packet == null ? null : event(packet, true, nowPs);
    return packet;
  }

  @Override
  protected void sent(Port port, long freeAtPs) {
    NicPacketEvent packet = chosen;
    chosen = null;
    // A queue may also be emptied because its link went down; then nothing is sent at that time.
    if (packet != null && packet.atPs() == events.timePs()) {
      observer.onPacket(packet);
    }
    super.sent(port, freeAtPs);
  }

  @Override
  public void pauseSent(Port port, int priority, long quanta, long nowPs) {
    super.pauseSent(port, priority, quanta, nowPs);
    observer.onPause(pause(port, true, priority, quanta, nowPs));
  }

  @Override
  public void pauseReceived(Port port, int priority, long quanta, long atPs) {
    super.pauseReceived(port, priority, quanta, atPs);
    observer.onPause(pause(port, false, priority, quanta, atPs));
  }

  /** A pause without an end is said as the longest that there is. */
  private static NicPauseEvent pause(
      Port port, boolean sent, int priority, long quanta, long atPs) {
    int time = quanta == 0 ? NicPauseEvent.MOST_QUANTA : (int) Math.max(0, quanta);
    return new NicPauseEvent(atPs, sent, port.number(), priority, time);
  }

  private static NicPacketEvent event(Packet packet, boolean sent, long nowPs) {
    Kind kind = kind(packet.type);
    return new NicPacketEvent(
        nowPs,
        sent,
        kind,
        packet.route.source(),
        packet.route.destination(),
        packet.flow,
        packet.route.ports() >>> 16,
        packet.psn,
        kind == Kind.READ_REQUEST ? Integer.toUnsignedLong(packet.payload) : packet.payload,
        packet.bytes,
        packet.has(Packet.FIRST_OF_MESSAGE),
        packet.has(Packet.LAST_OF_MESSAGE),
        packet.has(Packet.LAST_OF_MESSAGE | Packet.ACK_REQUEST),
        kind == Kind.DATA && packet.has(Packet.CE));
  }

  private static Kind kind(int type) {
    return switch (type) {
      case Packet.DATA -> Kind.DATA;
      case Packet.ACK -> Kind.ACK;
      case Packet.NAK, Packet.SELECTIVE_NAK -> Kind.NAK;
      case Packet.RNR_NAK -> Kind.RNR_NAK;
      case Packet.ACCESS_NAK -> Kind.ACCESS_NAK;
      case Packet.CNP -> Kind.CNP;
      case Packet.READ_REQUEST -> Kind.READ_REQUEST;
      default -> Kind.OTHER;
    };
  }
}
