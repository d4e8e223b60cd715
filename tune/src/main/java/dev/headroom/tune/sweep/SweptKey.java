package dev.headroom.tune.sweep;

import dev.headroom.tune.space.DimensionLink;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Key that a sweep varies, and its values. Places along them run from 0 to 1. */
public sealed interface SweptKey {
  String key();

  /**
   * Value at a place.
   *
   * @param place 0 or more, less than 1
   * @param others values of the keys before this one
   */
  String at(double place, Map<String, String> others);

  /** Whether it has more values than can be listed, so that it can only be sampled. */
  boolean isContinuous();

  /** Levels for tables of effects; place {@code (i + 0.5) / n} lies in level {@code i} of n. */
  List<String> levels();

  /**
   * Listed values.
   *
   * @param values one or more, each as in YAML
   */
  record Choices(String key, List<String> values) implements SweptKey {
    public Choices {
      values = List.copyOf(values);
    }

    @Override
    public String at(double place, Map<String, String> others) {
      return values.get((int) (place * values.size()));
    }

    @Override
    public boolean isContinuous() {
      return false;
    }

    @Override
    public List<String> levels() {
      return values;
    }
  }

  /**
   * Range with both ends.
   *
   * @param from lower end, as in YAML
   * @param to upper end
   * @param isLog whether equal ratios are equally far apart, not equal differences
   */
  record Range(String key, String from, String to, boolean isLog) implements SweptKey {
    /** Intervals in tables of effects. */
    private static final int LEVELS = 5;

    public Range {
      Form form = Form.of(from);
      double low = form.parse(from);
      double high = form.parse(to);
      if (!(low < high)) {
        throw new SweepException(
            "%s: the range from %s to %s is empty; from must be less than to"
                .formatted(key, from, to));
      }
      if (isLog && low <= 0) {
        throw new SweepException(
            "%s: a range with scale log starts above 0, but from is %s".formatted(key, from));
      }
    }

    @Override
    public String at(double place, Map<String, String> others) {
      return at(place);
    }

    @Override
    public boolean isContinuous() {
      return true;
    }

    private String at(double place) {
      return print(exact(form(), place));
    }

    /** An amount of the range as text, rounded. */
    String print(double amount) {
      Form form = form();
      return form.print(amount, form.parse(from), form.parse(to));
    }

    private double exact(Form form, double place) {
      double low = form.parse(from);
      double high = form.parse(to);
      return isLog ? low * Math.pow(high / low, place) : low + (high - low) * place;
    }

    @Override
    public List<String> levels() {
      return IntStream.range(0, LEVELS)
          .mapToObj(i -> at((double) i / LEVELS) + ".." + at((i + 1.0) / LEVELS))
          .toList();
    }

    /** The range as a list of values at equal steps, both ends among them. */
    public Choices points(int count) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String value = at((double) i / (count - 1));
        if (!values.contains(value)) {
          values.add(value);
        }
      }
      return new Choices(key, values);
    }

    private Form form() {
      return Form.of(from).isWhole() && Form.of(to).isWhole() ? Form.WHOLE : Form.of(from);
    }
  }

  /**
   * Values that follow from those of another key: {@code Kmax = n Kmin}, or {@code Kmax = Kmin +
   * gap}.
   *
   * @param numbers factors or gaps, under this key
   * @param of the other key, which precedes this one
   * @param most the greatest value; blank for none
   */
  record Linked(SweptKey numbers, DimensionLink.Kind kind, String of, String most)
      implements SweptKey {
    @Override
    public String key() {
      return numbers.key();
    }

    @Override
    public String at(double place, Map<String, String> others) {
      String number = numbers.at(place, others);
      String other = others.getOrDefault(of, "");
      Form form = Form.of(other);
      double value =
          kind == DimensionLink.Kind.TIMES
              ? Form.NUMBER.parse(number) * form.parse(other)
              : form.parse(number) + form.parse(other);
      Form printed = form.isWhole() && !Form.of(number).isWhole() ? Form.NUMBER : form;
      double high = most.isEmpty() ? Double.POSITIVE_INFINITY : form.parse(most);
      return printed.print(value, Double.NEGATIVE_INFINITY, high);
    }

    @Override
    public boolean isContinuous() {
      return numbers.isContinuous();
    }

    @Override
    public List<String> levels() {
      String before = kind == DimensionLink.Kind.TIMES ? of + " x " : of + " + ";
      return numbers.levels().stream().map(level -> before + level).toList();
    }
  }

  /** Form of a range's values. */
  enum Form {
    WHOLE {
      @Override
      double parse(String text) {
        return NUMBER.parse(text);
      }

      @Override
      String text(double value) {
        return Long.toString(Math.round(value));
      }
    },
    NUMBER {
      @Override
      double parse(String text) {
        String told = text.strip();
        if (!told.matches(DECIMAL)) { // Java's own parser takes NaN and 1d
          throw new SweepException(
              "'%s' is not a number like the other end of its range".formatted(text));
        }
        double number = Double.parseDouble(told);
        if (!(Math.abs(number) <= MOST)) {
          throw new SweepException("'%s' is more than %,.0f".formatted(text, MOST));
        }
        return number;
      }

      @Override
      String text(double value) {
        return rounded(value).toPlainString();
      }
    },
    SIZE {
      @Override
      double parse(String text) {
        return Size.parse(text).bytes();
      }

      @Override
      String text(double value) {
        return new Size(whole(value)).toString();
      }
    },
    TIME {
      @Override
      double parse(String text) {
        return Time.parse(text).ps();
      }

      @Override
      String text(double value) {
        return new Time(whole(value)).toString();
      }
    },
    RATE {
      @Override
      double parse(String text) {
        return Rate.parse(text).bps();
      }

      @Override
      String text(double value) {
        return new Rate(whole(value)).toString();
      }
    };

    /** Greatest amount: up to it whole numbers are exact, in a double as in JSON. */
    static final double MOST = 1L << 53;

    private static final String DECIMAL = "[+-]?[0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]+)?";

    /** Significant digits of a value inside a range: more would pretend to matter. */
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    /** A value of this form. */
    abstract double parse(String text);

    abstract String text(double value);

    boolean isWhole() {
      return this == WHOLE;
    }

    /** Whether values of both forms can be compared. */
    boolean isLike(Form other) {
      return this == other || (isNumber() && other.isNumber());
    }

    private boolean isNumber() {
      return this == WHOLE || this == NUMBER;
    }

    /** For messages: {@code size}. */
    String words() {
      return this == WHOLE ? "whole number" : name().toLowerCase(Locale.ROOT);
    }

    /** As text, rounded, and never beyond the ends of the range. */
    String print(double value, double low, double high) {
      double near = this == WHOLE ? Math.round(value) : rounded(value).doubleValue();
      return text(Math.clamp(near, low, high));
    }

    private static BigDecimal rounded(double value) {
      return new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    }

    private static long whole(double value) {
      return Math.round(value);
    }

    static Form of(String text) {
      String told = text.strip();
      if (told.matches("[+-]?[0-9]+")) {
        return WHOLE;
      }
      if (told.matches(DECIMAL)) {
        return NUMBER;
      }
      for (Form form : List.of(SIZE, TIME, RATE)) {
        try {
          form.parse(told);
          return form;
        } catch (UnitException e) {
          // another form may fit
        }
      }
      throw new SweepException(
          "'%s' is neither a number nor a size, time or rate, so it cannot end a range"
              .formatted(text));
    }
  }
}
