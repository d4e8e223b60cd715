package dev.headroom.wire.connect;

import dev.headroom.model.text.FailureMessage;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A TCP connection beside the RDMA traffic. Messages have lengths that both sides know, so nobody
 * can make the other read more; nothing is waited for longer than {@link #messageTimeout}.
 */
public final class SideChannel implements AutoCloseable {
  /** Where {@code ibv_rc_pingpong} and perftest listen. */
  public static final int PORT = 18515;

  /** How long the other side may take for an answer, unless told otherwise. */
  public static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Socket socket;
  private final InputStream in;
  private Duration messageTimeout = PATIENCE;

  private SideChannel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
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
                  + FailureMessage.of(e)
                  + "; check that the server runs and that no firewall blocks the port");
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

  /** How long the other side may take for its next message, all of it. */
  public void messageTimeout(Duration timeout) {
    messageTimeout = timeout;
  }

  /** The address at this end. */
  public InetAddress local() {
    return socket.getLocalAddress();
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
    long endNs = System.nanoTime() + messageTimeout.toNanos();
    int got = 0;
    while (got < bytes) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
      if (leftMs <= 0) {
        throw failure(tooLate(got, bytes));
      }
      socket.setSoTimeout((int) Math.min(leftMs, Integer.MAX_VALUE));
      try {
        int more = in.read(message, got, bytes - got);
        if (more < 0) {
          throw failure(
              "closed the connection before a message of "
                  + bytes
                  + " bytes; it was stopped, failed (see its output), or has other options");
        }
        got += more;
      } catch (SocketTimeoutException e) {
        throw failure(tooLate(got, bytes));
      }
    }
    return message;
  }

  private String tooLate(int got, int bytes) {
    String time = messageTimeout.toMillis() / 1000.0 + " s";
    return got == 0
        ? "sent no data for " + time + "; it may be busy with another client"
        : "sent "
            + got
            + " bytes of "
            + bytes
            + " in "
            + time
            + "; both sides need the same options";
  }

  private ProtocolException failure(String what) {
    return new ProtocolException(
        "the peer " + socket.getInetAddress().getHostAddress() + " " + what);
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
