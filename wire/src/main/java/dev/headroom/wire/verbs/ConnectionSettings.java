package dev.headroom.wire.verbs;

import java.util.Set;

/**
 * Settings of a connection between two queue pairs (IBA 11.2.5.2; the defaults are perftest's, but
 * for the shorter timeout).
 *
 * @param allowed what the peer may ask for
 * @param mtuBytes path MTU: 256, 512, 1024, 2048 or 4096; the same at both ends
 * @param timeout an ACK is waited for 4.096 us x 2^this, 1 to 31
 * @param retries how often a timeout or NAK is answered by sending again, 0 to 7
 * @param rnrRetries how often a peer that is not ready is asked again, 0 to 7; 7 is for ever
 * @param rnrTimer what this side asks a peer to wait when it is not ready, 0 to 31
 * @param readsAsked READs and atomics that this side has on their way at once, 1 to 16
 * @param readsServed as many as the peer may have, 0 to 16; not below the peer's readsAsked
 * @param pkey the partition of both (IBA 10.9); the highest bit says that this side is a full
 *     member, and one of the two must be
 * @param trafficClass DSCP and ECN of what is sent, 8 bits
 */
public record ConnectionSettings(
    Set<Access> allowed,
    int mtuBytes,
    int timeout,
    int retries,
    int rnrRetries,
    int rnrTimer,
    int readsAsked,
    int readsServed,
    int pkey,
    int trafficClass) {
  /** The partition that everybody is a full member of unless told otherwise (IBA 10.9.1.3). */
  public static final int DEFAULT_PKEY = 0xffff;

  /** DSCP 26, which many fabrics take for RoCE, and ECT(0). */
  public static final int DEFAULT_TRAFFIC_CLASS = (26 << 2) | 2;

  public static final ConnectionSettings DEFAULT =
      new ConnectionSettings(
          Set.of(Access.REMOTE_WRITE, Access.REMOTE_READ, Access.REMOTE_ATOMIC),
          1024,
          12,
          7,
          7,
          12,
          16,
          16);

  public ConnectionSettings {
    allowed = Set.copyOf(allowed);
    checkMtu(mtuBytes);
    within("timeout", timeout, 1, 31);
    within("retries", retries, 0, 7);
    within("rnrRetries", rnrRetries, 0, 7);
    within("rnrTimer", rnrTimer, 0, 31);
    within("readsAsked", readsAsked, 1, 16);
    within("readsServed", readsServed, 0, 16);
    within("pkey", pkey, 1, 0xffff);
    within("trafficClass", trafficClass, 0, 255);
  }

  /** In the default partition, with the default traffic class. */
  public ConnectionSettings(
      Set<Access> allowed,
      int mtuBytes,
      int timeout,
      int retries,
      int rnrRetries,
      int rnrTimer,
      int readsAsked,
      int readsServed) {
    this(
        allowed,
        mtuBytes,
        timeout,
        retries,
        rnrRetries,
        rnrTimer,
        readsAsked,
        readsServed,
        DEFAULT_PKEY,
        DEFAULT_TRAFFIC_CLASS);
  }

  static void checkMtu(int bytes) {
    if (Integer.bitCount(bytes) != 1 || bytes < 256 || bytes > 4096) {
      throw new IllegalArgumentException(
          "path MTU " + bytes + "; valid are 256, 512, 1024, 2048 or 4096");
    }
  }

  static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " " + value + "; " + least + " to " + most + " are valid");
    }
  }

  /** What a peer may ask for. */
  public ConnectionSettings allowing(Access... access) {
    return with(Set.of(access), mtuBytes, timeout, retries, rnrRetries, pkey, trafficClass);
  }

  /** With another path MTU. */
  public ConnectionSettings mtu(int bytes) {
    return with(allowed, bytes, timeout, retries, rnrRetries, pkey, trafficClass);
  }

  /** With another patience. */
  public ConnectionSettings patience(int newTimeout, int newRetries, int newRnrRetries) {
    return with(allowed, mtuBytes, newTimeout, newRetries, newRnrRetries, pkey, trafficClass);
  }

  /** In another partition. */
  public ConnectionSettings inPartition(int newPkey) {
    return with(allowed, mtuBytes, timeout, retries, rnrRetries, newPkey, trafficClass);
  }

  /** With another DSCP and ECN. */
  public ConnectionSettings marked(int newTrafficClass) {
    return with(allowed, mtuBytes, timeout, retries, rnrRetries, pkey, newTrafficClass);
  }

  private ConnectionSettings with(
      Set<Access> newAllowed,
      int newMtuBytes,
      int newTimeout,
      int newRetries,
      int newRnrRetries,
      int newPkey,
      int newTrafficClass) {
    return new ConnectionSettings(
        newAllowed,
        newMtuBytes,
        newTimeout,
        newRetries,
        newRnrRetries,
        rnrTimer,
        readsAsked,
        readsServed,
        newPkey,
        newTrafficClass);
  }
}
