package dev.headroom.web.registration;

import dev.headroom.wire.memory.NoMemoryException;
import dev.headroom.wire.memory.PageKind;
import dev.headroom.wire.memory.RegistrationTracer;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import dev.headroom.wire.verbs.ConnectionSettings;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Registration of memory of this machine, with a software device on a free UDP port of the loopback
 * address.
 */
public final class MachineRegistration {
  /** Most bytes that a page may ask for: they are taken from other programs meanwhile. */
  public static final long MOST_BYTES = 256L << 20;

  private static final int ROUNDS = 3;

  /** The largest MTU of a path; the loopback interface has room for it. */
  private static final int MTU = 4096;

  private MachineRegistration() {}

  /**
   * Registers memory a few times.
   *
   * @param bytes over 0, at most {@link #MOST_BYTES}
   * @throws NoMemoryException if memory cannot be had, pinned or registered
   */
  public static RegistrationResult of(long bytes, PageKind pages)
      throws IOException, InterruptedException {
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(bytes + " B; valid is 1 B to " + MOST_BYTES + " B");
    }
    InetAddress own = InetAddress.getLoopbackAddress();
    SoftDevice device = SoftDevice.open(own, freePort(own));
    try (SoftLoop _ = SoftLoop.start(device)) {
      return new RegistrationResult(
          "software device at " + own.getHostAddress(),
          pages,
          ROUNDS,
          new RegistrationTracer(device, false, ConnectionSettings.DEFAULT.mtu(MTU))
              .trace(bytes, pages, ROUNDS, _ -> {}));
    }
  }

  private static int freePort(InetAddress own) throws IOException {
    try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(own, 0))) {
      return socket.getLocalPort();
    }
  }
}
