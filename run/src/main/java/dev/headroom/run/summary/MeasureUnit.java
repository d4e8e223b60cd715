package dev.headroom.run.summary;

import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Unit of a measure: format of its values in output and input, and ending of its JSON keys. */
public enum MeasureUnit {
  /** In picoseconds. */
  TIME("Ps") {
    @Override
    public String text(double value) {
      return NumberText.time(value);
    }

    @Override
    double parse(String text) {
      return Time.parse(text).ps();
    }
  },
  /** In bytes. */
  SIZE("Bytes") {
    @Override
    public String text(double value) {
      return NumberText.size(value);
    }

    @Override
    double parse(String text) {
      return Size.parse(text).bytes();
    }
  },
  /** In bits per second. */
  RATE("Bps") {
    @Override
    public String text(double value) {
      return NumberText.rate(value);
    }

    @Override
    double parse(String text) {
      return Rate.parse(text).bps();
    }
  },
  /** In 10^9 bytes per second, as nccl-tests has it. */
  BUSBW("GBps") {
    @Override
    public String text(double value) {
      return NumberText.decimal(value, 2) + " GB/s";
    }

    @Override
    double parse(String text) {
      return number(text, "(?:GB/s|GBps)?", "busbw, in GB/s as in nccl-tests,", "46.5GB/s");
    }
  },
  /** 0 to 1. */
  SHARE("Share") {
    @Override
    public String text(double value) {
      return NumberText.percent(value);
    }

    @Override
    double parse(String text) {
      return text.strip().endsWith("%")
          ? number(text, "%", "a share", "80%") / 100
          : number(text, "", "a share", "80% or 0.8");
    }
  },
  /** So many times. */
  RATIO("") {
    @Override
    public String text(double value) {
      return NumberText.ratio(value);
    }

    @Override
    double parse(String text) {
      return number(text, "x?", "a ratio without unit,", "1.5");
    }
  },
  /** So many. */
  COUNT("") {
    @Override
    public String text(double value) {
      return NumberText.count(Math.round(value));
    }

    @Override
    double parse(String text) {
      return number(text, "", "a number without unit,", "100");
    }
  };

  private final String suffix;

  MeasureUnit(String suffix) {
    this.suffix = suffix;
  }

  /** As people read it: {@code 1.23 ms}. */
  public abstract String text(double value);

  /**
   * What a person wrote.
   *
   * @throws UnitException with what would be right
   */
  abstract double parse(String text);

  /** A key without its end that says the unit. */
  String stem(String key) {
    return key.endsWith(suffix) ? key.substring(0, key.length() - suffix.length()) : key;
  }

  private static double number(String text, String unit, String what, String example) {
    Matcher matcher =
        Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*" + unit + "\\s*").matcher(text);
    if (!matcher.matches()) {
      throw new UnitException("'%s' is not %s such as %s".formatted(text.strip(), what, example));
    }
    return Double.parseDouble(matcher.group(1));
  }
}
