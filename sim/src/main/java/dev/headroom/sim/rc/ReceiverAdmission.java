package dev.headroom.sim.rc;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.packet.InstrumentedPacket;
import dev.headroom.sim.packet.Packet;

/**
 * Receiver-driven admission at a host, both ends of it: a sender announces that it is ready, the
 * receiver clears it to send as its buffers allow, and again whenever more of them are free. Both
 * messages travel in the class of CNPs.
 *
 * <p>Grants are counted from the start, so that a later one makes up for one that was lost; a
 * sender that has nothing in flight and no credit says again that it is ready, every ACK timeout,
 * and gives up where it would give up sending.
 */
final class ReceiverAdmission {
  /** What is waited for before asking again where there is no ACK timeout. */
  private static final long PATIENCE_PS = 1_000_000_000L;

  private final RcEndpoint end;
  private final Host host;
  private final WriteQueuePairs pairs;

  ReceiverAdmission(RcEndpoint end, Host host, WriteQueuePairs pairs) {
    this.end = end;
    this.host = host;
    this.pairs = pairs;
  }

  /** A sender that cannot send: it may be for want of credit. */
  void requestCreditIfNeeded(PacketSender sender, long nowPs) {
    long timeoutPs = end.rc.retries().timeoutPs();
    long patiencePs = timeoutPs == Long.MAX_VALUE ? PATIENCE_PS : timeoutPs;
    if (!(sender instanceof WriteRequester writer) || !writer.requestsCredit(nowPs, patiencePs)) {
      return;
    }
    host.events.schedule(writer.nextRequestPs(), EventKind.RESUME, writer.queuePair);
    Packet ready = end.fresh();
    ready.type = Packet.READY_TO_SEND;
    ready.psn = 0;
    ready.flow = writer.flowToSend();
    end.sendControl(ready, writer.route(), end.rc.marks().cnpClass(), nowPs);
  }

  /** Takes a packet if it is for it; returns whether it was. */
  boolean receive(Packet packet, long nowPs) {
    switch (packet.type) {
      case Packet.READY_TO_SEND -> onReadyToSend(packet, nowPs);
      case Packet.CLEAR_TO_SEND -> cleared(packet, nowPs);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A sender says that it is ready. */
  private void onReadyToSend(Packet ready, long nowPs) {
    WriteResponder receiver = pairs.receiver(ready);
    clear(ready, receiver, receiver.granted(), nowPs);
  }

  /** Data was placed. */
  void placed(Packet data, WriteResponder receiver, long nowPs) {
    long granted = receiver.copiedOut(data.payload);
    if (granted >= 0) {
      Packet clear = end.fresh();
      clear.flow = data.flow;
      clear(clear, receiver, granted, nowPs);
    }
  }

  private void clear(Packet packet, WriteResponder receiver, long granted, long nowPs) {
    packet.type = Packet.CLEAR_TO_SEND;
    packet.psn = 0;
    packet.flags = 0;
    ((InstrumentedPacket) packet).grantedBytes = granted;
    end.sendControl(packet, receiver.back, end.rc.marks().cnpClass(), nowPs);
  }

  /** The receiver clears a sender to send. */
  private void cleared(Packet packet, long nowPs) {
    WriteRequester writer = pairs.writer(packet.route.queuePair());
    long granted = ((InstrumentedPacket) packet).grantedBytes;
    host.partition.pool.give(packet);
    if (writer != null) {
      writer.cleared(nowPs, granted);
      end.activate(writer, nowPs);
    }
  }
}
