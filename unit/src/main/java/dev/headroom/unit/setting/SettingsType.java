package dev.headroom.unit.setting;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Type of a record of settings, with the declarations of its components. A component is a {@link
 * Setting}, or a record of settings that several share, or a value that nobody can set, which then
 * a static method of the component's name works out.
 */
public final class SettingsType<S extends Record> {
  private static final Map<Class<?>, SettingsType<?>> KNOWN = new ConcurrentHashMap<>();

  private final Class<S> type;
  private final Constructor<S> constructor;
  private final List<Part> parts;

  private SettingsType(Class<S> type) {
    this.type = type;
    RecordComponent[] components = type.getRecordComponents();
    parts = Arrays.stream(components).map(component -> part(type, component)).toList();
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // every record has it
    }
  }

  /**
   * That of a record.
   *
   * @throws IllegalArgumentException if a component has no default, or one that cannot be read
   */
  @SuppressWarnings("unchecked") // made for that class
  public static <S extends Record> SettingsType<S> of(Class<S> type) {
    SettingsType<?> known = KNOWN.get(type);
    if (known == null) {
      known = new SettingsType<>(type); // may ask for others, so not within computeIfAbsent
      KNOWN.put(type, known);
    }
    return (SettingsType<S>) known;
  }

  /** The settings that it declares itself, in order: not those of records within it. */
  public List<DeclaredSetting> settings() {
    return parts.stream().flatMap(Part::settings).toList();
  }

  /**
   * The record for what is set, and defaults for the rest.
   *
   * @param run what defaults follow from: one of each type that their methods ask for
   * @throws IllegalArgumentException if the record refuses the values, or a default follows from
   *     what {@code run} does not have
   */
  public S make(SettingValues given, Object... run) {
    return new Making(given, run).all();
  }

  private static Part part(Class<?> type, RecordComponent component) {
    Setting setting = component.getAnnotation(Setting.class);
    if (setting == null && component.getType().isRecord()) {
      return new Part.Shared(component.getName(), of(component.getType().asSubclass(Record.class)));
    }
    Optional<Method> derivation = derivation(type, component);
    SameAs same = component.getAnnotation(SameAs.class);
    if (same != null) {
      Part other = of(same.value()).part(component.getName());
      return new Part.Same(component.getName(), other, same.value(), derivation);
    }
    if (setting == null) {
      return new Part.Fixed(component.getName(), derivation.orElseThrow(() -> orphan(component)));
    }
    SettingFormat quantity = SettingFormat.of(component);
    DeclaredSetting declared = new DeclaredSetting(setting, quantity, component.getType());
    if (SettingFormat.isOptional(component.getType())) {
      return new Part.Plain(component.getName(), declared, SettingFormat.none(component.getType()));
    }
    if (setting.fallback().isEmpty()) {
      return new Part.Derived(
          component.getName(), declared, derivation.orElseThrow(() -> orphan(component)));
    }
    Object fallback = quantity.parse(setting.fallback(), component.getType());
    return new Part.Plain(component.getName(), declared, fallback);
  }

  private Part part(String name) {
    return parts.stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(type.getName() + " has no component named " + name));
  }

  private static IllegalArgumentException orphan(RecordComponent component) {
    return new IllegalArgumentException(
        "%s of %s has no default, and no static method of that name computes it"
            .formatted(component.getName(), component.getDeclaringRecord().getName()));
  }

  private static Optional<Method> derivation(Class<?> type, RecordComponent component) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getName().equals(component.getName()))
        .filter(method -> method.getReturnType() == component.getType())
        .peek(method -> method.setAccessible(true))
        .findFirst();
  }

  /** One component. */
  private sealed interface Part {
    String name();

    default Stream<DeclaredSetting> settings() {
      return Stream.empty();
    }

    /** With a default of its own. */
    record Plain(String name, DeclaredSetting declared, Object fallback) implements Part {
      @Override
      public Stream<DeclaredSetting> settings() {
        return Stream.of(declared);
      }
    }

    /** With a default that follows from others. */
    record Derived(String name, DeclaredSetting declared, Method derivation) implements Part {
      @Override
      public Stream<DeclaredSetting> settings() {
        return Stream.of(declared);
      }
    }

    /** What another record declares, with that one's default or one of its own. */
    record Same(String name, Part other, Class<? extends Record> type, Optional<Method> derivation)
        implements Part {}

    /** A value that nobody sets. */
    record Fixed(String name, Method derivation) implements Part {}

    /** A record of its own. */
    record Shared(String name, SettingsType<?> type) implements Part {}
  }

  /** One record on the way. */
  private final class Making {
    private final SettingValues given;
    private final Object[] run;
    private final @Nullable Object[] values = new Object[parts.size()];

    Making(SettingValues given, Object... run) {
      this.given = given;
      this.run = run;
    }

    S all() {
      Object[] made = new Object[values.length];
      for (int i = 0; i < made.length; i++) {
        made[i] = value(i);
      }
      return call(() -> constructor.newInstance(made));
    }

    private Object value(int index) {
      Object value = values[index];
      if (value == null) {
        value = work(parts.get(index));
        values[index] = value;
      }
      return value;
    }

    private Object work(Part part) {
      return switch (part) {
        case Part.Plain plain -> given.find(plain.declared()).orElse(plain.fallback());
        case Part.Derived derived ->
            given.find(derived.declared()).orElseGet(() -> derive(derived.derivation()));
        case Part.Same same -> same(same);
        case Part.Fixed fixed -> derive(fixed.derivation());
        case Part.Shared shared -> shared.type().make(given, run);
      };
    }

    private Object same(Part.Same same) {
      DeclaredSetting declared = same.other().settings().findFirst().orElseThrow();
      return given
          .find(declared)
          .orElseGet(() ->
              same.derivation().isPresent()
                  ? derive(same.derivation().orElseThrow())
                  : of(same.type()).new Making(given, run).work(same.other()));
    }

    private Object derive(Method derivation) {
      List<Object> arguments = new ArrayList<>();
      for (Parameter parameter : derivation.getParameters()) {
        arguments.add(argument(derivation, parameter));
      }
      return call(() -> derivation.invoke(null, arguments.toArray()));
    }

    private Object argument(Method derivation, Parameter parameter) {
      for (int i = 0; i < values.length; i++) {
        if (parts.get(i).name().equals(parameter.getName())) {
          return value(i);
        }
      }
      for (Object each : run) {
        if (parameter.getType().isInstance(each)) {
          return each;
        }
      }
      throw new IllegalArgumentException(
          "%s.%s needs a parameter %s %s, which is neither a component nor a value of the run"
              .formatted(
                  type.getName(),
                  derivation.getName(),
                  parameter.getType().getSimpleName(),
                  parameter.getName()));
    }
  }

  private interface Call<R> {
    R now() throws ReflectiveOperationException;
  }

  private static <R> R call(Call<R> call) {
    try {
      return call.now();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
