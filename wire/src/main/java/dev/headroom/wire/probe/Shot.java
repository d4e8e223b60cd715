package dev.headroom.wire.probe;

/**
 * One packet to send.
 *
 * @param flow which of the source ports
 * @param ttl 1 to 255; IPv6 calls it hop limit
 * @param trafficClass DSCP and ECN
 * @param payload bytes that it carries
 */
record Shot(int flow, int ttl, int trafficClass, int payload) {
  /** More than any path has. */
  static final int WHOLE_WAY = 64;

  /** A short one. */
  static Shot small(int flow, int ttl, int trafficClass) {
    return new Shot(flow, ttl, trafficClass, 64);
  }
}
