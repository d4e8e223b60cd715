package dev.headroom.model.fabric;

import java.util.function.Predicate;

/** Pattern that selects names, in which {@code *} stands for any text, such as {@code leaf-*}. */
public final class Glob {
  private Glob() {}

  /** Whether a text stands for more than the one name that it is. */
  public static boolean isOfSeveral(String text) {
    return text.indexOf('*') >= 0;
  }

  /**
   * Whether a name is picked. Taking each piece between stars where it first occurs is enough, so a
   * name costs its length times that of the text at most.
   */
  public static Predicate<String> of(String text) {
    if (!isOfSeveral(text)) {
      return text::equals;
    }
    if (text.equals("*")) { // what most files mean, of a thousand names
      return name -> true;
    }
    String[] pieces = text.split("\\*", -1);
    return name -> matches(pieces, name);
  }

  private static boolean matches(String[] pieces, String name) {
    String first = pieces[0];
    String last = pieces[pieces.length - 1];
    int end = name.length() - last.length();
    if (first.length() > end || !name.startsWith(first) || !name.endsWith(last)) {
      return false;
    }
    int at = first.length();
    for (int i = 1; i < pieces.length - 1; i++) {
      int found = name.indexOf(pieces[i], at);
      if (found < 0 || found + pieces[i].length() > end) {
        return false;
      }
      at = found + pieces[i].length();
    }
    return true;
  }
}
