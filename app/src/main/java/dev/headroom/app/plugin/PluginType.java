package dev.headroom.app.plugin;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compiled plugin class with a constructor that takes one argument, or a nested record {@code
 * Settings} and that argument.
 *
 * @param <T> what it extends
 */
public final class PluginType<T> {
  private final PluginSourceFile file;
  private final String settingsKnob;
  private final Class<? extends T> type;
  private final Optional<PluginSettings> settings;
  private final Constructor<? extends T> constructor;

  private PluginType(PluginSourceFile file, Class<T> base, Class<?> argument, String settingsKnob) {
    this.file = file;
    this.settingsKnob = settingsKnob;
    type = file.compiled(base);
    settings = PluginSettings.of(type, settingsKnob, file.path());
    constructor = constructor(argument);
    constructor.setAccessible(true);
  }

  /**
   * Of a Java file.
   *
   * @param base what the class has to extend
   * @param argument what its constructor takes
   * @param settingsKnob name of the knob that has values for its settings
   * @throws PluginException if it is no such class, saying where and why
   */
  static <T> PluginType<T> of(Path file, Class<T> base, Class<?> argument, String settingsKnob)
      throws IOException {
    return new PluginType<>(PluginSourceFile.read(file), base, argument, settingsKnob);
  }

  String name() {
    return type.getSimpleName();
  }

  /** The file's text. */
  String source() {
    return file.text();
  }

  PluginErrors faults() {
    return new PluginErrors(file.path(), type.getName());
  }

  private Constructor<? extends T> constructor(Class<?> argument) {
    try {
      return settings.isEmpty()
          ? type.getDeclaredConstructor(argument)
          : type.getDeclaredConstructor(settings.get().type(), argument);
    } catch (NoSuchMethodException e) {
      String word = argument.getSimpleName();
      throw new PluginException(
          "%s: class %s has no constructor with parameters (%s%s %s)"
              .formatted(
                  file.path(),
                  name(),
                  settings.isEmpty() ? "" : "Settings settings, ",
                  word,
                  word.substring(0, 1).toLowerCase(Locale.ROOT) + word.substring(1)),
          e);
    }
  }

  /** How objects are made with these settings, of what their constructor takes. */
  Function<Object, T> with(String told) {
    if (settings.isEmpty()) {
      if (!told.isBlank()) {
        throw new PluginException(
            "%s is %s, but %s has no record Settings for it".formatted(settingsKnob, told, name()));
      }
      return argument -> newInstance(argument);
    }
    Object values = settings.get().with(told);
    return argument -> newInstance(values, argument);
  }

  private T newInstance(Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw faults().of("its constructor", e.getCause() == null ? e : e.getCause());
    } catch (ExceptionInInitializerError e) {
      throw faults().of("its static fields", e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new PluginException(file.path() + ": " + name() + " cannot be created: " + e, e);
    }
  }

  /** Of one file with one text, whatever was compiled of it. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PluginType<?> that && file.equals(that.file);
  }

  @Override
  public int hashCode() {
    return file.hashCode();
  }
}
