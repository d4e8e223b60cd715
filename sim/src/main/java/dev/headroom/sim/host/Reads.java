package dev.headroom.sim.host;

import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.transport.Reader;
import dev.headroom.sim.transport.Responder;

/** READs at a host, of which it may be either end: what becomes of their packets. */
final class Reads {
  private final Host host;
  private final Hosts hosts;

  Reads(Host host, Hosts hosts) {
    this.host = host;
    this.hosts = hosts;
  }

  /** A request has come: its data is here. */
  void asked(Packet request, long nowPs) {
    Responder responder = hosts.responder(request, host);
    if (responder.take(request, nowPs)) {
      request.type = Packet.NAK;
      request.flags = 0;
      request.psn = responder.expected();
      host.reply(responder.route(), request, nowPs);
      return;
    }
    host.home.pool.give(request);
    host.activate(responder, nowPs);
  }

  /** A response has come to what was asked for here. */
  void answered(Packet response, long nowPs) {
    Reader reader = hosts.reader(response.route.queuePair());
    if (reader == null) {
      throw new IllegalStateException("a response that nobody asked for");
    }
    boolean placed = reader.take(response, nowPs);
    boolean endsFlow = placed && response.has(Packet.LAST_OF_FLOW);
    int flow = response.flow;
    if (placed) {
      host.tally.payloadDelivered += response.payload;
    }
    if (reader.notifies(response.has(Packet.CE), nowPs)) {
      host.notifySource(reader.route(), response, nowPs);
    }
    host.home.pool.give(response);
    if (endsFlow) {
      hosts.delivered(flow, host, nowPs);
      host.takeCompletions(reader, nowPs);
    }
    host.activate(reader, nowPs);
  }

  /** The other end misses a request. */
  void refused(Packet nak, long nowPs) {
    Reader reader = hosts.reader(nak.route.queuePair());
    int psn = nak.psn;
    host.home.pool.give(nak);
    if (reader != null) {
      reader.refused(psn);
      host.activate(reader, nowPs);
    }
  }
}
