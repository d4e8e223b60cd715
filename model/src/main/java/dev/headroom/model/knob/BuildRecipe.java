package dev.headroom.model.knob;

/**
 * Builder name and parameters of an object, so that it can be written briefly and built again.
 *
 * @param kind the name of its builder: {@code leaf-spine}, {@code all-reduce}; blank when it was
 *     put together by hand
 * @param parameters what the builder was told
 */
public record BuildRecipe(String kind, Settings parameters) {
  /** Of what was put together by hand and has to be written out in full. */
  public static final BuildRecipe NONE = new BuildRecipe("", Settings.DEFAULTS);

  public boolean isNone() {
    return kind.isEmpty();
  }
}
