package dev.headroom.wire.connect;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
      one.messageTimeout(Duration.ofMillis(50));
      assertThatThrownBy(() -> one.read(4))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("127.0.0.1 sent no data for 0.05 s");
      other.write(new byte[3]);
      assertThatThrownBy(() -> one.read(4))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("127.0.0.1 sent 3 bytes of 4 in 0.05 s");
    }
  }

  /** Who sends a byte now and then would hold up a server for as long as it likes. */
  @Test
  void shouldNotBeHeldUpByteByByte() throws Exception {
    try (ServerSocket door = new ServerSocket(0, 1, HERE);
        SideChannel one = SideChannel.connect(HERE, HERE, door.getLocalPort());
        SideChannel other = SideChannel.of(door.accept())) {
      one.messageTimeout(Duration.ofMillis(300));
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Void> drip =
          CompletableFuture.runAsync(() -> {
            try {
              while (!over.get()) {
                other.write(new byte[1]);
                TimeUnit.MILLISECONDS.sleep(10);
              }
            } catch (IOException | InterruptedException e) {
              throw new CompletionException(e);
            }
          });
      assertThatThrownBy(() -> one.read(10_000))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("bytes of 10000 in 0.3 s");
      over.set(true);
      drip.join();
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
          .hasMessageContaining("before a message of 4 bytes");
    }
  }
}
