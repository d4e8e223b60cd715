package dev.headroom.model.knob;

import dev.headroom.unit.UnitException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Scheduling of a port's eight classes: those with strict priority, and the shares of the rest.
 *
 * @param strict served first, highest number first
 * @param weights by class, for byte-deficit round robin; 0 for strict ones
 * @param byPacket whether the rest take turns packet by packet, whatever the packets' sizes
 */
public record ClassSchedule(List<Integer> strict, List<Integer> weights, boolean byPacket) {
  public static final int CLASSES = 8;

  private static final String BY_PACKET = "packets";

  static final ValueType<String> TYPE =
      new ValueType<>(
          "class schedule",
          "strict:6,7 dwrr:0=50,3=50",
          ClassSchedule::parse,
          ClassSchedule::print,
          List.of());

  /**
   * Reads {@code strict:6,7 dwrr:0=50,3=50}, in which a class not named has weight 1, or {@code
   * strict:6,7 packets}.
   */
  public static ClassSchedule of(String text) {
    Integer[] weights = new Integer[CLASSES];
    Arrays.fill(weights, 1);
    List<Integer> strict = List.of();
    boolean byPacket = false;
    Set<Integer> named = new HashSet<>();
    for (String part : text.strip().split("\\s+")) {
      if (part.startsWith("strict:")) {
        strict = parseClasses(part.substring("strict:".length()));
        strict.forEach(each -> once(each, named));
      } else if (part.startsWith("dwrr:")) {
        for (String entry : part.substring("dwrr:".length()).split(",")) {
          String[] pair = entry.split("=", -1);
          if (pair.length != 2 || !pair[1].matches("[1-9][0-9]{0,5}")) {
            throw new UnitException("'" + entry + "' is not CLASS=WEIGHT with a weight above 0");
          }
          int priority = parseClass(pair[0]);
          once(priority, named);
          weights[priority] = Integer.parseInt(pair[1]);
        }
      } else if (part.equals(BY_PACKET)) {
        byPacket = true;
      } else {
        throw new UnitException(
            "'" + part + "' is not strict:CLASSES, dwrr:CLASS=WEIGHT,... or " + BY_PACKET);
      }
    }
    if (byPacket && text.contains("dwrr:")) {
      throw new UnitException("weights apply to bytes: remove dwrr:... or " + BY_PACKET);
    }
    for (int priority : strict) {
      weights[priority] = 0;
    }
    return new ClassSchedule(strict, List.of(weights), byPacket);
  }

  private static void once(int priority, Set<Integer> named) {
    if (!named.add(priority)) {
      throw new UnitException("class %d appears more than once".formatted(priority));
    }
  }

  static String parse(String text) {
    of(text);
    return text.strip();
  }

  static String print(String text) {
    return text;
  }

  static List<Integer> parseClasses(String text) {
    if (text.isBlank() || "none".equals(text.strip())) {
      return List.of();
    }
    return Arrays.stream(text.split(",")).map(ClassSchedule::parseClass).sorted().toList();
  }

  static String printClasses(List<Integer> classes) {
    return classes.isEmpty()
        ? "none"
        : classes.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static int parseClass(String text) {
    if (!text.strip().matches("[0-7]")) {
      throw new UnitException("'" + text + "' is not a class; classes are 0 to 7");
    }
    return Integer.parseInt(text.strip());
  }
}
