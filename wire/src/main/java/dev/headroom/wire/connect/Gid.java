package dev.headroom.wire.connect;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * GIDs of RoCE ports: their IPv6 address, or their IPv4 address as {@code ::ffff:a.b.c.d} (IBA
 * annex A17.4.5.2).
 */
public final class Gid {
  static final int BYTES = 16;
  private static final int PREFIX = 12;

  private Gid() {}

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
  static InetAddress anyAddress(byte[] gid) {
    try {
      return InetAddress.getByAddress(gid); // which knows addresses of IPv4 in those of IPv6
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // sixteen bytes are always an address
    }
  }

  /**
   * The IPv4 address in a GID.
   *
   * @throws ProtocolException if it is of another kind
   */
  public static Inet4Address address(byte[] gid) throws ProtocolException {
    byte[] address = Arrays.copyOfRange(gid, PREFIX, BYTES);
    byte[] prefix = Arrays.copyOf(gid, PREFIX);
    byte[] mapped = new byte[PREFIX];
    mapped[10] = -1;
    mapped[11] = -1;
    try {
      if (Arrays.equals(prefix, mapped)
          && InetAddress.getByAddress(address) instanceof Inet4Address found) {
        return found;
      }
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four bytes are always an address
    }
    throw new ProtocolException(
        "the peer's GID is not that of an IPv4 address; have it use a RoCE v2 GID of one (-g, -x or"
            + " --gid-index of its program)");
  }
}
