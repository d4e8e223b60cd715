package dev.headroom.prove.sample;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Machine whose exporters are asked.
 *
 * @param host what it is called
 * @param addresses of its exporters, such as {@code http://gpu-1:9100/metrics}
 */
public record ScrapeTarget(String host, List<URI> addresses) {
  /**
   * Reads a file of targets: one a line, {@code HOST URL ...}. Blank lines and what follows a
   * {@code #} at the beginning of a word do not count.
   *
   * @throws IllegalArgumentException naming the line that is none, or that names a host again
   */
  public static List<ScrapeTarget> read(List<String> lines) {
    Map<String, ScrapeTarget> targets = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("(^|\\s)#.*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      String where = "line " + (i + 1) + ": ";
      String[] words = line.split("\\s+");
      if (words.length < 2) {
        throw new IllegalArgumentException(
            where + "'" + line + "' has no address; an example is gpu-1 http://gpu-1:9100/metrics");
      }
      List<URI> addresses = new ArrayList<>();
      for (String word : List.of(words).subList(1, words.length)) {
        addresses.add(address(where, word));
      }
      if (targets.put(words[0], new ScrapeTarget(words[0], List.copyOf(addresses))) != null) {
        throw new IllegalArgumentException(
            where + "'" + words[0] + "' is named again; put all its addresses in one line");
      }
    }
    return List.copyOf(targets.values());
  }

  private static URI address(String where, String text) {
    try {
      URI address = URI.create(text);
      boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (web && address.getHost() != null && address.getUserInfo() == null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // the same words as for what is an address of something else
    }
    throw new IllegalArgumentException(
        where
            + "'"
            + text
            + "' is no address of an exporter; an example is http://gpu-1:9100/metrics, "
            + "without a name and password");
  }
}
