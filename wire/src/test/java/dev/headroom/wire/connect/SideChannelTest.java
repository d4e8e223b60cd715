package dev.headroom.wire.connect;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that says nothing, or too little. */
@Timeout(20)
final class SideChannelTest {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

  @Test
  void shouldWaitNoLongerThanItsPatience() throws Exception {
    try (ServerSocket door = new ServerSocket(0, 1, HERE);
        SideChannel one = SideChannel.connect(HERE, HERE, door.getLocalPort());
        SideChannel other = SideChannel.of(door.accept())) {
      one.patience(Duration.ofMillis(50));
      other.write(new byte[3]);
      assertThatThrownBy(() -> one.read(4))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("127.0.0.1 sent nothing for");
    }
  }

  @Test
  void shouldSayThatThePeerEndedInTheMiddle() throws Exception {
    try (ServerSocket door = new ServerSocket(0, 1, HERE);
        SideChannel one = SideChannel.connect(HERE, HERE, door.getLocalPort())) {
      try (SideChannel other = SideChannel.of(door.accept())) {
        other.write(new byte[3]);
      }
      assertThatThrownBy(() -> one.read(4))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("a message of 4 bytes was due");
    }
  }
}
