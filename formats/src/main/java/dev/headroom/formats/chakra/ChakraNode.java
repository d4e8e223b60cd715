package dev.headroom.formats.chakra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Node of a trace ({@code Node} in {@code et_def.proto}).
 *
 * @param after numbers of the nodes that it waits for, for their data or by control
 * @param micros how long it took where it was recorded
 * @param numbers its attributes that are numbers or yes (1) and no (0)
 * @param texts its attributes that are text
 */
record ChakraNode(
    long id,
    String name,
    Kind kind,
    Set<Long> after,
    long micros,
    Map<String, Double> numbers,
    Map<String, String> texts) {
  // Fields of Node, and of AttributeProto the few that are not whole numbers.
  private static final int ID = 1;
  private static final int NAME = 2;
  private static final int TYPE = 3;
  private static final int CONTROL = 4;
  private static final int DATA = 5;
  private static final int DURATION = 7;
  private static final int ATTRIBUTE = 10;
  private static final int ATTRIBUTE_NAME = 1;
  private static final int DOUBLE = 3;
  private static final int FLOAT = 5;
  private static final Set<Integer> ZIGZAG = Set.of(15, 17);
  private static final int TEXT = 29;

  /** {@code NodeType} of the schema, in its order. */
  enum Kind {
    INVALID,
    METADATA,
    MEMORY_LOAD,
    MEMORY_STORE,
    COMPUTE,
    SEND,
    RECEIVE,
    COLLECTIVE
  }

  /** Reads one. */
  static ChakraNode read(ProtobufMessage message) throws ProtobufMessage.Malformed {
    long id = 0;
    String name = "";
    long type = 0;
    long micros = 0;
    List<Long> after = new ArrayList<>();
    Map<String, Double> numbers = new HashMap<>();
    Map<String, String> texts = new HashMap<>();
    while (message.next()) {
      switch (message.field()) {
        case ID -> id = message.number();
        case NAME -> name = message.text();
        case TYPE -> type = message.number();
        case CONTROL, DATA -> message.numbers(after);
        case DURATION -> micros = message.number();
        case ATTRIBUTE -> attribute(message.message(), numbers, texts);
        default -> {
          // inputs and outputs: shapes of tensors, which take no time
        }
      }
    }
    if (type < 0 || type >= Kind.values().length) {
      throw new ProtobufMessage.Malformed(
          "node %d has type %d, which is not in the schema".formatted(id, type));
    }
    return new ChakraNode(
        id, name, Kind.values()[(int) type], new LinkedHashSet<>(after), micros, numbers, texts);
  }

  private static void attribute(
      ProtobufMessage message, Map<String, Double> numbers, Map<String, String> texts)
      throws ProtobufMessage.Malformed {
    String name = "";
    while (message.next()) {
      if (message.field() == ATTRIBUTE_NAME) {
        name = message.text();
      } else if (message.field() == TEXT) {
        texts.put(name, message.text());
      } else if (message.isNumber()) {
        boolean real = message.field() == DOUBLE || message.field() == FLOAT;
        long whole = message.number();
        long value = ZIGZAG.contains(message.field()) ? whole >>> 1 ^ -(whole & 1) : whole;
        numbers.put(name, real ? message.doubleValue() : (double) value);
      }
    }
  }

  /** An attribute that is a whole number, not negative. */
  Optional<Long> number(String attribute) {
    return Optional.ofNullable(numbers.get(attribute)).map(Double::longValue);
  }

  boolean isOnCpu() {
    return number("is_cpu_op").orElse(0L) != 0;
  }
}
