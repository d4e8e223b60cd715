package dev.headroom.sim.tcp;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Flows that a connection of iWARP reads, at the requesting end. A request for each goes out on a
 * stream of its own, the other half of the connection, while no more than ORD of them are under
 * way, on which both ends agree (RFC 6581).
 */
final class IwarpReadRequests {
  /** The stream of requests. */
  final TcpSender requests;

  private final long outstanding;
  private final Deque<Integer> waiting = new ArrayDeque<>();
  private long underWay;

  IwarpReadRequests(TcpSender requests, long outstanding) {
    this.requests = requests;
    this.outstanding = outstanding;
  }

  /** Appends a flow. */
  void post(int flow) {
    waiting.add(flow);
    sendRequest();
  }

  /** A flow is all there: another one may be asked for. */
  void complete() {
    underWay--;
    sendRequest();
  }

  private void sendRequest() {
    while (underWay < outstanding && !waiting.isEmpty()) {
      underWay++;
      requests.stream.post(waiting.remove(), StreamLayout.READ_REQUEST);
    }
  }
}
