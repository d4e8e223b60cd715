package dev.headroom.wire.probe;

/**
 * Probe packet to send.
 *
 * @param flow which of the source ports
 * @param ttl 1 to 255; IPv6 calls it hop limit
 * @param trafficClass DSCP and ECN
 * @param payload bytes that it carries, 8 to 4,096
 */
record Probe(int flow, int ttl, int trafficClass, int payload) {
  /** More than any path has. */
  static final int WHOLE_WAY = 64;

  Probe {
    ProbeSettings.check("flow", flow, 0, ProbeSettings.MOST_SOURCE_PORTS - 1);
    ProbeSettings.check("TTL", ttl, 1, 255);
    ProbeSettings.check("traffic class", trafficClass, 0, 255);
    ProbeSettings.check("payload", payload, ProbeSocket.LEAST_PAYLOAD, ProbeSocket.MOST_PAYLOAD);
  }

  /** A short one. */
  static Probe small(int flow, int ttl, int trafficClass) {
    return new Probe(flow, ttl, trafficClass, 64);
  }
}
