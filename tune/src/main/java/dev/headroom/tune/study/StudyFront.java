package dev.headroom.tune.study;

import dev.headroom.tune.search.ObjectiveEstimate;
import dev.headroom.tune.search.RankedCandidate;
import dev.headroom.unit.CountedNoun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Front of a search as tables show it: settings with the same figures share a row. */
public final class StudyFront {
  private StudyFront() {}

  /**
   * A row.
   *
   * @param number of the first of its settings, from 1, as {@code --pick} counts
   * @param first these settings
   * @param others number of further settings with the same figures
   */
  public record Row(int number, RankedCandidate first, int others) {
    /** {@code ; the same: 2 other settings}; empty text if there are none. */
    public String alike() {
      return others == 0 ? "" : "; the same: " + CountedNoun.of(others, "other setting");
    }
  }

  /** The rows of a front, in its order. */
  public static List<Row> rows(List<RankedCandidate> front) {
    Map<List<Double>, Row> rows = new LinkedHashMap<>();
    for (int i = 0; i < front.size(); i++) {
      RankedCandidate each = front.get(i);
      rows.merge(
          each.estimates().stream().map(ObjectiveEstimate::value).toList(),
          new Row(i + 1, each, 0),
          (row, _) -> new Row(row.number(), row.first(), row.others() + 1));
    }
    return List.copyOf(rows.values());
  }
}
