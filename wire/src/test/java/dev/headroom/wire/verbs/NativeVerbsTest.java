package dev.headroom.wire.verbs;

import dev.headroom.wire.ibverbs.NativeDevice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * An RDMA device of this machine, talking to itself. Skipped where there is none; the lab's guests
 * have one.
 */
final class NativeVerbsTest extends VerbsContract {
  @Override
  Devices open() throws IOException {
    Optional<InetAddress> address = address();
    Assumptions.assumeTrue(address.isPresent(), "this machine has no RDMA device");
    NativeDevice device = NativeDevice.open(address.orElseThrow());
    return new Devices() {
      @Override
      public Device one() {
        return device;
      }

      @Override
      public Device other() {
        return device;
      }

      @Override
      public void close() {
        device.close();
      }
    };
  }

  /** {@link PatternPeer} says why. */
  @Override
  boolean mayFence() {
    return false;
  }

  /** The first address of this machine that an RDMA device has. */
  private static Optional<InetAddress> address() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(network -> network.getInterfaceAddresses().stream())
        .map(InterfaceAddress::getAddress)
        .filter(each -> each.getAddress().length == 4)
        .filter(each -> NativeDevice.at(each).isPresent())
        .findFirst();
  }
}
