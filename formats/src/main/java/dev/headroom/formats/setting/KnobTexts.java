package dev.headroom.formats.setting;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.unit.Length;
import dev.headroom.unit.UnitException;
import java.util.Optional;

/** Comparison of two texts of one knob: {@code 250KB} and {@code 250000B} are equal. */
public final class KnobTexts {
  private KnobTexts() {}

  /** Whether both stand for the same value of the knob. */
  public static boolean areEqual(String knob, String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    Optional<? extends Knob<?>> known = Knobs.named(knob);
    try {
      return known.isPresent()
          ? areEqual(known.get(), one, other)
          : Length.parse(one).equals(Length.parse(other));
    } catch (UnitException | IllegalArgumentException e) {
      return false;
    }
  }

  private static <T> boolean areEqual(Knob<T> knob, String one, String other) {
    return knob.type().parser().apply(one).equals(knob.type().parser().apply(other));
  }
}
