package dev.headroom.model.yaml;

import java.util.Map;
import java.util.Optional;

/** Block of keys as read: all required keys are present, and every value is valid. */
public final class Row {
  private final Shape shape;
  private final Spot spot;
  private final Map<String, Object> values;
  private final Map<String, Spot> spots;

  Row(Shape shape, Spot spot, Map<String, Object> values, Map<String, Spot> spots) {
    this.shape = shape;
    this.spot = spot;
    this.values = Map.copyOf(values);
    this.spots = Map.copyOf(spots);
  }

  /** What it was read by. */
  public Shape shape() {
    return shape;
  }

  /** Where it begins. */
  public Spot spot() {
    return spot;
  }

  /** Where the value of a key stands, or the block where there is none. */
  public Spot spot(Key<?> key) {
    return spots.getOrDefault(key.name(), spot);
  }

  /** The value of a key that must be there, or for which something counts where it is not. */
  public <T> T get(Key<T> key) {
    return find(key)
        .orElseThrow(() -> new IllegalArgumentException(key.name() + " may be left out"));
  }

  /** The value of a key, or what counts for it. */
  @SuppressWarnings("unchecked") // what the key's own form has read
  public <T> Optional<T> find(Key<T> key) {
    if (!shape.keys().contains(key)) {
      throw new IllegalArgumentException(key.name() + " is no key of " + shape.noun());
    }
    return Optional.ofNullable((T) values.get(key.name())).or(key::fallback);
  }
}
