package dev.headroom.wire.probe;

import java.io.IOException;
import java.util.SequencedMap;

/** Source of the packets of a probe: this machine, or the peer on request. */
interface ProbeSource {
  /**
   * What it has.
   *
   * @param flows UDP source ports
   * @param quotes whether it sees how packets looked where routers quote them
   * @param mtuBytes what its interface takes
   * @param leastGapNs between two packets, as fast as it may
   */
  record Means(int flows, boolean quotes, int mtuBytes, long leastGapNs) {}

  /**
   * What became of a volley, as far as it is known where it left.
   *
   * @param sent how many this machine let go
   * @param answers what routers said of which shot, in the order in which they did
   */
  record Fired(int sent, SequencedMap<Integer, IcmpHopError> answers) {}

  Means means();

  /** Sends all, and waits for as long as answers may take. */
  Fired sendBurst(ProbeBurst probeBurst) throws IOException, InterruptedException;
}
