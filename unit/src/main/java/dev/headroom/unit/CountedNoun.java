package dev.headroom.unit;

/** Count with its noun, in English: {@code 1 host}, {@code 2 switches}. */
public final class CountedNoun {
  private CountedNoun() {}

  /** With the number before it. */
  public static String of(long count, String one) {
    return count + " " + noun(count, one);
  }

  /** The same of a word whose plural is no rule's: {@code leaf}, {@code leaves}. */
  public static String of(long count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }

  /** The word alone. */
  public static String noun(long count, String one) {
    if (count == 1) {
      return one;
    }
    boolean hissing =
        one.endsWith("s") || one.endsWith("x") || one.endsWith("ch") || one.endsWith("sh");
    return one + (hissing ? "es" : "s");
  }
}
