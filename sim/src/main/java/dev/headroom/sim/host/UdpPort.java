package dev.headroom.sim.host;

import dev.headroom.model.fabric.UdpSourcePort;
import dev.headroom.sim.kernel.Rng;

/**
 * UDP ports of RoCEv2. The destination is 4791; the source carries the entropy that ECMP hashes
 * ({@link UdpSourcePort} is Linux's choice).
 */
public final class UdpPort {
  public static final int ROCEV2 = 4791;

  private UdpPort() {}

  /**
   * A 24-bit queue pair number: a function of the host, its peer and which of their queue pairs it
   * is, never of the order of creation. 0 and 1 belong to management.
   */
  public static int queuePairNumber(int host, int peer, int index) {
    long bits = Rng.mix(((long) host << 40) ^ ((long) peer << 16) ^ index);
    return 2 + (int) Long.remainderUnsigned(bits, (1 << 24) - 2);
  }

  /** A source port as a NIC would choose it: random, but fixed for the connection. */
  public static int ofNic(long seed, int host, int peer, int index) {
    long key = Rng.key(seed, "udp " + host + " " + peer + " " + index);
    return UdpSourcePort.LOWEST | (int) (Rng.bits(key, 0) & 0x3fff);
  }
}
