package dev.headroom.unit;

import java.util.Locale;

/** Value of an enumerated setting, with its word in a scenario file. */
public interface Keyword {
  /** Its name in code: that of the constant, where it is one of an enum. */
  String name();

  /** What a scenario file has for it: its name in small letters, with dashes. */
  default String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
