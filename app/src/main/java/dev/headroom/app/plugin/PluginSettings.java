package dev.headroom.app.plugin;

import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a plugin: its record {@code Settings} of numbers, whole numbers and booleans, with
 * defaults from its method {@code defaults()}. A component whose name ends in {@code Ps}, {@code
 * Bytes} or {@code Bps} also takes a time, a size or a rate with its unit.
 */
final class PluginSettings {
  private final Class<?> type;
  private final Object[] defaults;
  private final String knob;
  private final Path file;

  private PluginSettings(Class<?> type, Object[] defaults, String knob, Path file) {
    this.knob = knob;
    this.type = type;
    this.defaults = defaults;
    this.file = file;
  }

  /**
   * Those of a class, if it has any.
   *
   * @param knob name of the knob that has values for them
   */
  static Optional<PluginSettings> of(Class<?> own, String knob, Path file) {
    return Arrays.stream(own.getDeclaredClasses())
        .filter(each -> each.isRecord() && "Settings".equals(each.getSimpleName()))
        .findFirst()
        .map(type -> new PluginSettings(type, defaults(type, file), knob, file));
  }

  Class<?> type() {
    return type;
  }

  private static Object[] defaults(Class<?> type, Path file) {
    try {
      Method method = type.getDeclaredMethod("defaults");
      method.setAccessible(true);
      Object made = method.invoke(null);
      RecordComponent[] components = type.getRecordComponents();
      Object[] values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        components[i].getAccessor().setAccessible(true);
        values[i] = components[i].getAccessor().invoke(made);
      }
      return values;
    } catch (NoSuchMethodException e) {
      throw new PluginException(
          file + ": record Settings has no method \"static Settings defaults()\"", e);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new PluginException("%s: Settings.defaults() failed: %s".formatted(file, cause(e)), e);
    }
  }

  /**
   * The defaults with some values laid over them.
   *
   * @param told {@code maxWindow=3 delayPs=5us}
   */
  Object with(String told) {
    Object[] values = defaults.clone();
    RecordComponent[] components = type.getRecordComponents();
    List<String> names = new ArrayList<>();
    for (RecordComponent component : components) {
      names.add(component.getName());
    }
    for (String each : told.strip().split("[\\s,]+", -1)) {
      if (each.isEmpty()) {
        continue;
      }
      String[] parts = each.split("=", 2);
      int at = names.indexOf(parts[0]);
      if (parts.length < 2 || at < 0) {
        throw new PluginException(
            "%s: %s; Settings of %s has %s%s"
                .formatted(
                    knob,
                    parts.length < 2
                        ? "'" + each + "' is not NAME=VALUE"
                        : "there is no '" + parts[0] + "'",
                    file,
                    String.join(", ", names),
                    SpellingSuggestion.hint(parts[0], names)));
      }
      values[at] = value(components[at], parts[1]);
    }
    return made(values);
  }

  private Object made(Object[] values) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new PluginException(
          "%s: Settings of %s rejects it: %s".formatted(knob, file, cause(e)), e);
    }
  }

  private static String cause(Exception e) {
    Throwable cause =
        e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  private Object value(RecordComponent component, String text) {
    String name = component.getName();
    try {
      Class<?> kind = component.getType();
      if (kind == double.class) {
        return plain(text) ? ValueType.NUMBER.parser().apply(text) : (double) quantity(name, text);
      } else if (kind == long.class) {
        return plain(text) ? ValueType.WHOLE.parser().apply(text) : quantity(name, text);
      } else if (kind == int.class) {
        return Math.toIntExact(
            plain(text) ? ValueType.WHOLE.parser().apply(text) : quantity(name, text));
      } else if (kind == boolean.class) {
        return ValueType.SWITCH.parser().apply(text);
      }
    } catch (UnitException | ArithmeticException e) {
      throw new PluginException("%s: %s: %s".formatted(knob, name, e.getMessage()), e);
    }
    throw new PluginException(
        "%s: component %s of Settings is a %s; it must be a double, long, int or boolean"
            .formatted(file, name, component.getType().getSimpleName()));
  }

  private static boolean plain(String text) {
    return text.isEmpty() || !Character.isLetter(text.charAt(text.length() - 1));
  }

  private static long quantity(String name, String text) {
    if (name.endsWith("Ps")) {
      return Time.parse(text).ps();
    } else if (name.endsWith("Bytes")) {
      return Size.parse(text).bytes();
    } else if (name.endsWith("Bps")) {
      return Rate.parse(text).bps();
    }
    throw new UnitException(
        text.matches("[-+.]?\\d.*")
            ? "'" + text + "' has a unit; only names that end in Ps, Bytes or Bps accept one"
            : "'" + text + "' is not a number");
  }
}
