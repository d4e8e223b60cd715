package dev.headroom.app.wire;

import dev.headroom.run.figures.Distribution;
import dev.headroom.wire.pingpong.RcPingPong;
import org.HdrHistogram.Histogram;

/** Statistics of returned pings. */
public final class PingStatistics {
  private static final int DIGITS = 3;
  private static final double US_PER_NS = 1e-3;

  private final boolean client;
  private final String peer;
  private final int bytes;
  private final boolean checked;
  private final Histogram latencyNs = new Histogram(DIGITS);
  private long pings;
  private long corrupted;
  private long elapsedNs;

  /**
   * @param client whether this side asked
   * @param bytes of each; 0 if that was up to the peer
   * @param checked whether somebody looked at what they carried
   */
  public PingStatistics(boolean client, String peer, int bytes, boolean checked) {
    this.client = client;
    this.peer = peer;
    this.bytes = bytes;
    this.checked = checked;
  }

  /** One ping. */
  public void add(boolean right, long ns) {
    pings++;
    corrupted += right ? 0 : 1;
    elapsedNs += ns;
    latencyNs.recordValue(ns);
  }

  /** All of them at once, of which only the time of all is known. */
  public void add(RcPingPong.Result result) {
    pings += result.messages();
    corrupted += result.corrupted();
    elapsedNs += result.elapsedNs();
  }

  public boolean client() {
    return client;
  }

  public String peer() {
    return peer;
  }

  public int bytes() {
    return bytes;
  }

  public boolean checked() {
    return checked;
  }

  public long pings() {
    return pings;
  }

  /** Pings that did not come back as they went; 0 if nobody looked. */
  public long corrupted() {
    return corrupted;
  }

  /** Microseconds that a ping took on average. */
  public double meanUs() {
    return pings == 0 ? 0 : elapsedNs * US_PER_NS / pings;
  }

  /** Microseconds; empty if the time of each is not known. */
  public Distribution latencyUs() {
    return Distribution.of(latencyNs, US_PER_NS);
  }

  /** The shortest, in microseconds. */
  public double leastUs() {
    return latencyNs.getTotalCount() == 0 ? 0 : latencyNs.getMinValue() * US_PER_NS;
  }
}
