package dev.headroom.app.control;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.control.BroughtControl;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A control that was compiled from a user's file: a class that extends {@link Controller}, with a
 * constructor that takes a {@link dev.headroom.congestion.Path}, or a record {@code Settings}
 * nested in it and that.
 */
public final class CompiledControl implements BroughtControl {
  private final SourceFile file;
  private final Class<? extends Controller> type;
  private final Optional<ControlSettings> settings;
  private final Constructor<? extends Controller> constructor;

  private CompiledControl(SourceFile file) {
    this.file = file;
    type = file.compiled();
    settings = ControlSettings.of(type, file.path());
    constructor = constructor();
    constructor.setAccessible(true);
  }

  /**
   * Of a Java file.
   *
   * @throws ControlException if it is no such control, saying where and why
   */
  public static CompiledControl of(Path file) throws IOException {
    return new CompiledControl(SourceFile.read(file));
  }

  @Override
  public String name() {
    return type.getSimpleName();
  }

  /** The file's text. */
  public String source() {
    return file.text();
  }

  private Constructor<? extends Controller> constructor() {
    try {
      return settings.isEmpty()
          ? type.getDeclaredConstructor(dev.headroom.congestion.Path.class)
          : type.getDeclaredConstructor(settings.get().type(), dev.headroom.congestion.Path.class);
    } catch (NoSuchMethodException e) {
      throw new ControlException(
          "%s: class %s has no constructor that takes (%sPath path)"
              .formatted(file.path(), name(), settings.isEmpty() ? "" : "Settings settings, "),
          e);
    }
  }

  @Override
  public Maker with(String told) {
    if (settings.isEmpty()) {
      if (!told.isBlank()) {
        throw new ControlException(
            "congestion.own.settings is %s, and %s has no record Settings to take it"
                .formatted(told, name()));
      }
      return path -> made(path, path);
    }
    Object values = settings.get().with(told);
    return path -> made(path, values, path);
  }

  private Controller made(dev.headroom.congestion.Path path, Object... arguments) {
    Faults faults = new Faults(file.path(), type.getName());
    try {
      return new WatchedController(constructor.newInstance(arguments), path, faults);
    } catch (InvocationTargetException e) {
      throw faults.of("its constructor", e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new ControlException(file.path() + ": " + name() + " cannot be made: " + e, e);
    }
  }

  /** Of one file with one text, whatever was compiled of it. */
  @Override
  public boolean equals(Object other) {
    return other instanceof CompiledControl that && file.equals(that.file);
  }

  @Override
  public int hashCode() {
    return file.hashCode();
  }
}
