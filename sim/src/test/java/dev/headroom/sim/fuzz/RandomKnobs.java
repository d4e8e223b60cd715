package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;

/** Knobs that are being set at random, one after another; what is not set has its default. */
final class RandomKnobs {
  private final Dice dice;
  private Settings settings;

  RandomKnobs(Dice dice) {
    this(dice, Settings.DEFAULTS);
  }

  /**
   * @param before what others have set
   */
  RandomKnobs(Dice dice, Settings before) {
    this.dice = dice;
    settings = before;
  }

  Settings settings() {
    return settings;
  }

  <T> T get(Knob<T> knob) {
    return settings.get(knob);
  }

  boolean isSet(Knob<?> knob) {
    return settings.isSet(knob);
  }

  void set(Knob<?> knob, Object value) {
    settings = settings.with(knob, value.toString());
  }

  /** Sets all that is set there. */
  void with(Settings others) {
    settings = settings.with(others);
  }

  /** Sets it to one of these half of the time. */
  void maybe(Knob<?> knob, Object... values) {
    if (dice.oneIn(2)) {
      set(knob, dice.pick(values));
    }
  }

  /** Sets it to one of these one time in six. */
  void seldom(Knob<?> knob, Object... values) {
    if (dice.oneIn(6)) {
      set(knob, dice.pick(values));
    }
  }
}
