package dev.headroom.audit.nccl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Messages of jobs that look like faults and are none: the patterns of {@code harmless.tsv}, each
 * with its reason.
 */
final class HarmlessMessages {
  private static final String LIST = "harmless.tsv";
  private static final List<Pattern> PATTERNS = read();

  private HarmlessMessages() {}

  /** Whether a line is one of them. */
  static boolean contain(String line) {
    return PATTERNS.stream().anyMatch(pattern -> pattern.matcher(line).find());
  }

  private static List<Pattern> read() {
    try (InputStream in =
        Objects.requireNonNull(HarmlessMessages.class.getResourceAsStream(LIST), LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> Pattern.compile(line.substring(0, line.indexOf('\t'))))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
