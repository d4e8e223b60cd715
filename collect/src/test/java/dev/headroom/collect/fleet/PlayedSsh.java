package dev.headroom.collect.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.function.BiPredicate;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** SSH server for tests, on addresses of this machine. A function answers each command. */
public final class PlayedSsh implements AutoCloseable {
  private final SshServer server = SshServer.setUpDefaultServer();

  /** What answers a command. */
  @FunctionalInterface
  public interface Answer {
    /** The exit code of the command; 1 where it throws. */
    int to(Session session) throws IOException, InterruptedException;
  }

  /** A command that a client runs, and its streams. */
  public record Session(
      String user, String command, InputStream in, OutputStream out, OutputStream err) {}

  /**
   * Listens at once.
   *
   * @param address to listen at
   * @param port to listen at; 0 for a free one
   * @param mayLogIn whether a user may log in with a key
   */
  public PlayedSsh(
      String address,
      int port,
      KeyPair hostKey,
      BiPredicate<String, PublicKey> mayLogIn,
      Answer answer)
      throws IOException {
    server.setHost(address);
    server.setPort(port);
    server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    server.setPublickeyAuthenticator((user, key, session) -> mayLogIn.test(user, key));
    server.setCommandFactory(
        (channel, command) -> new Played(channel.getSession().getUsername(), command, answer));
    server.start();
  }

  public int port() {
    return server.getPort();
  }

  @Override
  public void close() throws IOException {
    server.stop(true);
  }

  private static final class Played implements Command {
    private final String user;
    private final String command;
    private final Answer answer;
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();
    private OutputStream err = OutputStream.nullOutputStream();
    private ExitCallback exit = (status, message, immediately) -> {};

    Played(String user, String command, Answer answer) {
      this.user = user;
      this.command = command;
      this.answer = answer;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
      Thread.ofVirtual().start(this::play);
    }

    private void play() {
      try {
        int code = answer.to(new Session(user, command, in, out, err));
        out.flush();
        err.flush();
        exit.onExit(code);
      } catch (IOException e) {
        exit.onExit(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        exit.onExit(1);
      }
    }

    @Override
    public void destroy(ChannelSession channel) {}

    @Override
    public void setExitCallback(ExitCallback callback) {
      exit = callback;
    }

    @Override
    public void setInputStream(InputStream stream) {
      in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
      out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
      err = stream;
    }
  }
}
