package dev.headroom.tune.sweep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settings at the points of a grid or of a sample of a space. */
final class SampledSettings implements SettingsSource {
  private final List<SweptKey> keys;
  private final Sampling sampling;
  private final Sampling.PointSet points;

  SampledSettings(List<SweptKey> keys, Sampling sampling) {
    this.keys = List.copyOf(keys);
    this.sampling = sampling;
    this.points = sampling.points(keys);
  }

  @Override
  public List<String> keys() {
    return keys.stream().map(SweptKey::key).toList();
  }

  @Override
  public long count() {
    return points.count();
  }

  @Override
  public Map<String, String> settings(long number) {
    double[] point = points.point(number);
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < point.length; i++) {
      settings.put(keys.get(i).key(), keys.get(i).at(point[i], settings));
    }
    return settings;
  }

  @Override
  public boolean isGrid() {
    return sampling.method() == Sampling.Method.GRID;
  }

  @Override
  public List<String> levels(int key) {
    return keys.get(key).levels();
  }

  @Override
  public int level(long number, int key) {
    return (int) (place(number, key) * keys.get(key).levels().size());
  }

  @Override
  public double place(long number, int key) {
    return points.point(number)[key];
  }
}
