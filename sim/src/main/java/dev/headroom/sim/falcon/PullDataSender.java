package dev.headroom.sim.falcon;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.delivery.PostedFlows;
import dev.headroom.sim.packet.FlowTuple;

/**
 * Sending end of a connection that is read: a packet of data for each pull request, in the data
 * window. It begins no transaction, so that the window of the other NIC does not hold it back
 * (Falcon 0.9, section 9.1.2).
 */
final class PullDataSender extends FalconSender {
  private final PullResponseQueue pieces;

  PullDataSender(FlowTuple route, FalconSettings settings, Controller controller, long labelKey) {
    this(route, settings, controller, labelKey, new PullResponseQueue());
  }

  private PullDataSender(
      FlowTuple route,
      FalconSettings settings,
      Controller controller,
      long labelKey,
      PullResponseQueue pieces) {
    super(
        route,
        settings,
        controller,
        labelKey,
        settings.fullFrame(),
        new PostedFlows(settings.messageSettings().mtu()), // nobody posts any
        pieces);
    this.pieces = pieces;
  }

  /** It is asked for one more packet. */
  void addRequest(int flow, int payload) {
    pieces.append(flow, payload, sent.first());
  }

  @Override
  public boolean isDone() {
    return sent.first() == pieces.end();
  }

  @Override
  int nicPackets() {
    return Integer.MAX_VALUE;
  }
}
