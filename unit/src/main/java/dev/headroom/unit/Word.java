package dev.headroom.unit;

import java.util.Locale;

/** A value of a choice: one of a few, each with a word that a scenario file has for it. */
public interface Word {
  /** The name of the enum's constant. */
  String name();

  /** What a scenario file has for it: its name in small letters, with dashes. */
  default String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
