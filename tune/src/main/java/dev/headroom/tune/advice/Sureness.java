package dev.headroom.tune.advice;

import java.util.Locale;

/** Basis of a recommendation, and so how sure it is. */
public enum Sureness {
  /** A formula or a table of the chip. */
  COMPUTED("computed"),
  /** Runs on unseen seeds: the interval of the difference is on one side of 0. */
  MEASURED("measured"),
  /** Runs on unseen seeds do not tell the values apart: leave it. */
  WITHIN_NOISE("within noise: leave it"),
  /** Runs on unseen seeds: the other value gains in one measure and loses in another. */
  TRADE("a trade: your choice"),
  /** A published default or convention that these runs do not test. */
  CONVENTION("convention"),
  /** The runs were not made. */
  NOT_COMPARED("not compared");

  private final String text;

  Sureness(String text) {
    this.text = text;
  }

  /** As tables show it. */
  public String text() {
    return text;
  }

  /** As JSON has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
