package dev.headroom.app.claims;

import java.util.List;

/** Something that an article says. */
public sealed interface Claim {
  /** Article and line, with a letter where a line says several things: {@code S2:352b}. */
  String id();

  /** In short. */
  String words();

  /**
   * One that is a number.
   *
   * @param how a command or formula that leads to the same
   * @param trials what is measured; several where it depends on something
   */
  record Numeric(String id, String words, Stated stated, String how, List<Trial> trials)
      implements Claim {
    public Numeric {
      trials = List.copyOf(trials);
      if (trials.isEmpty()) {
        throw new IllegalArgumentException(id + " has no trial");
      }
    }
  }

  /**
   * One that no run or formula can decide.
   *
   * @param why not, and what is known
   */
  record Untestable(String id, String words, String why) implements Claim {}

  /**
   * One measurement.
   *
   * @param condition under which it is made; empty where there is one only
   */
  record Trial(String condition, Measurement measurement) {}

  /** Makes a measurement, in the unit of what was stated. */
  @FunctionalInterface
  interface Measurement {
    double value();
  }

  static Claim numeric(String id, String words, Stated stated, String how, Trial... trials) {
    return new Numeric(id, words, stated, how, List.of(trials));
  }

  /** The same with one measurement that depends on nothing. */
  static Claim numeric(
      String id, String words, Stated stated, String how, Measurement measurement) {
    return numeric(id, words, stated, how, new Trial("", measurement));
  }

  static Trial when(String condition, Measurement measurement) {
    return new Trial(condition, measurement);
  }
}
