package dev.headroom.model.sizing;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Bandwidth-delay product, {@code rate * RTT / 8}, which must be in flight to keep a path busy, and
 * the buffers that follow. Example: 400 Gb/s and 10 us are 500,000 B.
 *
 * @param rate of the path, over 0
 * @param roundTrip RTT, over 0
 */
public record BandwidthDelay(Rate rate, Time roundTrip) {
  /** The largest window that TCP can tell: 65,535 shifted by 14 (RFC 7323, section 2.3). */
  public static final long MOST_WINDOW_BYTES = 65_535L << 14;

  public BandwidthDelay {
    ArgumentChecks.positive("the rate", rate.bps(), rate);
    ArgumentChecks.positive("the round trip", roundTrip.ps(), roundTrip);
  }

  /** The bandwidth-delay product, rounded up to whole bytes. */
  public Size product() {
    return new Size((long) Math.ceil(rate.bps() * roundTrip.seconds() / 8));
  }

  /**
   * A socket buffer whose window is the product: twice that, since Linux keeps half of a socket
   * buffer for what packets cost beside their payload ({@code tcp_adv_win_scale} = 1).
   */
  public Size socketBuffer() {
    return new Size(2 * product().bytes());
  }

  /** Whether TCP can tell a window of the product. */
  public boolean fitsTcpWindow() {
    return product().bytes() <= MOST_WINDOW_BYTES;
  }

  /** The rate that a TCP stream with a socket buffer of this size gets at most. */
  public Rate rateWith(Size socketBuffer) {
    double bps = socketBuffer.bytes() / 2.0 * 8 / roundTrip.seconds();
    return new Rate(Math.min(rate.bps(), Math.round(bps)));
  }

  /** How many messages of a size must be outstanding to keep the path busy. */
  public long messages(Size message) {
    ArgumentChecks.positive("the message", message.bytes(), message);
    return Math.ceilDiv(product().bytes(), message.bytes());
  }
}
