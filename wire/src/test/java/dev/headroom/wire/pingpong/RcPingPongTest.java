package dev.headroom.wire.pingpong;

import static dev.headroom.wire.pingpong.Neighbours.address;
import static dev.headroom.wire.pingpong.Neighbours.beside;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.wire.connect.PingPongExchange;
import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RcPingPongTest {
  private static final ConnectionSettings CONNECTION = ConnectionSettings.DEFAULT.mtu(1024);

  private static final String HERE = "127.0.0.11";
  private static final String THERE = "127.0.0.12";

  @Test
  void shouldSayThatBothSidesAreToldTheirSizes() throws Exception {
    try (Neighbours ends = new Neighbours(HERE, THERE);
        ServerSocket door = new ServerSocket(0, 1, address(THERE))) {
      CompletableFuture<RcPingPong.Result> server =
          beside(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              return RcPingPong.server(
                  ends.there, channel, new RcPingPong.Settings(1000, 5, CONNECTION, true));
            }
          });
      try (SideChannel channel =
          SideChannel.connect(address(HERE), address(THERE), door.getLocalPort())) {
        assertThatThrownBy(() ->
                RcPingPong.client(
                    ends.here, channel, new RcPingPong.Settings(4096, 5, CONNECTION, true)))
            .isInstanceOf(ProtocolException.class)
            .hasMessage(
                "a send ended with REMOTE_INVALID_REQUEST; both sides need the same size and "
                    + "number of messages");
      }
      assertThatThrownBy(() -> server.get(20, TimeUnit.SECONDS))
          .hasMessageContaining("LOCAL_LENGTH_ERROR; both sides need the same size");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4096, 10_000})
  void shouldBringEveryMessageBackAsItWent(int bytes) throws Exception {
    RcPingPong.Settings settings = new RcPingPong.Settings(bytes, 50, CONNECTION, true);
    try (Neighbours ends = new Neighbours(HERE, THERE);
        ServerSocket door = new ServerSocket(0, 1, address(THERE))) {
      CompletableFuture<RcPingPong.Result> server =
          beside(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              return RcPingPong.server(ends.there, channel, settings);
            }
          });
      try (SideChannel channel =
          SideChannel.connect(address(HERE), address(THERE), door.getLocalPort())) {
        assertThat(RcPingPong.client(ends.here, channel, settings))
            .returns(50, RcPingPong.Result::messages)
            .returns(0, RcPingPong.Result::corrupted)
            .returns(true, RcPingPong.Result::confirmed);
      }
      assertThat(server.get(20, TimeUnit.SECONDS))
          .returns(50, RcPingPong.Result::messages)
          .returns(0, RcPingPong.Result::corrupted);
      assertThat(ends.here.regions() + ends.there.regions()).isZero();
    }
  }

  /** Whether it has the last message, nobody can know then: all others have come back. */
  @Test
  void shouldEndThoughItsLastMessageIsNotAcknowledged() throws Exception {
    RcPingPong.Settings settings = new RcPingPong.Settings(64, 1, CONNECTION, false);
    try (Neighbours ends = new Neighbours("127.0.0.19", "127.0.0.20");
        ServerSocket door = new ServerSocket(0, 1, address("127.0.0.20"))) {
      CompletableFuture<RcPingPong.Result> server =
          beside(() -> {
            try (SideChannel channel = SideChannel.of(door.accept())) {
              return RcPingPong.server(ends.there, channel, settings);
            }
          });
      CompletionQueue queue = ends.here.createCompletionQueue(4);
      ProtectionDomain domain = ends.here.allocateProtectionDomain();
      QueuePair pair = domain.createQueuePair(new QueuePairLimits(1, 1), queue, queue);
      MemoryRegion memory =
          domain.register(MemorySegment.ofArray(new byte[64]), Set.of(Access.LOCAL_WRITE));
      try (SideChannel channel =
          SideChannel.connect(address("127.0.0.19"), address("127.0.0.20"), door.getLocalPort())) {
        pair.connect(PingPongExchange.client(channel, pair.self()), CONNECTION.allowing());
        pair.post(WorkRequest.send(1, memory.slice(0, 64)));
        assertThat(queue.await(10_000_000_000L)).isPresent();
        ends.silenceHere();
        assertThat(server.get(20, TimeUnit.SECONDS))
            .returns(1, RcPingPong.Result::messages)
            .returns(false, RcPingPong.Result::confirmed);
      }
    }
  }

  /** A client that says it is somebody else would have this side send to that address. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000:000011:000022:00000000000000000000ffff0a4d0009\0",
        "0000:000011:000022:fe800000000000000000ffff7f00000b\0",
        "GET / HTTP/1.1 and so on, which is long enough for\r\n"
      })
  void shouldRefuseWhatIsNoHonestClient(String hello) throws Exception {
    assertThat(hello).hasSize(52);
    try (Neighbours ends = new Neighbours(HERE, THERE);
        ServerSocket door = new ServerSocket(0, 1, address(THERE));
        Socket client = new Socket(address(THERE), door.getLocalPort(), address(HERE), 0);
        SideChannel channel = SideChannel.of(door.accept())) {
      client.getOutputStream().write(hello.getBytes(StandardCharsets.ISO_8859_1));
      assertThatThrownBy(() ->
              RcPingPong.server(
                  ends.there, channel, new RcPingPong.Settings(64, 1, CONNECTION, true)))
          .isInstanceOf(ProtocolException.class)
          .isInstanceOf(IOException.class);
      assertThat(ends.there.sent()).isZero();
    }
  }
}
