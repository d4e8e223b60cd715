package dev.headroom.unit.setting;

import dev.headroom.unit.Keyword;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.lang.reflect.RecordComponent;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Format in which the value of a setting is written. */
public enum SettingFormat {
  /** A {@code long} whose name ends in {@code Ps}: picoseconds. */
  TIME,
  /** A {@code long} whose name ends in {@code Bps}: bits per second. */
  RATE,
  /** A {@code long} whose name ends in {@code Bytes}. */
  SIZE,
  /** A {@code double}. */
  NUMBER,
  /** An {@code int}, or another {@code long}. */
  WHOLE,
  /** A {@code boolean}. */
  SWITCH,
  /** An enum of {@link Keyword}s. */
  CHOICE;

  /**
   * That of a component.
   *
   * @throws IllegalArgumentException if it is of no type that a setting may have
   */
  static SettingFormat of(RecordComponent component) {
    Class<?> type = component.getType();
    String name = component.getName();
    if (type == double.class || type == OptionalDouble.class) {
      return NUMBER;
    } else if (type == boolean.class) {
      return SWITCH;
    } else if (type == int.class) {
      return WHOLE;
    } else if (type == long.class || type == OptionalLong.class) {
      return name.endsWith("Bps")
          ? RATE
          : name.endsWith("Ps") ? TIME : name.endsWith("Bytes") ? SIZE : WHOLE;
    } else if (type.isEnum() && Keyword.class.isAssignableFrom(type)) {
      return CHOICE;
    }
    throw new IllegalArgumentException(
        component + " is not a number, a switch or a choice of words");
  }

  /** Whether a component may be empty: where what it follows from is nothing that it knows. */
  static boolean isOptional(Class<?> type) {
    return type == OptionalLong.class || type == OptionalDouble.class;
  }

  /** An empty value of such a component. */
  static Object none(Class<?> type) {
    return type == OptionalLong.class ? OptionalLong.empty() : OptionalDouble.empty();
  }

  /**
   * A value as a component of a type holds it.
   *
   * @param value a {@code Long}, {@code Double}, {@code Boolean} or {@link Keyword}
   */
  public static Object held(Object value, Class<?> type) {
    if (type == int.class) {
      return Math.toIntExact((Long) value);
    } else if (type == OptionalLong.class) {
      return OptionalLong.of((Long) value);
    } else if (type == OptionalDouble.class) {
      return OptionalDouble.of((Double) value);
    }
    return value;
  }

  /** A text as a value of a component's type. */
  Object parse(String text, Class<?> type) {
    return held(
        switch (this) {
          case TIME -> Time.parse(text).ps();
          case RATE -> Rate.parse(text).bps();
          case SIZE -> Size.parse(text).bytes();
          case NUMBER -> Double.parseDouble(text);
          case WHOLE -> Long.parseLong(text);
          case SWITCH -> Boolean.parseBoolean(text);
          case CHOICE -> word(text, type);
        },
        type);
  }

  private static Object word(String text, Class<?> type) {
    for (Object value : type.getEnumConstants()) {
      if (((Keyword) value).word().equals(text)) {
        return value;
      }
    }
    throw new IllegalArgumentException(text + " is not a value of " + type);
  }
}
