package dev.headroom.sim.falcon;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.delivery.PostedFlows;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;

/**
 * Reading end of a connection: a pull request for each packet of data (RDMA over Falcon 0.9,
 * section 6.7), in the request window (Falcon 0.9, section 9.1.2). The data's room is taken when
 * its request leaves (section 8.2), so that only so many may wait for theirs.
 */
final class PullRequestSender extends FalconSender {
  private final FalconSettings.Pulls pulls;

  /** Requests whose data has not come. */
  private int waiting;

  /** Flows that have been asked for and are not all there. */
  private int underWay;

  PullRequestSender(
      FlowTuple route,
      FalconSettings settings,
      FalconSettings.Pulls pulls,
      Controller controller,
      long labelKey) {
    super(
        route,
        settings,
        controller,
        labelKey,
        pulls.requestFrame(),
        new PostedFlows(settings.messageSettings().mtu()));
    this.pulls = pulls;
  }

  @Override
  protected int frame(int payload) {
    return pulls.requestFrame();
  }

  @Override
  int type() {
    return Packet.READ_REQUEST;
  }

  @Override
  int receiveWindow() {
    return FalconSettings.Pulls.WINDOW;
  }

  @Override
  public boolean canSend(long nowPs) {
    return super.canSend(nowPs) && (sent.anyMissing() || mayAskForMore());
  }

  private boolean mayAskForMore() {
    return waiting < pulls.most() && (!flows.newBegins() || underWay < pulls.reads());
  }

  @Override
  public boolean fill(Packet packet, long nowPs) {
    boolean begins = flows.newBegins();
    boolean again = super.fill(packet, nowPs);
    if (!again) {
      waiting++;
      underWay += begins ? 1 : 0;
    }
    return again;
  }

  /** The data of a request has come. */
  void onData() {
    waiting--;
  }

  /** All data of a flow is there. */
  void complete() {
    underWay--;
  }
}
