package dev.headroom.collect.fleet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Machine to collect from.
 *
 * @param user who logs in; empty for what SSH's configuration or the caller's name says
 * @param host name or address, or a name of SSH's configuration
 * @param port 0 for what SSH's configuration says, or 22
 */
public record FleetTarget(String user, String host, int port) {
  private static final Pattern LINE =
      Pattern.compile(
          "(?:([A-Za-z0-9_][A-Za-z0-9_.-]*)@)?(\\[[0-9A-Fa-f:.%a-z]+]|[A-Za-z0-9_][A-Za-z0-9_.-]*)"
              + "(?::([0-9]{1,5}))?");

  /**
   * Reads a file of targets: one a line, as {@code host}, {@code user@host} or {@code
   * user@host:port}; an IPv6 address stands in brackets. Blank lines and what follows a {@code #}
   * do not count.
   *
   * @throws IllegalArgumentException naming the line that is none, or both that name one machine
   */
  public static List<FleetTarget> read(List<String> lines) {
    Map<FleetTarget, Integer> targets = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      Matcher parts = LINE.matcher(line);
      int port = 0;
      if (parts.matches()) {
        port = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
      }
      if (!parts.matches() || port > 65535) {
        throw new IllegalArgumentException(
            "line "
                + (i + 1)
                + ": '"
                + line
                + "' is not a host; valid examples are gpu-1, admin@gpu-1 or admin@gpu-1:22");
      }
      String host = parts.group(2).replaceAll("[\\[\\]]", "");
      FleetTarget target =
          new FleetTarget(parts.group(1) == null ? "" : parts.group(1), host, port);
      Integer before = targets.putIfAbsent(target, i + 1);
      if (before != null) {
        throw new IllegalArgumentException(
            "line %d: '%s' is already in line %d; list each machine once"
                .formatted(i + 1, line, before));
      }
    }
    return List.copyOf(targets.keySet());
  }

  @Override
  public String toString() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return (user.isEmpty() ? "" : user + "@") + name + (port == 0 ? "" : ":" + port);
  }
}
