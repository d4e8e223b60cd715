package dev.headroom.wire.connect;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * A TCP connection beside the RDMA traffic. Messages have lengths that both sides know, so nobody
 * can make the other read more; nothing is waited for longer than {@link #patience}.
 */
public final class SideChannel implements AutoCloseable {
  /** Where {@code ibv_rc_pingpong} and perftest listen. */
  public static final int PORT = 18515;

  /** How long the other side may take for an answer, unless told otherwise. */
  public static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Socket socket;
  private final DataInputStream in;

  private SideChannel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    patience(PATIENCE);
  }

  /**
   * Connects to a server, from this address.
   *
   * @throws ConnectException with the server's address and port, if nobody listens there
   */
  public static SideChannel connect(InetAddress from, InetAddress server, int port)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(from, 0));
      socket.connect(new InetSocketAddress(server, port), (int) PATIENCE.toMillis());
      return new SideChannel(socket);
    } catch (ConnectException | NoRouteToHostException | SocketTimeoutException e) {
      socket.close();
      ConnectException failure =
          new ConnectException(
              server.getHostAddress()
                  + " TCP port "
                  + port
                  + ": "
                  + e.getMessage()
                  + "; is the server started, and let through on the way?");
      failure.initCause(e);
      throw failure;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Takes a connection that a server has accepted. */
  public static SideChannel of(Socket accepted) throws IOException {
    return new SideChannel(accepted);
  }

  /** How long the other side may take for its next message. */
  public void patience(Duration timeout) throws IOException {
    socket.setSoTimeout((int) timeout.toMillis());
  }

  /** The address at the other end. */
  public InetAddress remote() {
    return socket.getInetAddress();
  }

  /**
   * Reads a message.
   *
   * @throws ProtocolException if the other side ends or takes too long
   */
  public byte[] read(int bytes) throws IOException {
    byte[] message = new byte[bytes];
    try {
      in.readFully(message);
    } catch (java.io.EOFException e) {
      throw failure("ended the connection where a message of " + bytes + " bytes was due", e);
    } catch (SocketTimeoutException e) {
      throw failure("sent nothing for " + socket.getSoTimeout() / 1000 + " s", e);
    }
    return message;
  }

  private ProtocolException failure(String what, IOException cause) {
    ProtocolException failure =
        new ProtocolException("the peer " + socket.getInetAddress().getHostAddress() + " " + what);
    failure.initCause(cause);
    return failure;
  }

  public void write(byte[] message) throws IOException {
    socket.getOutputStream().write(message);
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
