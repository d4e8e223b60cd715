package dev.headroom.tune.space;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Space file: its keys, and its declarations as written. */
final class SpaceFile {
  private static final BlockKey<String> KNOB =
      BlockKey.needed(
          "knob", ValueForms.line(), "name of a knob, or a pattern such as congestion.*");
  private static final BlockKey<String> FROM =
      BlockKey.optional("from", ValueForms.line(), "least value, with its unit");
  private static final BlockKey<String> TO =
      BlockKey.optional("to", ValueForms.line(), "greatest value, with its unit");
  private static final BlockKey<String> MOST =
      BlockKey.optional("most", ValueForms.line(), "greatest value of a linked knob");
  private static final BlockKey<Scale> SCALE =
      BlockKey.optional(
          "scale",
          WordChoice.of(Scale.class),
          "values with the same ratio, or with the same distance");
  private static final BlockKey<String> STEP =
      BlockKey.optional("step", ValueForms.line(), "distance between values, with its unit");
  private static final BlockKey<Long> LEVELS =
      BlockKey.optional("levels", ValueForms.whole(), "greatest number of values; 32 by default");
  private static final BlockKey<List<String>> VALUES =
      BlockKey.optional("values", ValueForms.list(ValueForms.line()), "the values one by one");
  private static final BlockKey<String> TIMES =
      BlockKey.optional(
          "times", ValueForms.line(), "another knob: from and to are factors of its value");
  private static final BlockKey<String> PLUS =
      BlockKey.optional(
          "plus", ValueForms.line(), "another knob: from and to are gaps above its value");
  private static final BlockKey<Per> PER =
      BlockKey.optional(
          "per",
          WordChoice.of(Per.class),
          "one value for the fabric, or one for the switches of each tier");
  private static final BlockKey<String> SOURCE =
      BlockKey.optional("source", ValueForms.line(), "origin of the range");

  private static final BlockShape DIMENSION =
      new BlockShape(
          "a knob of a space",
          List.of(KNOB, FROM, TO, MOST, SCALE, STEP, LEVELS, VALUES, TIMES, PLUS, PER, SOURCE));
  private static final BlockKey<List<BlockValues>> KNOBS =
      BlockKey.needed("knobs", ValueForms.list(DIMENSION), "the knobs and their values");
  private static final BlockShape SHAPE = new BlockShape("a space", List.of(KNOBS));

  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("space", "write knobs: [{knob: congestion.kmin, from: 5KB, to: 1MB}]");

  private SpaceFile() {}

  /** Distances of a range's values. */
  private enum Scale {
    LINEAR,
    LOG
  }

  /** Reach of one value. */
  private enum Per {
    FABRIC,
    TIER
  }

  /**
   * Declaration as written.
   *
   * @param isPerTier whether the switches of each tier have a value of their own
   */
  record Declared(DimensionSpec spec, boolean isPerTier) {}

  /** The declarations of a file; empty if anything is wrong with its form, which is told. */
  static Optional<List<Declared>> read(String text, String file, YamlProblems problems) {
    int before = problems.count();
    Optional<BlockValues> values =
        YamlParser.parse(text, file, SOUGHT, problems)
            .flatMap(yaml -> SHAPE.read(yaml, "", problems));
    if (values.isEmpty()) {
      return Optional.empty();
    }
    List<Declared> declared =
        values.get().get(KNOBS).stream()
            .map(block ->
                new Declared(
                    spec(block, problems), block.find(PER).filter(Per.TIER::equals).isPresent()))
            .toList();
    return problems.count() == before ? Optional.of(declared) : Optional.empty();
  }

  private static DimensionSpec spec(BlockValues block, YamlProblems problems) {
    exclude(block, VALUES, List.of(FROM, TO, MOST, SCALE, STEP, LEVELS, TIMES, PLUS), problems);
    exclude(block, TIMES, List.of(PLUS, STEP), problems);
    exclude(block, PLUS, List.of(STEP), problems);
    exclude(block, STEP, List.of(LEVELS, SCALE), problems);
    checkValues(block, problems);
    if (block.find(MOST).isPresent() && block.find(TIMES).or(() -> block.find(PLUS)).isEmpty()) {
      problems.add(
          block.spot(MOST),
          "knobs." + block.get(KNOB) + ".most",
          "the knob is not linked to another one",
          "write to: for the end of its range");
    }
    return new DimensionSpec(
        block.get(KNOB),
        block.find(FROM),
        block.find(TO),
        block.find(MOST),
        block.find(SCALE).map(Scale.LOG::equals),
        block.find(STEP),
        levels(block, problems),
        block.find(VALUES).orElse(List.of()),
        block
            .find(TIMES)
            .map(to -> new DimensionSpec.Link(DimensionLink.Kind.TIMES, to))
            .or(() ->
                block.find(PLUS).map(to -> new DimensionSpec.Link(DimensionLink.Kind.PLUS, to))),
        block.find(SOURCE).orElse(""),
        block.spot());
  }

  private static int levels(BlockValues block, YamlProblems problems) {
    long levels = block.find(LEVELS).orElse(0L);
    if (block.find(LEVELS).isPresent() && (levels < 2 || levels > DimensionSpec.MOST_LEVELS)) {
      problems.add(
          block.spot(LEVELS),
          "knobs." + block.get(KNOB) + ".levels",
          levels + " is not a number of values",
          "2 to %,d".formatted(DimensionSpec.MOST_LEVELS));
      return 0;
    }
    return (int) levels;
  }

  private static void checkValues(BlockValues block, YamlProblems problems) {
    if (block.find(VALUES).isEmpty()) {
      return;
    }
    List<String> values = block.get(VALUES);
    String path = "knobs." + block.get(KNOB) + ".values";
    values.stream()
        .filter(value -> Collections.frequency(values, value) > 1)
        .findFirst()
        .ifPresent(value ->
            problems.add(
                block.spot(VALUES), path, value + " appears twice", "remove one of the two"));
  }

  private static void exclude(
      BlockValues block, BlockKey<?> key, List<BlockKey<?>> others, YamlProblems problems) {
    if (block.find(key).isEmpty()) {
      return;
    }
    for (BlockKey<?> other : others) {
      if (block.find(other).isPresent()) {
        problems.add(
            block.spot(other),
            "knobs." + block.get(KNOB) + "." + other.name(),
            "%s does not go together with %s".formatted(other.name(), key.name()),
            "remove one of them");
      }
    }
  }
}
