package dev.headroom.wire.connect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.headroom.wire.verbs.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Exchange between the two sides of {@code ibv_rc_pingpong} (rdma-core, libibverbs/examples): LID,
 * queue pair, the PSN of their own first request and GID, in hexadecimal with colons between, and a
 * zero byte. The client speaks first; it ends with {@code done}.
 */
public final class PingPongExchange {
  /** {@code 0000:000000:000000:} with 32 digits of GID and a zero. */
  private static final int BYTES = 52;

  private static final byte[] DONE = "done\0".getBytes(ISO_8859_1);
  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6}):([0-9a-f]{32})\0");

  private PingPongExchange() {}

  /** The client's side. */
  public static Peer client(SideChannel channel, Peer self) throws IOException {
    channel.write(hello(self));
    Peer peer = peer(channel.read(BYTES));
    channel.write(DONE);
    return peer;
  }

  /**
   * The server's side.
   *
   * @param ready called with the client before it is answered: it sends as soon as it is
   */
  public static Peer server(SideChannel channel, Peer self, Consumer<Peer> ready)
      throws IOException {
    Peer peer = peer(channel.read(BYTES));
    if (!peer.address().equals(channel.remote())) {
      throw new ProtocolException(
          "the client's GID is of "
              + peer.address().getHostAddress()
              + ", but it connects from "
              + channel.remote().getHostAddress()
              + "; traffic to another address is not allowed");
    }
    ready.accept(peer);
    channel.write(hello(self));
    channel.read(DONE.length);
    return peer;
  }

  private static byte[] hello(Peer self) {
    return String.format(
            Locale.ROOT,
            "%04x:%06x:%06x:%s\0",
            0,
            self.queuePair(),
            self.startingPsn(),
            HexFormat.of().formatHex(RoceGid.of(self.address())))
        .getBytes(ISO_8859_1);
  }

  private static Peer peer(byte[] message) throws ProtocolException {
    Matcher form = FORM.matcher(new String(message, ISO_8859_1));
    if (!form.matches()) {
      throw new ProtocolException("the peer does not use the protocol of ibv_rc_pingpong");
    }
    InetAddress address = RoceGid.address(HexFormat.of().parseHex(form.group(4)));
    return new Peer(
        address, Integer.parseInt(form.group(2), 16), Integer.parseInt(form.group(3), 16));
  }
}
