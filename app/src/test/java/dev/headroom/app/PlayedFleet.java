package dev.headroom.app;

import dev.headroom.collect.fleet.PlayedHosts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/** {@linkplain PlayedHosts Hosts played by an SSH server}; each sends a bundle under its name. */
public final class PlayedFleet implements AutoCloseable {
  private final KeyPair own = key();
  private final PlayedHosts hosts;

  /** Each host has one file, the same for all. */
  public PlayedFleet(KeyPair client, String file, String text) throws Exception {
    hosts = new PlayedHosts(own, client.getPublic(), host -> bundle(host, file, text));
  }

  public int port() {
    return hosts.port();
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
    hosts.close();
  }

  private static byte[] bundle(String host, String file, String text) throws IOException {
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
}
