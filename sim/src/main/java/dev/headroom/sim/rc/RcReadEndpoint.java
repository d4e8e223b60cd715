package dev.headroom.sim.rc;

import dev.headroom.sim.control.SignalOverhead;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.host.HostRegistry;
import dev.headroom.sim.packet.Packet;

/** Endpoint of READs at a host, as requester and as responder: handling of their packets. */
final class RcReadEndpoint extends RcEndpoint {
  private final ReadQueuePairs pairs;

  RcReadEndpoint(
      Host host, HostRegistry hosts, ReadQueuePairs pairs, SignalOverhead signalOverhead) {
    super(host, hosts, pairs, signalOverhead);
    this.pairs = pairs;
  }

  @Override
  public void post(int flow, long bytes, long nowPs) {
    ReadRequester reader = pairs.readerOf(flow, host);
    reader.post(flow, bytes, nowPs);
    activate(reader, nowPs);
  }

  @Override
  public void receive(Packet packet, long nowPs) {
    switch (packet.type) {
      case Packet.DATA -> onReadResponse(packet, nowPs);
      case Packet.READ_REQUEST -> onReadRequest(packet, nowPs);
      case Packet.NAK -> onNak(packet, nowPs);
      case Packet.ACCESS_NAK -> onAccessDenied(packet, nowPs);
      default -> receiveOfControl(packet, nowPs);
    }
  }

  /** A request has come: its data is here. */
  private void onReadRequest(Packet request, long nowPs) {
    ReadResponder responder = pairs.responder(request, host.port().rateBps());
    if (!host.reaches(nowPs)) {
      sendAccessNak(request, responder, nowPs);
      return;
    }
    host.hostCounters.duplicates += responder.hasAnswered(request) ? 1 : 0;
    if (responder.take(request, nowPs)) {
      request.type = Packet.NAK;
      request.flags = 0;
      request.psn = responder.expected();
      host.hostCounters.naks++;
      reply(responder.route(), responder.settings, request, 0, nowPs);
      return;
    }
    host.partition.pool.give(request);
    activate(responder, nowPs);
  }

  /** There is no memory to read what a request asks for. */
  private void sendAccessNak(Packet request, ReadResponder responder, long nowPs) {
    if (responder.entersError()) {
      sendAccessNak(responder.route(), responder.settings, request, request.psn, nowPs);
    } else {
      host.partition.pool.give(request);
    }
  }

  /** A response has come to what was asked for here. */
  private void onReadResponse(Packet response, long nowPs) {
    ReadRequester reader = pairs.reader(response);
    if (!host.reaches(nowPs)) {
      reader.enterError(WorkCompletionError.LOCAL_PROTECTION, host.flaw());
    }
    boolean placed = reader.take(response, nowPs);
    host.hostCounters.impliedNaks += reader.missed() ? 1 : 0;
    boolean endsFlow = placed && response.has(Packet.LAST_OF_FLOW);
    int flow = response.flow;
    if (placed) {
      host.hostCounters.payloadDelivered += response.payload;
    }
    boolean marked = response.has(Packet.CE);
    host.hostCounters.markedPackets += marked ? 1 : 0;
    if (reader.shouldSendCnp(marked, nowPs)) {
      sendCnp(reader.route(), response, nowPs);
    }
    host.partition.pool.give(response);
    if (endsFlow) {
      hosts.delivered(flow, host, nowPs);
      takeCompletions(reader, nowPs);
    }
    activate(reader, nowPs);
  }

  /** The other end misses a request. */
  private void onNak(Packet nak, long nowPs) {
    ReadRequester reader = pairs.reader(nak);
    host.hostCounters.naksReceived += reader.failure().isEmpty() ? 1 : 0;
    reader.onNak(nak.psn);
    host.partition.pool.give(nak);
    activate(reader, nowPs);
  }

  /** The other end may not reach its memory. */
  private void onAccessDenied(Packet nak, long nowPs) {
    ReadRequester reader = pairs.reader(nak);
    reader.denyRemotely(nak.payload);
    host.partition.pool.give(nak);
    activate(reader, nowPs);
  }

  /** No controller is at the end that asks. */
  @Override
  void timedOut(RcRequester requester, long nowPs) {}
}
