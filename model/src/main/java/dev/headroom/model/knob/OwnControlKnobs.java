package dev.headroom.model.knob;

import dev.headroom.model.unit.UnitException;
import java.util.List;

/** The knobs of a congestion control that is brought along: {@code congestion.own}. */
public final class OwnControlKnobs {
  private static final ValueType<OwnControl> CONTROL =
      new ValueType<>(
          "name of a Java class", "Halving", OwnControlKnobs::named, OwnControl::name, List.of());

  private OwnControlKnobs() {}

  public static final Knob<OwnControl> NAME =
      Knob.derived(
          "congestion.own.name",
          CONTROL,
          "that of the class that is brought along",
          "congestion control of your own: a class whose source --control names");
  public static final Knob<String> SETTINGS =
      Knob.of(
          "congestion.own.settings",
          ValueType.TEXT,
          "",
          "components of its record Settings, such as maxWindow=3 delayPs=5us; else its defaults");

  /** What to call a scenario's congestion control: its own name where it is none of ours. */
  public static String control(Settings settings) {
    String algorithm = settings.get(CongestionKnobs.ALGORITHM);
    return OwnControl.WORD.equals(algorithm)
        ? settings.find(NAME).map(OwnControl::name).orElse(algorithm)
        : algorithm;
  }

  private static OwnControl named(String text) {
    String name = text.strip();
    if (name.isEmpty()
        || !Character.isJavaIdentifierStart(name.charAt(0))
        || !name.chars().allMatch(Character::isJavaIdentifierPart)) {
      throw new UnitException(
          "'" + text + "' is not the name of a Java class; write it like Halving");
    }
    return new OwnControl.Named(name);
  }
}
