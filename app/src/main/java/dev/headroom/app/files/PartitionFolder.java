package dev.headroom.app.files;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/**
 * Folder name of a run in a comparison: a hive partition, with a level {@code key=value} for each
 * setting and one for the seed. Bytes other than letters, digits and {@code . _ - , ~ @} are
 * percent-encoded, so that any text is a file name and readers of hive partitions restore it.
 */
public final class PartitionFolder {
  /** The lowest level. */
  private static final String SEED = "seed";

  private static final String PLAIN = "._-,~@";

  /** Names of up to 255 bytes fit on the usual file systems. A longer value ends in its hash. */
  private static final int LONGEST = 240;

  private static final int HASH = 16;

  private PartitionFolder() {}

  /** The folder, relative to that of the comparison, with slashes between levels. */
  public static String of(Map<String, String> settings, long seed) {
    StringBuilder path = new StringBuilder();
    settings.forEach((key, value) -> path.append(level(key, value)).append('/'));
    return path.append(level(SEED, Long.toString(seed))).toString();
  }

  private static String level(String key, String value) {
    String start = encoded(key, LONGEST) + "=";
    int room = LONGEST - start.length();
    String all = encoded(value, Integer.MAX_VALUE);
    return start + (all.length() <= room ? all : encoded(value, room - HASH - 1) + hash(value));
  }

  private static String hash(String value) {
    String hash = UUID.nameUUIDFromBytes(value.getBytes(StandardCharsets.UTF_8)).toString();
    return "~" + hash.replace("-", "").substring(0, HASH);
  }

  /** As many whole characters as fit, encoded. */
  private static String encoded(String text, int most) {
    StringBuilder encoded = new StringBuilder();
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      String next = encoded(text.codePointAt(i));
      if (encoded.length() + next.length() > most) {
        break;
      }
      encoded.append(next);
    }
    return encoded.toString();
  }

  private static String encoded(int character) {
    if (isPlain(character)) {
      return Character.toString(character);
    }
    StringBuilder encoded = new StringBuilder();
    for (byte each : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
      encoded.append("%%%02X".formatted(each));
    }
    return encoded.toString();
  }

  private static boolean isPlain(int character) {
    return character < 0x80
        && (Character.isLetterOrDigit(character) || PLAIN.indexOf(character) >= 0);
  }
}
