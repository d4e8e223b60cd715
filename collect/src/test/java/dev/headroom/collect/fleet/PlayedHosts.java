package dev.headroom.collect.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * An SSH server that plays many hosts: each logs in as its own user. One hangs, one refuses the
 * key, one sends a gigabyte; the others take the script and send a small bundle.
 */
final class PlayedHosts implements AutoCloseable {
  private final SshServer server = SshServer.setUpDefaultServer();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Set<String> scripts = ConcurrentHashMap.newKeySet();
  private final Set<String> commands = ConcurrentHashMap.newKeySet();
  private final PublicKey allowed;
  private final byte[] bundle;

  PlayedHosts(KeyPair hostKey, PublicKey allowed, byte[] bundle) throws IOException {
    this.allowed = allowed;
    this.bundle = bundle;
    server.setHost("127.0.0.1");
    server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    server.setPublickeyAuthenticator(
        (user, key, session) -> !user.equals("refuses") && KeyUtils.compareKeys(key, this.allowed));
    server.setCommandFactory((channel, command) -> new Played(channel, command));
    server.start();
  }

  int port() {
    return server.getPort();
  }

  /** Every script that came in. */
  Set<String> scripts() {
    return scripts;
  }

  /** Every command that was asked for. */
  Set<String> commands() {
    return commands;
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    server.stop(true);
  }

  private final class Played implements Command {
    private final String user;
    private final String command;
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();
    private OutputStream err = OutputStream.nullOutputStream();
    private ExitCallback exit = (status, message, immediately) -> {};

    Played(ChannelSession channel, String command) {
      this.user = channel.getSession().getUsername();
      this.command = command;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
      Thread.ofVirtual().start(this::play);
    }

    private void play() {
      try {
        commands.add(command);
        switch (user) {
          case "hangs" -> closing.await();
          case "endless" -> {
            byte[] piece = new byte[1 << 16];
            for (long sent = 0; sent < 1L << 30; sent += piece.length) {
              out.write(piece);
            }
            out.flush();
          }
          case "fails" -> {
            err.write("sh: awk: not found\u001b[2J\n".getBytes(StandardCharsets.UTF_8));
            err.flush();
            exit.onExit(3);
            return;
          }
          default -> {
            scripts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            out.write(bundle);
            out.flush();
          }
        }
        exit.onExit(0);
      } catch (IOException | InterruptedException e) {
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
