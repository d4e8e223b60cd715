package dev.headroom.sim;

import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A sum of all that a run measured, for each component of its result: what its digest does not
 * hold, as counters of hosts and what GPUs waited for, counts here too. A number of 0 adds nothing,
 * so that a counter that is new changes nothing where it counts nothing.
 */
final class Measured {
  /** The digest stands for itself; the rest is of the simulator, not of what it simulates. */
  private static final Set<String> LEFT_OUT =
      Set.of("digest", "events", "loopCpuSeconds", "setupCpuSeconds", "wallSeconds");

  private static final Map<Class<?>, List<Member>> MEMBERS = new ConcurrentHashMap<>();

  /** By component of the result. */
  private final Map<String, Long> parts = new TreeMap<>();

  private long sum;

  /**
   * @param flows in any order
   */
  Measured(RunResult run, List<FlowResult> flows) {
    for (Member member : members(RunResult.class)) {
      add(member.name, member.of(run));
    }
    sum = 0;
    for (FlowResult flow : flows) {
      look(flow.flow(), flow);
    }
    parts.put("flows", sum);
  }

  private void add(String name, Object value) {
    sum = 0;
    look(name.hashCode(), value);
    if (sum != 0) {
      parts.put(name, sum);
    }
  }

  /** A number for each component, so that one sees which is another. */
  @Override
  public String toString() {
    return without("");
  }

  /** The same without one of the components. */
  String without(String name) {
    return parts.entrySet().stream()
        .filter(part -> !part.getKey().equals(name))
        .map(part -> part.getKey() + "=" + HexFormat.of().toHexDigits(part.getValue().intValue()))
        .collect(Collectors.joining(" "));
  }

  private void count(long path, long value) {
    sum += value == 0 ? 0 : Rng.mix(path ^ Rng.mix(value));
  }

  private void look(long path, Object value) {
    switch (value) {
      case Double number -> count(path, number == 0 ? 0 : Double.doubleToLongBits(number));
      case Number number -> count(path, number.longValue());
      case Boolean truth -> count(path, truth ? 1 : 0);
      case Enum<?> word -> count(path, word.name().hashCode());
      case Optional<?> optional -> optional.ifPresent(inside -> look(path, inside));
      case Collection<?> elements -> lookAtEach(path, elements.toArray());
      case Map<?, ?> map ->
          map.forEach((key, inside) -> look(Rng.mix(path + key.toString().hashCode()), inside));
      case Object array when array.getClass().isArray() -> lookAtEach(path, array);
      case Object object when object.getClass().getName().startsWith("dev.headroom.") -> {
        for (Member member : members(object.getClass())) {
          look(Rng.mix(path + member.name.hashCode()), member.of(object));
        }
      }
      default -> count(path, value.toString().hashCode());
    }
  }

  private void lookAtEach(long path, Object array) {
    for (int i = 0; i < Array.getLength(array); i++) {
      look(Rng.mix(path + i + 1), Array.get(array, i));
    }
  }

  /** A component or a field. */
  private record Member(String name, AccessibleObject place) {
    Member {
      place.setAccessible(true);
    }

    Object of(Object object) {
      try {
        Object value =
            place instanceof Method accessor
                ? accessor.invoke(object)
                : ((Field) place).get(object);
        return value == null ? Optional.empty() : value;
      } catch (ReflectiveOperationException hidden) {
        throw new LinkageError(hidden.getMessage(), hidden);
      }
    }
  }

  private static List<Member> members(Class<?> type) {
    return MEMBERS.computeIfAbsent(type, Measured::find);
  }

  private static List<Member> find(Class<?> type) {
    List<Member> found = new ArrayList<>();
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        found.add(new Member(component.getName(), component.getAccessor()));
      }
    } else {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          found.add(new Member(field.getName(), field));
        }
      }
    }
    found.removeIf(member -> LEFT_OUT.contains(member.name));
    return found;
  }
}
