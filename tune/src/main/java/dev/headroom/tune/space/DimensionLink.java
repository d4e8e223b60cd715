package dev.headroom.tune.space;

/**
 * Link of a dimension to another knob of the same space, so that a value follows from both: {@code
 * Kmax = n Kmin}, or {@code Kmax = Kmin + gap}.
 *
 * @param kind the arithmetic
 * @param to name of the other knob
 * @param grid the values that the linked knob can have
 */
public record DimensionLink(Kind kind, String to, SettingGrid grid) {
  /** Arithmetic of a link. */
  public enum Kind {
    /** The knob is the dimension's number times the other knob. */
    TIMES {
      @Override
      double amount(double number, double other) {
        return number * other;
      }
    },
    /** The knob is the other knob plus the dimension's amount. */
    PLUS {
      @Override
      double amount(double number, double other) {
        return number + other;
      }
    };

    abstract double amount(double number, double other);
  }
}
