package dev.headroom.collect.fleet;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.SshAgentFactory;
import org.apache.sshd.agent.SshAgentServer;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.common.util.threads.ThreadUtils;

/**
 * Client of an SSH agent behind its socket: the agent signs, and its keys stay there. The protocol
 * is that of draft-ietf-sshm-ssh-agent: a length of four bytes, and so many bytes.
 */
final class AgentSocket extends AbstractAgentProxy {
  private static final int MOST_BYTES = 256 << 10;

  private final SocketChannel channel;

  private AgentSocket(SocketChannel channel) {
    super(ThreadUtils.newSingleThreadExecutor("ssh-agent"));
    this.channel = channel;
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  protected synchronized Buffer request(Buffer buffer) throws IOException {
    ByteBuffer out = ByteBuffer.wrap(buffer.array(), buffer.rpos(), buffer.available());
    while (out.hasRemaining()) {
      channel.write(out);
    }
    int length = filled(ByteBuffer.allocate(4)).getInt(0);
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException("the SSH agent answered with " + length + " bytes");
    }
    return new ByteArrayBuffer(filled(ByteBuffer.allocate(length)).array());
  }

  private ByteBuffer filled(ByteBuffer in) throws IOException {
    while (in.hasRemaining()) {
      if (channel.read(in) < 0) {
        throw new IOException("the SSH agent closed the connection");
      }
    }
    return in;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    super.close();
  }

  /** Agents that are reached through a socket; nothing is forwarded to the other side. */
  record Factory(Path socket) implements SshAgentFactory {
    @Override
    public List<ChannelFactory> getChannelForwardingFactories(FactoryManager manager) {
      return List.of();
    }

    @Override
    public SshAgent createClient(Session session, FactoryManager manager) throws IOException {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(UnixDomainSocketAddress.of(socket));
      return new AgentSocket(channel);
    }

    @Override
    public SshAgentServer createServer(ConnectionService service) {
      throw new UnsupportedOperationException("agent forwarding is off");
    }
  }
}
