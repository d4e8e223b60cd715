package dev.headroom.sim.host;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.InstrumentedPacket;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.transport.Receiver;
import dev.headroom.sim.transport.Sender;
import dev.headroom.sim.transport.Writer;

/**
 * Receiver-driven admission at a host, both ends of it: a sender says that it is ready, the
 * receiver clears it to send as its buffers allow, and again whenever more of them are free. Both
 * messages travel in the class of CNPs.
 *
 * <p>Grants are counted from the start, so that a later one makes up for one that was lost; a
 * sender that has nothing in flight and no credit says again that it is ready, every ACK timeout.
 */
final class Admission {
  /** What is waited for before asking again where there is no ACK timeout. */
  private static final long PATIENCE_PS = 1_000_000_000L;

  private final Host host;
  private final Hosts hosts;

  Admission(Host host, Hosts hosts) {
    this.host = host;
    this.hosts = hosts;
  }

  /** A sender that cannot send: it may be for want of credit. */
  void ask(Sender sender, long nowPs) {
    if (!(sender instanceof Writer writer) || !writer.lacksCredit() || nowPs < writer.askAgainPs) {
      return;
    }
    long timeoutPs = host.rc().timeoutPs();
    writer.askAgainPs = nowPs + (timeoutPs == Long.MAX_VALUE ? PATIENCE_PS : timeoutPs);
    host.home.events.schedule(writer.askAgainPs, EventKind.RESUME, writer.queuePair);
    Packet ready = host.home.pool.take();
    ready.type = Packet.READY_TO_SEND;
    ready.psn = 0;
    ready.flow = writer.flowToSend();
    host.sendControl(ready, writer.route(), host.rc().cnpClass(), nowPs);
  }

  /** A sender says that it is ready. */
  void asked(Packet ready, long nowPs) {
    Receiver receiver = hosts.receiver(ready);
    clear(ready, receiver, receiver.granted(), nowPs);
  }

  /** Data was placed. */
  void placed(Packet data, Receiver receiver, long nowPs) {
    long granted = receiver.copiedOut(data.payload);
    if (granted >= 0) {
      Packet clear = host.home.pool.take();
      clear.flow = data.flow;
      clear(clear, receiver, granted, nowPs);
    }
  }

  private void clear(Packet packet, Receiver receiver, long granted, long nowPs) {
    packet.type = Packet.CLEAR_TO_SEND;
    packet.psn = 0;
    packet.flags = 0;
    ((InstrumentedPacket) packet).grantedBytes = granted;
    host.sendControl(packet, receiver.back, host.rc().cnpClass(), nowPs);
  }

  /** The receiver clears a sender to send. */
  void cleared(Packet packet, long nowPs) {
    Writer writer = hosts.writer(packet.route.queuePair());
    long granted = ((InstrumentedPacket) packet).grantedBytes;
    host.home.pool.give(packet);
    if (writer != null) {
      writer.askAgainPs = 0;
      writer.controller.credited(nowPs, granted);
      host.activate(writer, nowPs);
    }
  }
}
