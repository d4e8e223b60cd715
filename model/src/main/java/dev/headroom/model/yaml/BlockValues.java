package dev.headroom.model.yaml;

import java.util.Map;
import java.util.Optional;

/** Block of keys as read: all required keys are present, and every value is valid. */
public final class BlockValues {
  private final BlockShape shape;
  private final FilePosition spot;
  private final Map<String, Object> values;
  private final Map<String, FilePosition> spots;

  BlockValues(
      BlockShape shape,
      FilePosition spot,
      Map<String, Object> values,
      Map<String, FilePosition> spots) {
    this.shape = shape;
    this.spot = spot;
    this.values = Map.copyOf(values);
    this.spots = Map.copyOf(spots);
  }

  /** What it was read by. */
  public BlockShape shape() {
    return shape;
  }

  /** Where it begins. */
  public FilePosition spot() {
    return spot;
  }

  /** Where the value of a key stands, or the block where there is none. */
  public FilePosition spot(BlockKey<?> key) {
    return spots.getOrDefault(key.name(), spot);
  }

  /** The value of a key that must be there, or for which something counts where it is not. */
  public <T> T get(BlockKey<T> key) {
    return find(key).orElseThrow(() -> new IllegalArgumentException(key.name() + " is optional"));
  }

  /** The value of a key, or what counts for it. */
  @SuppressWarnings("unchecked") // what the key's own form has read
  public <T> Optional<T> find(BlockKey<T> key) {
    if (!shape.keys().contains(key)) {
      throw new IllegalArgumentException(key.name() + " is not a key of " + shape.noun());
    }
    return Optional.ofNullable((T) values.get(key.name())).or(key::fallback);
  }
}
