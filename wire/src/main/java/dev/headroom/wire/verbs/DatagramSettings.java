package dev.headroom.wire.verbs;

/**
 * Settings of a queue pair for datagrams.
 *
 * @param qkey what those who send to it must know (IBA 10.2.5)
 * @param pkey its partition; those of another are not heard (IBA 10.9)
 * @param mtuBytes the most that a datagram carries: 256, 512, 1024, 2048 or 4096
 * @param trafficClass DSCP and ECN of what it sends, 8 bits
 */
public record DatagramSettings(int qkey, int pkey, int mtuBytes, int trafficClass) {
  public DatagramSettings {
    ConnectionSettings.checkMtu(mtuBytes);
    ConnectionSettings.within("pkey", pkey, 1, 0xffff);
    ConnectionSettings.within("trafficClass", trafficClass, 0, 255);
  }

  /** In the default partition, with DSCP 26, and 1024 bytes at most. */
  public DatagramSettings(int qkey) {
    this(qkey, ConnectionSettings.DEFAULT_PKEY, 1024, ConnectionSettings.DEFAULT_TRAFFIC_CLASS);
  }
}
