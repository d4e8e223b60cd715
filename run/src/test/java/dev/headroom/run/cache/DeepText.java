package dev.headroom.run.cache;

import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.PauseLengths;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Text of all that a result is made of, arrays included: two that are the same have the same. */
final class DeepText {
  private final StringBuilder text = new StringBuilder();

  private DeepText() {}

  static String of(Object value) {
    DeepText deep = new DeepText();
    deep.add(value);
    return deep.text.toString();
  }

  private void add(Object value) {
    switch (value) {
      case Record parts -> addRecord(parts);
      case List<?> all -> {
        text.append('[');
        all.forEach(this::addNext);
        text.append(']');
      }
      case Map<?, ?> all -> {
        text.append('{');
        // Of some the order is of no meaning, and another in each process.
        new TreeMap<>(all)
            .forEach((key, each) -> {
              add(key);
              addNext(each);
            });
        text.append('}');
      }
      case Optional<?> some -> some.ifPresentOrElse(this::add, () -> text.append("none"));
      case FlowTrace trace -> {
        addNext(trace.flow());
        add(trace.values());
      }
      case PauseLengths lengths ->
          text.append(
              "%d %d %d %d %d"
                  .formatted(
                      lengths.count(),
                      lengths.overLimit(),
                      lengths.longestPs(),
                      lengths.quantilePs(0.5),
                      lengths.quantilePs(0.99)));
      default -> addPlain(value);
    }
  }

  private void addPlain(Object value) {
    if (value.getClass().isArray()) {
      text.append(value.getClass().getComponentType()).append('(');
      for (int i = 0; i < Array.getLength(value); i++) {
        addNext(Array.get(value, i));
      }
      text.append(')');
    } else {
      text.append(value);
    }
  }

  private void addNext(Object value) {
    add(value);
    text.append(", ");
  }

  private void addRecord(Record parts) {
    text.append(parts.getClass().getSimpleName()).append('(');
    for (RecordComponent each : parts.getClass().getRecordComponents()) {
      try {
        each.getAccessor().setAccessible(true);
        text.append(each.getName()).append('=');
        addNext(each.getAccessor().invoke(parts));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(Arrays.toString(parts.getClass().getRecordComponents()), e);
      }
    }
    text.append(")\n");
  }
}
