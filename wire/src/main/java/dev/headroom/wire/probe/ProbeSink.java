package dev.headroom.wire.probe;

import java.io.IOException;
import java.util.List;

/** Destination of the packets of a probe: the peer, or this machine. */
interface ProbeSink {
  /**
   * A packet that arrived.
   *
   * @param sequence the number that it carried
   * @param trafficClass DSCP and ECN as they arrived
   */
  record Arrival(int sequence, int trafficClass) {}

  /**
   * Forgets what came so far: a round begins.
   *
   * @param packets of the round
   * @param lastsNs how long it takes to send them
   */
  void begin(int packets, long lastsNs) throws IOException, InterruptedException;

  /** What has arrived since, in that order. */
  List<Arrival> end() throws IOException, InterruptedException;
}
