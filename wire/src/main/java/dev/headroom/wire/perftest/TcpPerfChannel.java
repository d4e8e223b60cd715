package dev.headroom.wire.perftest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.headroom.wire.connect.SideChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.time.Duration;

/**
 * Control channel over a TCP connection, on which keys are text.
 *
 * @param peer the address that the peer's queue pairs must have
 */
record TcpPerfChannel(SideChannel channel, InetAddress peer) implements PerfChannel {
  private static final byte[] DONE = "done\0".getBytes(ISO_8859_1);

  @Override
  public void write(byte[] message) throws IOException {
    channel.write(message);
  }

  @Override
  public byte[] read(int bytes) throws IOException {
    return channel.read(bytes);
  }

  @Override
  public void setTimeout(Duration patience) throws IOException {
    channel.messageTimeout(patience);
  }

  @Override
  public byte[] form(PerfQpInfo keys) {
    return keys.write();
  }

  @Override
  public PerfQpInfo keys(byte[] message) throws ProtocolException {
    PerfQpInfo theirs = PerfQpInfo.read(message);
    if (!theirs.host().equals(peer)) {
      throw new ProtocolException(
          "the peer's GID is that of "
              + theirs.host().getHostAddress()
              + ", but the expected address is "
              + peer.getHostAddress()
              + "; traffic to another address is not allowed (--peer ADDRESS sets the expected "
              + "address)");
    }
    return theirs;
  }

  @Override
  public void part() throws IOException {
    channel.write(DONE);
  }
}
