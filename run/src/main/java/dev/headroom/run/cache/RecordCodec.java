package dev.headroom.run.cache;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.function.Function;

/** Codec of a record: its components, one after another. */
final class RecordCodec implements Codec<Object> {
  private final Method[] accessors;
  private final Codec<?>[] codecs;
  private final Constructor<?> constructor;

  /**
   * Makes one.
   *
   * @param all codecs by the type of a component
   */
  RecordCodec(Class<?> type, Function<Type, Codec<Object>> all) {
    RecordComponent[] components = type.getRecordComponents();
    accessors = new Method[components.length];
    codecs = new Codec<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      accessors[i] = components[i].getAccessor();
      accessors[i].setAccessible(true);
      codecs[i] = all.apply(components[i].getGenericType());
    }
    try {
      constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // every record has one
    }
    constructor.setAccessible(true);
  }

  @Override
  public void write(DataWriter out, Object value) throws IOException {
    for (int i = 0; i < codecs.length; i++) {
      write(codecs[i], out, component(accessors[i], value));
    }
  }

  @SuppressWarnings("unchecked") // found by the type of the component
  private static void write(Codec<?> codec, DataWriter out, Object value) throws IOException {
    ((Codec<Object>) codec).write(out, value);
  }

  private static Object component(Method accessor, Object of) {
    try {
      return accessor.invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Object read(DataReader in) throws IOException {
    Object[] values = new Object[codecs.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = codecs[i].read(in);
    }
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IOException("not a " + constructor.getDeclaringClass().getSimpleName(), e);
    }
  }
}
