package dev.headroom.model.scenario;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.workload.SizeDistribution;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** YAML keys of knobs: their last name, and their values as YAML. */
final class KnobKeys {
  /** Types whose text form {@code a=b,c=d} is written as a block. */
  private static final Set<ValueType<?>> BLOCKS =
      Set.of(ValueType.SIZE_PER_RATE, ValueType.NUMBER_PER_RATE, SizeDistribution.TYPE);

  /** All knobs by the block they stand in, and the blocks of blocks: a file has many of them. */
  private static final Map<String, List<Knob<?>>> BY_BLOCK =
      Knobs.all().stream()
          .<Knob<?>>map(knob -> knob)
          .collect(Collectors.groupingBy(KnobKeys::block, LinkedHashMap::new, Collectors.toList()));

  private static final Map<String, List<String>> INNER_BLOCKS = new ConcurrentHashMap<>();

  private KnobKeys() {}

  /** {@code kmin} of {@code congestion.kmin}. */
  static String last(Knob<?> knob) {
    return last(knob.name());
  }

  /** The block a knob stands in: {@code fabric.switches} of {@code fabric.switches.buffer}. */
  static String block(Knob<?> knob) {
    return knob.name().substring(0, knob.name().lastIndexOf('.'));
  }

  /** The knobs that stand in a block, in order. */
  static List<Knob<?>> in(String block) {
    return BY_BLOCK.getOrDefault(block, List.of());
  }

  /** Those of some knobs that stand in a block, in order. */
  static List<Knob<?>> in(String block, List<Knob<?>> knobs) {
    return knobs.stream()
        .filter(knob -> block(knob).equals(block))
        .<Knob<?>>map(knob -> knob)
        .toList();
  }

  /** The blocks that stand in a block, such as {@code congestion.hpcc}, in order. */
  static List<String> blocksIn(String block) {
    return INNER_BLOCKS.computeIfAbsent(
        block,
        outer -> BY_BLOCK.keySet().stream().filter(name -> name.startsWith(outer + ".")).toList());
  }

  /** {@code hpcc} of {@code congestion.hpcc}. */
  static String last(String block) {
    return block.substring(block.lastIndexOf('.') + 1);
  }

  /** The value as YAML, or empty where the default is derived. */
  static <T> Optional<String> value(Knob<T> knob, Settings settings) {
    return settings.print(knob).map(text -> yaml(knob, text));
  }

  /** A value's text form as YAML. */
  static String yaml(Knob<?> knob, String text) {
    if (text.contains("=") && BLOCKS.contains(knob.type())) {
      return Arrays.stream(text.split(",", -1))
          .map(entry -> entry.replace("=", ": "))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return YamlQuote.scalar(text);
  }
}
