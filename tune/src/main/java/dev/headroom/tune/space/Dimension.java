package dev.headroom.tune.space;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Dimension of a space: a knob and the finite list of values that a search may give it. A code is a
 * place in the list, from 0.
 *
 * @param knob name of the knob
 * @param ordered whether neighbours in the list are alike; a choice of words is not ordered
 * @param values the texts of the knob; for a link the factors or the gaps
 * @param link to another knob, which the value follows from as well
 * @param source origin of the range, and the devices whose grid the values keep
 */
public record Dimension(
    String knob,
    boolean ordered,
    List<String> values,
    Optional<DimensionLink> link,
    String source) {

  public Dimension {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException(knob + " has no value");
    }
  }

  /** Number of codes. */
  public int size() {
    return values.size();
  }

  /**
   * The knob's text for a code.
   *
   * @param settings with the text of the knob that this one is linked to
   */
  public String text(int code, Map<String, String> settings) {
    if (link.isEmpty()) {
      return values.get(code);
    }
    DimensionLink of = link.get();
    SettingGrid grid = of.grid();
    double other = grid.amount(settings.getOrDefault(of.to(), "")).orElseThrow();
    double number = number(values.get(code), of);
    return grid.nearest(of.kind().amount(number, other));
  }

  private static double number(String value, DimensionLink link) {
    return link.kind() == DimensionLink.Kind.TIMES
        ? Double.parseDouble(value)
        : link.grid().amount(value).orElseThrow();
  }

  /**
   * The code of the knob's text in these settings; of several codes with this text the first. Empty
   * if none has it.
   */
  public OptionalInt code(Map<String, String> settings) {
    String text = settings.getOrDefault(knob, "");
    if (link.isPresent() && !settings.containsKey(link.get().to())) {
      return OptionalInt.empty();
    }
    for (int code = 0; code < values.size(); code++) {
      if (text(code, settings).equals(text)) {
        return OptionalInt.of(code);
      }
    }
    return OptionalInt.empty();
  }
}
