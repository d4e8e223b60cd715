package dev.headroom.audit.environment;

import dev.headroom.audit.rulefile.LinePattern;

/** Fault of a variable's value, with a better value. */
sealed interface VariableProblem {
  boolean appliesTo(String value);

  /** The finding's sentence after the variable and its value. */
  String message(String value);

  /** The value to set; empty to unset it. */
  String better(String value);

  /**
   * Values that all of a pattern fits.
   *
   * @param wrong fits the whole value
   */
  record OfText(LinePattern wrong, String message, String better) implements VariableProblem {
    @Override
    public boolean appliesTo(String value) {
      return wrong.fits(value);
    }

    @Override
    public String message(String value) {
      return message;
    }

    @Override
    public String better(String value) {
      return better;
    }
  }

  /** Levels of GPUDirect of a sort. */
  record OfLevel(GdrLevels.Sort sort, String message, String better) implements VariableProblem {
    @Override
    public boolean appliesTo(String value) {
      return sort.has(value);
    }

    @Override
    public String message(String value) {
      return message;
    }

    @Override
    public String better(String value) {
      return better;
    }
  }

  /** Levels of GPUDirect that are written as numbers: what is said follows from the number. */
  record OfNumber() implements VariableProblem {
    @Override
    public boolean appliesTo(String value) {
      return GdrLevels.Sort.NUMBER.has(value);
    }

    @Override
    public String message(String value) {
      return GdrLevels.words(value);
    }

    @Override
    public String better(String value) {
      return GdrLevels.name(value);
    }
  }
}
