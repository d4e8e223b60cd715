package dev.headroom.wire.connect;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * GIDs of RoCE ports: their IPv6 address, or their IPv4 address as {@code ::ffff:a.b.c.d} (IBA
 * annex A17.4.5.2).
 */
public final class RoceGid {
  static final int BYTES = 16;
  private static final int PREFIX = 12;

  private RoceGid() {}

  /** The GID of an address, 16 bytes. */
  public static byte[] of(InetAddress address) {
    if (address.getAddress().length == BYTES) {
      return address.getAddress();
    }
    byte[] gid = new byte[BYTES];
    gid[10] = -1;
    gid[11] = -1;
    System.arraycopy(address.getAddress(), 0, gid, PREFIX, 4);
    return gid;
  }

  /** The address in a GID, of either kind. */
  public static InetAddress address(byte[] gid) {
    try {
      return InetAddress.getByAddress(gid); // which knows addresses of IPv4 in those of IPv6
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // sixteen bytes are always an address
    }
  }
}
