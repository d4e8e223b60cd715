package dev.headroom.prove.sample;

import dev.headroom.collect.fleet.PlayedSsh;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/**
 * SSH server that plays any number of machines, on all addresses of this one. It runs the script in
 * a real shell over a folder of files, once for each of its forms; a machine that is asked with the
 * same script again gives the same answer, so that a thousand cost no more than one.
 */
public final class PlayedMachines implements AutoCloseable {
  private final PlayedSsh server;
  private final AtomicInteger sessions = new AtomicInteger();
  private final boolean remembers;
  private final Path root;
  private final Map<String, byte[][]> answers = new ConcurrentHashMap<>();

  /**
   * Listens at a free port, with a key of its own; writes {@code known_hosts} and the key for
   * logging in, {@code key}, into a folder.
   *
   * @param root where the files of the machines are
   * @param remembers whether to give the same answer to the same script
   * @param machines how many addresses known_hosts has, from 127.1.0.1 on
   */
  public PlayedMachines(Path root, Path folder, int port, boolean remembers, int machines)
      throws IOException, GeneralSecurityException {
    this.root = root;
    this.remembers = remembers;
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair host = generator.generateKeyPair();
    KeyPair user = generator.generateKeyPair();
    try (OutputStream key = Files.newOutputStream(folder.resolve("key"))) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(user, "played", null, key);
    }
    server =
        new PlayedSsh(
            "0.0.0.0",
            port,
            host,
            (name, key) -> {
              sessions.incrementAndGet();
              return key.equals(user.getPublic());
            },
            this::play);
    StringBuilder known = new StringBuilder();
    StringBuilder hosts = new StringBuilder();
    String entry = PublicKeyEntry.toString(host.getPublic());
    for (int i = 0; i < machines; i++) {
      String address = "127.1.%d.%d".formatted(i / 250, 1 + i % 250);
      known.append("[%s]:%d %s%n".formatted(address, server.port(), entry));
      hosts.append("admin@%s:%d%n".formatted(address, server.port()));
    }
    Files.writeString(folder.resolve("known_hosts"), known);
    Files.writeString(folder.resolve("hosts.txt"), hosts);
  }

  int port() {
    return server.port();
  }

  /** How often somebody logged in. */
  int logins() {
    return sessions.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private int play(PlayedSsh.Session session) throws IOException {
    byte[][] answer = answer(new String(session.in().readAllBytes(), StandardCharsets.UTF_8));
    session.out().write(answer[0]);
    session.err().write(answer[1]);
    return 0;
  }

  private byte[][] answer(String script) throws IOException {
    byte[][] known = remembers ? answers.get(script) : null;
    if (known == null) {
      known = run(script);
      answers.put(script, known);
    }
    return known;
  }

  /**
   * The script with the folder before each path, and its output without. Programs in the folder's
   * {@code bin} are found before those of this machine.
   */
  private byte[][] run(String script) throws IOException {
    String there =
        script
            .replaceAll("(?<=[ |])/(sys|proc)/", root + "/$1/")
            .replace(" PATH=", " PATH=" + root + "/bin:");
    Process shell = new ProcessBuilder("sh", "-s").start();
    try (OutputStream to = shell.getOutputStream()) {
      to.write(there.getBytes(StandardCharsets.UTF_8));
    }
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    Thread reader =
        Thread.ofVirtual()
            .start(() -> {
              try (InputStream in = shell.getErrorStream()) {
                in.transferTo(errors);
              } catch (IOException e) {
                shell.destroyForcibly(); // the test sees that nothing came
              }
            });
    byte[] output;
    try (InputStream in = shell.getInputStream()) {
      output = in.readAllBytes();
    }
    try {
      reader.join();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return new byte[][] {without(output), without(errors.toByteArray())};
  }

  private byte[] without(byte[] text) {
    return new String(text, StandardCharsets.ISO_8859_1)
        .replace(root + "/", "/")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A process of its own, for measurements: ROOT FOLDER PORT MACHINES. It ends with its input. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    int port = Integer.parseInt(arguments[2]);
    int machines = Integer.parseInt(arguments[3]);
    try (PlayedMachines played =
        new PlayedMachines(Path.of(arguments[0]), folder, port, true, machines)) {
      System.out.println("listening at port " + played.port());
      while (System.in.read() >= 0) {
        // until the caller closes it
      }
    }
  }
}
