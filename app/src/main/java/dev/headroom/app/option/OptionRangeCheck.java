package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;

/** Range check of numeric options. */
public final class OptionRangeCheck {
  private OptionRangeCheck() {}

  /**
   * The number, if it is right.
   *
   * @throws BadInputException with the option and what would be right
   */
  public static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new BadInputException("%s %d: use %d to %,d".formatted(option, value, least, most));
    }
    return value;
  }
}
