package dev.headroom.model.knob;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggestion of the name that a misspelt one probably meant. */
public final class SpellingSuggestion {
  /** Fewer letters begin too many names. */
  private static final int LEAST_BEGINNING = 3;

  /** Letters; nobody misspells a name of more, and comparing costs their square. */
  private static final int LONGEST = 200;

  private SpellingSuggestion() {}

  /**
   * The known name nearest to a wrong one, if it is near: at most a third of its letters changed,
   * added, dropped or swapped with a neighbour; else the first that begins with it, {@code rocev2}
   * for {@code roce}.
   */
  public static Optional<String> nearest(String wrong, Collection<String> known) {
    if (wrong.length() > LONGEST) {
      return Optional.empty();
    }
    return known.stream()
        .filter(name -> Math.abs(name.length() - wrong.length()) <= allowed(wrong))
        .map(name -> new Candidate(name, distance(fold(wrong), fold(name))))
        .filter(candidate -> candidate.distance() <= allowed(wrong))
        .filter(candidate -> candidate.distance() < wrong.length())
        .min(Comparator.comparingInt(Candidate::distance))
        .map(Candidate::name)
        .or(() -> beginning(wrong, known));
  }

  /** Whether at most so many letters were changed, added, dropped or swapped with a neighbour. */
  public static boolean isNear(String wrong, String name, int most) {
    return Math.abs(name.length() - wrong.length()) <= most
        && distance(fold(wrong), fold(name)) <= most;
  }

  private static Optional<String> beginning(String wrong, Collection<String> known) {
    String start = fold(wrong);
    return start.length() < LEAST_BEGINNING
        ? Optional.empty()
        : known.stream().filter(name -> fold(name).startsWith(start)).findFirst();
  }

  /** {@code "; did you mean 'kmin'?"}, or nothing. */
  public static String hint(String wrong, Collection<String> known) {
    return nearest(wrong, known).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  private record Candidate(String name, int distance) {}

  private static int allowed(String wrong) {
    return Math.max(1, (wrong.length() + 1) / 3);
  }

  /** Case, hyphens and underscores are what people get wrong first. */
  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** Optimal string alignment distance; O(length of a times length of b). */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
