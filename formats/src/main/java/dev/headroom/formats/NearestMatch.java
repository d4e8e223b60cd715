package dev.headroom.formats;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Search for the known word nearest to a misspelt one. */
public final class NearestMatch {
  private NearestMatch() {}

  /** The candidate fewest edits away, if they are few enough for a slip of the pen. */
  public static Optional<String> to(String word, Collection<String> candidates) {
    int most = Math.max(1, word.length() / 3);
    String small = word.toLowerCase(Locale.ROOT);
    return candidates.stream()
        .min(Comparator.comparingInt(c -> edits(small, c.toLowerCase(Locale.ROOT))))
        .filter(c -> edits(small, c.toLowerCase(Locale.ROOT)) <= most);
  }

  /** Levenshtein's distance: insertions, deletions and substitutions of one character. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int swap = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(swap, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
