package dev.headroom.wire.verbs;

import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.soft.SoftLoop;
import java.io.IOException;
import java.net.InetAddress;

/** Two soft devices on the loopback interface, each with its thread. */
final class SoftVerbsTest extends VerbsContract {
  private static final int PORT = 14_950;

  @Override
  Devices open() throws IOException {
    SoftDevice one = SoftDevice.open(InetAddress.ofLiteral("127.0.0.1"), PORT);
    SoftDevice other = SoftDevice.open(InetAddress.ofLiteral("127.0.0.2"), PORT);
    SoftLoop first = SoftLoop.start(one);
    SoftLoop second = SoftLoop.start(other);
    return new Devices() {
      @Override
      public Device one() {
        return one;
      }

      @Override
      public Device other() {
        return other;
      }

      @Override
      public void close() {
        first.close();
        second.close();
      }
    };
  }
}
