package dev.headroom.congestion;

import dev.headroom.unit.setting.Setting;

/**
 * In-band telemetry (INT) as an acknowledgement returns it: for each link on the path its queue,
 * the bytes that it has sent, the time of that reading, and its rate (Li et al., SIGCOMM 2019,
 * section 4.1). How few bits that takes on the wire is the framing's matter; here nothing is
 * rounded or wraps.
 */
public final class Telemetry {
  /**
   * What switches write of it.
   *
   * @param hops switches that find room in a packet
   * @param unit in multiples of which they tell bytes
   */
  public record Settings(
      @Setting(
              key = "congestion.hpcc.telemetryHops",
              fallback = "5",
              least = "1",
              most = "16",
              means =
                  "number of switches whose telemetry fits in a packet, 8 B each; switches "
                      + "after them add none",
              source = "HPCC, SIGCOMM 2019, section 4.1: 42 B for five hops, on data and ACK")
          int hops,
      @Setting(
              key = "congestion.hpcc.telemetryUnit",
              fallback = "1",
              least = "1",
              most = "1024",
              means =
                  "telemetry resolution: switches report bytes sent in multiples of 128 B, "
                      + "and queues in multiples of 80 B, times this factor",
              source =
                  "IntHop of the HPCC simulator; INT_MULTI, which run.py sets to 1 for each "
                      + "25 Gb/s")
          int unit) {
    public Settings {
      RangeCheck.check("number of switches with telemetry", hops, 1, MOST_HOPS);
      RangeCheck.check("unit", unit, 1, Integer.MAX_VALUE);
    }
  }

  /** Links on the longest way through a fabric of three tiers, twice, and then some. */
  public static final int MOST_HOPS = 16;

  /** Names the way taken, so that two readings are compared only where they are of one way. */
  public long pathId;

  /**
   * Where counters of bytes begin anew; 0: nowhere. Where they do, readings of any two ways are
   * compared, as the HPCC simulator compares them, which knows no path ID.
   */
  public long sentWrap;

  /** Where clocks begin anew, if counters do. */
  public long timeWrapPs;

  private final long[] queueBytes;
  private final long[] sentBytes;
  private final long[] atPs;
  private final long[] rateBps;
  private int hops;
  private boolean spoilt;
  private int beyond;

  /**
   * @param mostHops hops there is room for
   */
  public Telemetry(int mostHops) {
    queueBytes = new long[mostHops];
    sentBytes = new long[mostHops];
    atPs = new long[mostHops];
    rateBps = new long[mostHops];
  }

  /** Forgets all hops. */
  public void clear() {
    hops = 0;
    pathId = 0;
    sentWrap = 0;
    timeWrapPs = 0;
    spoilt = false;
    beyond = 0;
  }

  /**
   * Adds a link for which there is no room: it takes the place of the first, the next that of the
   * second, as in the header of Alibaba's HPCC simulator ({@code IntHeader::PushHop}), whose
   * senders heed such a reading only as the first of a flow.
   */
  public void addBeyond(long queue, long sent, long timePs, long bps) {
    spoilt = true;
    set(beyond++ % queueBytes.length, queue, sent, timePs, bps);
  }

  /**
   * Appends a link.
   *
   * @param queue bytes waiting for it
   * @param sent bytes it has sent since the start
   * @param timePs when both were read, on the switch's clock
   * @param bps its rate
   */
  public void add(long queue, long sent, long timePs, long bps) {
    if (hops == queueBytes.length) {
      throw new IllegalStateException(
          "telemetry has more than the maximum of %d hops".formatted(hops));
    }
    set(hops++, queue, sent, timePs, bps);
  }

  private void set(int hop, long queue, long sent, long timePs, long bps) {
    queueBytes[hop] = queue;
    sentBytes[hop] = sent;
    atPs[hop] = timePs;
    rateBps[hop] = bps;
  }

  /** Links reported. */
  public int hops() {
    return hops;
  }

  /** Bytes that waited for a link. */
  public long queueBytes(int hop) {
    return queueBytes[hop];
  }

  /** Bytes that a link had sent since the start. */
  public long sentBytes(int hop) {
    return sentBytes[hop];
  }

  /** When a link was read, on its switch's clock. */
  public long atPs(int hop) {
    return atPs[hop];
  }

  /** Rate of a link. */
  public long rateBps(int hop) {
    return rateBps[hop];
  }

  /** Whether the way had more hops than there is room for. */
  public boolean isSpoilt() {
    return spoilt;
  }

  /** Whether another reading is of the same links, so that differences mean something. */
  public boolean continues(Telemetry before) {
    return hops > 0
        && (sentWrap > 0 ? before.hops > 0 : hops == before.hops && pathId == before.pathId);
  }

  /** Bytes that a link has sent since an earlier reading. */
  public long sentSince(Telemetry before, int hop) {
    long bytes = sentBytes[hop] - before.sentBytes[hop];
    return bytes < 0 ? bytes + sentWrap : bytes;
  }

  /** Time since an earlier reading of a link. */
  public long elapsedPs(Telemetry before, int hop) {
    long ps = atPs[hop] - before.atPs[hop];
    return ps < 0 ? ps + timeWrapPs : ps;
  }

  /** Whether there is room for no more hops. */
  public boolean isFull() {
    return spoilt || hops == queueBytes.length;
  }

  /** Takes one hop over from another reading of as many. */
  public void copy(Telemetry other, int hop) {
    queueBytes[hop] = other.queueBytes[hop];
    sentBytes[hop] = other.sentBytes[hop];
    atPs[hop] = other.atPs[hop];
    rateBps[hop] = other.rateBps[hop];
  }

  /** Becomes a copy. */
  public void copy(Telemetry other) {
    clear();
    pathId = other.pathId;
    sentWrap = other.sentWrap;
    timeWrapPs = other.timeWrapPs;
    spoilt = other.spoilt;
    for (int hop = 0; hop < other.hops; hop++) {
      add(other.queueBytes[hop], other.sentBytes[hop], other.atPs[hop], other.rateBps[hop]);
    }
  }
}
