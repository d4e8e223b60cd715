package dev.headroom.wire.soft;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** IPv4 addresses as 32 bits. */
final class Addresses {
  private Addresses() {}

  static int of(Inet4Address address) {
    return ByteBuffer.wrap(address.getAddress()).getInt();
  }

  static InetAddress of(int address) {
    try {
      return InetAddress.getByAddress(ByteBuffer.allocate(4).putInt(address).array());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four bytes are always an address
    }
  }
}
