package dev.headroom.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * An SSH server that plays a fleet: each host is a user of it, and sends a bundle under that name.
 * User {@code hangs} sends nothing, {@code refuses} takes no key, {@code endless} sends a gigabyte.
 */
public final class PlayedFleet implements AutoCloseable {
  private final SshServer server = SshServer.setUpDefaultServer();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final KeyPair own = key();
  private final String file;
  private final String text;

  /** Each host has one file, the same for all. */
  public PlayedFleet(KeyPair client, String file, String text) throws Exception {
    this.file = file;
    this.text = text;
    server.setHost("127.0.0.1");
    server.setKeyPairProvider(KeyPairProvider.wrap(own));
    server.setPublickeyAuthenticator((user, key, session) ->
        !user.equals("refuses") && KeyUtils.compareKeys(key, client.getPublic()));
    server.setCommandFactory((channel, command) -> new Played(channel.getSession().getUsername()));
    server.start();
  }

  public int port() {
    return server.getPort();
  }

  /** Its line of a file of known hosts. */
  public String known() {
    return "[127.0.0.1]:" + port() + " " + AuthorizedKeyEntry.toString(own.getPublic()) + "\n";
  }

  public static KeyPair key() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  /** Writes a private key as ssh-keygen does. */
  public static Path identity(KeyPair key, Path file) throws Exception {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(file)) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "", null, out);
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    server.stop(true);
  }

  private byte[] bundle(String host) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      TarArchiveEntry entry = new TarArchiveEntry("headroom-" + host + "/" + file);
      entry.setSize(content.length);
      tar.putArchiveEntry(entry);
      tar.write(content);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  private final class Played implements Command {
    private final String user;
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();
    private ExitCallback exit = (status, message, immediately) -> {};

    Played(String user) {
      this.user = user;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
      Thread.ofVirtual().start(this::play);
    }

    private void play() {
      try {
        switch (user) {
          case "hangs" -> closing.await();
          case "endless" -> {
            byte[] piece = new byte[1 << 16];
            for (long sent = 0; sent < 1L << 30; sent += piece.length) {
              out.write(piece);
            }
          }
          default -> {
            in.readAllBytes();
            out.write(bundle(user));
          }
        }
        out.flush();
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
    public void setErrorStream(OutputStream stream) {}
  }
}
