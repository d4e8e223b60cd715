package dev.headroom.collect.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.sshd.common.config.keys.KeyUtils;

/**
 * SSH server that plays many hosts: each logs in as its own user. User {@code hangs} sends nothing,
 * {@code refuses} takes no key, {@code endless} sends a gigabyte, {@code fails} exits 3; the others
 * take the script and send a bundle.
 */
public final class PlayedHosts implements AutoCloseable {
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Set<String> scripts = ConcurrentHashMap.newKeySet();
  private final Set<String> commands = ConcurrentHashMap.newKeySet();
  private final Bundle bundle;
  private final PlayedSsh server;

  /** The bundle that a host sends. */
  @FunctionalInterface
  public interface Bundle {
    byte[] of(String host) throws IOException;
  }

  public PlayedHosts(KeyPair hostKey, PublicKey allowed, Bundle bundle) throws IOException {
    this.bundle = bundle;
    server =
        new PlayedSsh(
            "127.0.0.1",
            0,
            hostKey,
            (user, key) -> !user.equals("refuses") && KeyUtils.compareKeys(key, allowed),
            this::play);
  }

  public int port() {
    return server.port();
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
    server.close();
  }

  private int play(PlayedSsh.Session session) throws IOException, InterruptedException {
    commands.add(session.command());
    switch (session.user()) {
      case "hangs" -> closing.await();
      case "endless" -> {
        byte[] piece = new byte[1 << 16];
        for (long sent = 0; sent < 1L << 30; sent += piece.length) {
          session.out().write(piece);
        }
      }
      case "fails" -> {
        session.err().write("sh: awk: not found\u001b[2J\n".getBytes(StandardCharsets.UTF_8));
        return 3;
      }
      default -> {
        scripts.add(new String(session.in().readAllBytes(), StandardCharsets.UTF_8));
        session.out().write(bundle.of(session.user()));
      }
    }
    return 0;
  }
}
