package dev.headroom.congestion.tcp;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;

/**
 * TCP Reno: RFC 5681, section 3.1 and 3.2.
 *
 * <pre>
 *   ACK       under the threshold  W += min(acked, packet)
 *             else                 W += packet acked/W
 *   loss      W = threshold = max(W/2, 2 packets), once a window; a mark the same (RFC 3168)
 *   timeout   threshold = max(W/2, 2 packets), W = one packet
 * </pre>
 *
 * What is left to the transport or done otherwise: see {@link LossBasedController}.
 */
public final class Reno extends LossBasedController {
  public Reno(TcpWindowSettings windows, Path path) {
    super(windows, path);
  }

  @Override
  void grow(long nowPs, Feedback feedback) {
    growByPacket(feedback);
  }

  @Override
  double afterLoss() {
    return window() / 2;
  }
}
