package dev.headroom.prove.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.KeyPair;
import java.security.PublicKey;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** An SSH server whose hosts are this machine: it runs the script that comes in. */
final class PlayedSsh implements AutoCloseable {
  private final SshServer server = SshServer.setUpDefaultServer();

  PlayedSsh(KeyPair hostKey, PublicKey allowed) throws IOException {
    server.setHost("127.0.0.1");
    server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    server.setPublickeyAuthenticator((user, key, session) -> KeyUtils.compareKeys(key, allowed));
    server.setCommandFactory((channel, command) -> new Script());
    server.start();
  }

  int port() {
    return server.getPort();
  }

  @Override
  public void close() throws IOException {
    server.stop(true);
  }

  private static final class Script implements Command {
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();
    private ExitCallback exit = (status, message, immediately) -> {};

    @Override
    public void start(ChannelSession channel, Environment environment) {
      Thread.ofVirtual().start(this::run);
    }

    private void run() {
      try {
        Process shell = new ProcessBuilder("sh", "-s").redirectErrorStream(true).start();
        try (OutputStream script = shell.getOutputStream()) {
          in.transferTo(script);
        }
        shell.getInputStream().transferTo(out);
        out.flush();
        exit.onExit(shell.waitFor());
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
    public void setErrorStream(OutputStream stream) {}
  }
}
