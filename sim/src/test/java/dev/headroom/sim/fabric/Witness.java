package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.TcpPacket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stands before a host and tells the ledger what goes in and out; changes nothing. */
public final class Witness extends DeviceDecorator {
  private final int index;
  private final Ledger ledger;

  /** What came while the host stood still: it looks at them once it goes on. */
  private final List<Ledger.Seen> kept = new ArrayList<>();

  private boolean still;

  public Witness(NetworkDevice host, int index, Ledger ledger) {
    super(host);
    this.index = index;
    this.ledger = ledger;
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    Ledger.Seen seen =
        new Ledger.Seen(
            packet.route.destination(),
            packet.flow,
            packet.type,
            packet.psn,
            packet.payload,
            packet.flags,
            packet instanceof TcpPacket segment ? segment.length : 0);
    ClassQueue classQueue = in.lane(packet.priority);
    long before = classQueue.record.drops;
    super.receive(packet, in, nowPs);
    if (classQueue.record.drops == before && still) {
      kept.add(seen);
      ledger.arrived(seen, index);
    } else if (classQueue.record.drops == before) {
      // The packet turns into the answer that it gets.
      boolean refused = seen.type() == Packet.DATA && packet.type == Packet.RNR_NAK;
      ledger.received(seen, index, refused, nowPs);
    }
  }

  @Override
  protected void setFrozen(boolean now, long nowPs) {
    super.setFrozen(now, nowPs);
    still = now;
    if (!now) {
      kept.forEach(seen -> ledger.takenLate(seen, nowPs));
      kept.clear();
    }
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {
    if (!waitsForCredit(packet, classQueue.port)) {
      ledger.answered(packet, index);
    }
    super.leaving(packet, classQueue, nowPs);
  }

  /** Whether a packet in the queue of a host was pulled, and seen then, but could not leave. */
  public static boolean waitsForCredit(Packet packet, Port port) {
    return port.link.hasCredits()
        && (packet.type == Packet.DATA || packet.type == Packet.READ_REQUEST);
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    Packet packet = super.pull(port, nowPs);
    if (packet != null) {
      ledger.pulled(packet, index);
    }
    return packet;
  }
}
