package dev.headroom.app.option;

import dev.headroom.app.process.BadInput;

/** Range check of numeric options. */
public final class Numbers {
  private Numbers() {}

  /**
   * The number, if it is right.
   *
   * @throws BadInput with the option and what would be right
   */
  public static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new BadInput(option + " " + value + ": " + least + " to " + most + " is right");
    }
    return value;
  }
}
