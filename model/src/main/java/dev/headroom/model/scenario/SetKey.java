package dev.headroom.model.scenario;

import java.util.Optional;

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

  /** The knob of {@code knob@nodes}: {@code congestion.kmin} of {@code congestion.kmin@leaf-*}. */
  public static String withoutNodes(String key) {
    int at = key.indexOf(DocumentEdits.AT);
    return at < 0 ? key : key.substring(0, at);
  }

  /** The nodes of {@code knob@nodes}: {@code leaf-*} of {@code congestion.kmin@leaf-*}. */
  public static Optional<String> nodes(String key) {
    int at = key.indexOf(DocumentEdits.AT);
    return at < 0 ? Optional.empty() : Optional.of(key.substring(at + 1));
  }

  /** The key that sets a knob for some nodes. */
  public static String at(String knob, String nodes) {
    return knob + DocumentEdits.AT + nodes;
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
