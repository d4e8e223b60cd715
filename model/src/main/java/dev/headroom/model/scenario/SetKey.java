package dev.headroom.model.scenario;

/** Key of an override {@code key=value}. */
public final class SetKey {
  private SetKey() {}

  /**
   * In full: {@code congestion.algorithm} of {@code congestion=none}, {@code congestion.preset} of
   * {@code congestion=paper}.
   *
   * @param set {@code key=value}; text without a value is its own key
   */
  public static String of(String set) {
    int equals = set.indexOf('=');
    if (equals < 0) {
      return set.strip();
    }
    String key = set.substring(0, equals).strip();
    int dot = key.lastIndexOf('.');
    String above = dot < 0 ? "" : key.substring(0, dot);
    String last = key.substring(dot + 1);
    String single =
        isBlock(set) || !DocumentEdits.isSection(above, last)
            ? ""
            : DocumentEdits.shortKey(last, set.substring(equals + 1).strip());
    return single.isEmpty() ? key : key + "." + single;
  }

  /** The knob that a section's single value stands for, a preset aside; else the key itself. */
  public static String knob(String key) {
    String single = DocumentEdits.shortKey(key);
    return single.isEmpty() ? key : key + "." + single;
  }

  /** Whether one takes away what another has set, being laid over it. */
  public static boolean hides(String set, String under) {
    String key = of(set);
    String other = of(under);
    return other.equals(key) || (isBlock(set) && other.startsWith(key + "."));
  }

  private static boolean isBlock(String set) {
    return set.substring(set.indexOf('=') + 1).strip().startsWith("{");
  }
}
