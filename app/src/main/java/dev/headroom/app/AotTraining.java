package dev.headroom.app;

import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Training run for the JDK's ahead-of-time cache: the commands of a file, in one process. The
 * launcher runs it so that the JVM records the classes to load and the hot methods.
 *
 * <p>The arguments are the file, and {@code name=value} for each {@code {name}} in it. A line is a
 * command without {@code headroom}; empty lines and lines with {@code #} in front are comments. The
 * server of {@code serve} is asked for its first page and ended.
 */
final class AotTraining {
  private AotTraining() {}

  public static void main(String[] args) throws IOException {
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
    List<String> values = List.of(args).subList(1, args.length);
    for (String line : UserFile.text(Path.of(args[0]), UserFile.MOST_BY_HAND).lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] words = words(line, values);
        if (words[0].equals("serve")) {
          serve(err, words);
        } else {
          Headroom.run(out, err, words);
        }
      }
    }
  }

  private static void serve(PrintWriter err, String... words) throws IOException {
    StringWriter told = new StringWriter();
    Thread server =
        Thread.ofPlatform().start(() -> Headroom.run(new PrintWriter(told, true), err, words));
    try {
      while (server.isAlive() && !told.toString().endsWith("\n")) {
        Thread.sleep(10);
      }
      if (told.toString().isEmpty()) {
        return; // it does not start here, and has said why
      }
      URI address = URI.create(told.toString().strip());
      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
        client
            .getOutputStream()
            .write(
                "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                    .formatted(address.getAuthority())
                    .getBytes(StandardCharsets.US_ASCII));
        client.getInputStream().readAllBytes();
      }
      server.interrupt();
      server.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Replaces names after splitting, since a path may contain spaces. */
  private static String[] words(String line, List<String> values) {
    return Arrays.stream(line.strip().split(" +"))
        .map(word -> filled(word, values))
        .toArray(String[]::new);
  }

  private static String filled(String word, List<String> values) {
    String filled = word;
    for (String each : values) {
      int equals = each.indexOf('=');
      filled = filled.replace("{" + each.substring(0, equals) + "}", each.substring(equals + 1));
    }
    return filled;
  }
}
