package dev.headroom.audit.nccl;

import dev.headroom.audit.rulefile.LinePattern;

/** Fault of a variable's value, with a better value. */
sealed interface VariableProblem {
  boolean isIn(String value);

  /** The finding's sentence after the variable and its value. */
  String what(String value);

  /** The value to set; empty to unset it. */
  String better(String value);

  /**
   * Values that all of a pattern fits.
   *
   * @param wrong fits the whole value
   */
  record OfText(LinePattern wrong, String what, String better) implements VariableProblem {
    @Override
    public boolean isIn(String value) {
      return wrong.fits(value);
    }

    @Override
    public String what(String value) {
      return what;
    }

    @Override
    public String better(String value) {
      return better;
    }
  }

  /** Levels of GPUDirect of a sort. */
  record OfLevel(GdrLevels.Sort sort, String what, String better) implements VariableProblem {
    @Override
    public boolean isIn(String value) {
      return sort.has(value);
    }

    @Override
    public String what(String value) {
      return what;
    }

    @Override
    public String better(String value) {
      return better;
    }
  }

  /** Levels of GPUDirect that are written as numbers: what is said follows from the number. */
  record OfNumber() implements VariableProblem {
    @Override
    public boolean isIn(String value) {
      return GdrLevels.Sort.NUMBER.has(value);
    }

    @Override
    public String what(String value) {
      return GdrLevels.words(value);
    }

    @Override
    public String better(String value) {
      return GdrLevels.name(value);
    }
  }
}
