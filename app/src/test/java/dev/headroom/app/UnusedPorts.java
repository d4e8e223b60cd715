package dev.headroom.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Numbers of ports at which nobody listens, each given once. None is opened to try it: a process
 * that a test beside this one starts has all that is open here for some milliseconds, and the port
 * would be in use just when it is needed. They are lower than those that Linux gives by itself.
 */
public final class UnusedPorts {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;

  /** Where Linux tells of its sockets: after a number, the address and the port of each. */
  private static final String TABLES = "/proc/net/";

  private static final Set<Integer> GIVEN = new HashSet<>();

  private UnusedPorts() {}

  /** One that neither TCP nor UDP has in use. */
  public static int next() throws IOException {
    synchronized (GIVEN) {
      Set<Integer> used = used();
      while (true) {
        int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
        if (!used.contains(port) && GIVEN.add(port)) {
          return port;
        }
      }
    }
  }

  private static Set<Integer> used() throws IOException {
    Set<Integer> used = new HashSet<>();
    for (String table : new String[] {"tcp", "tcp6", "udp", "udp6"}) {
      Path file = Path.of(TABLES, table);
      if (Files.exists(file)) {
        Files.readAllLines(file).stream()
            .skip(1)
            .map(line -> line.strip().split("\\s+")[1])
            .forEach(local -> used.add(Integer.parseInt(local.replaceFirst(".*:", ""), 16)));
      }
    }
    return used;
  }
}
