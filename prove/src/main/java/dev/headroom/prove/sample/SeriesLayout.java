package dev.headroom.prove.sample;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Series of a sample in their order. Machines of one kind have the same: the series, and the lists
 * of them, are kept once for all.
 */
public final class SeriesLayout {
  private static final ConcurrentMap<Series, Series> KNOWN = new ConcurrentHashMap<>();
  private static final ConcurrentMap<List<Series>, SeriesLayout> LAYOUTS =
      new ConcurrentHashMap<>();

  /** More than that many come from machines whose devices come and go: it is begun anew. */
  private static final int MOST = 4096;

  private final List<Series> series;

  private SeriesLayout(List<Series> series) {
    this.series = series;
  }

  /** The layout of these series, each at most once. */
  public static SeriesLayout of(List<Series> series) {
    SeriesLayout found = LAYOUTS.get(series);
    if (found != null) {
      return found;
    }
    if (LAYOUTS.size() > MOST) {
      LAYOUTS.clear();
      KNOWN.clear();
    }
    List<Series> shared = series.stream().map(SeriesLayout::shared).toList();
    SeriesLayout made = new SeriesLayout(shared);
    return Optional.ofNullable(LAYOUTS.putIfAbsent(shared, made)).orElse(made);
  }

  private static Series shared(Series series) {
    return Optional.ofNullable(KNOWN.putIfAbsent(series, series)).orElse(series);
  }

  /** In the order of the values. */
  public List<Series> series() {
    return series;
  }

  public int size() {
    return series.size();
  }
}
