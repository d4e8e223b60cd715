package dev.headroom.sim.measure;

/**
 * Listener to the ways of data packets of chosen flows: it hears of each as it comes to the next
 * device, hosts and switches alike. It sees and never steers: a run is the same to the bit with it.
 * With several threads it is called by several at once, in order of time within each device.
 */
public interface HopListener {
  /** Hears of none. */
  HopListener NONE =
      new HopListener() {
        @Override
        public boolean follows(int flow) {
          return false;
        }

        @Override
        public void arrived(
            int flow, int number, int from, int to, long headPs, long tailPs, boolean marked) {}
      };

  /** Whether it wants the packets of a flow; asked for each packet of the run, so it is cheap. */
  boolean follows(int flow);

  /**
   * A data packet has come in. One that is lost on the link is not told.
   *
   * @param flow the flow that it belongs to
   * @param number its sequence number (PSN); a retransmission has that of the packet that was lost
   * @param from node that sent it over this link
   * @param to node that it comes to
   * @param headPs when its first bit came
   * @param tailPs when its last bit comes
   * @param marked whether it is marked (CE) when it comes
   */
  void arrived(int flow, int number, int from, int to, long headPs, long tailPs, boolean marked);
}
