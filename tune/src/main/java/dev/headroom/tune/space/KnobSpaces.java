package dev.headroom.tune.space;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Spaces for a fabric: of patterns of knobs, of a space file, or of all knobs that its devices set.
 */
public final class KnobSpaces {
  private final DeviceTables devices;
  private final Function<String, Optional<String>> today;
  private final DefaultRanges defaults;
  private final SpaceReader reader;
  private final DimensionBuilder builder;

  /**
   * Spaces for a fabric.
   *
   * @param devices those that set knobs; none for the model's own ranges
   * @param today the value in force of a key such as {@code congestion.kmin} or {@code
   *     congestion.kmin@leaf-*}; empty if it is not known. It is among the values of its dimension,
   *     if the devices can set it
   * @param tiers patterns of the switches of each tier ({@link SwitchTiers})
   */
  public KnobSpaces(
      DeviceTables devices, Function<String, Optional<String>> today, List<String> tiers) {
    this.devices = devices;
    this.today = today;
    defaults = new DefaultRanges(today.apply(CongestionKnobs.ALGORITHM.name()));
    reader = new SpaceReader(today, tiers);
    builder = new DimensionBuilder(devices, today);
  }

  /** The same for a fabric whose tiers are not known. */
  public KnobSpaces(DeviceTables devices, Map<String, String> today) {
    this(devices, key -> Optional.ofNullable(today.get(key)), List.of());
  }

  /**
   * A space, and the knobs that were left out.
   *
   * @param space the space
   * @param leftOut a sentence for each knob that a pattern names and that is not searched
   */
  public record Choice(Space space, List<String> leftOut) {
    public Choice {
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * The knobs that are searched by default: those that the devices set, or all if there are none.
   */
  public Choice defaults() {
    return choice(
        defaults.relevant().stream()
            .filter(spec -> devices.isEmpty() || devices.set(spec.knob()))
            .toList());
  }

  /**
   * The knobs of some patterns, such as {@code congestion.*}, with their default ranges.
   *
   * @throws IllegalArgumentException if a pattern names no knob with a default range, with those
   *     that have one
   */
  public Choice matching(List<String> patterns) {
    List<DimensionSpec> specs = new ArrayList<>();
    for (String pattern : patterns) {
      List<DimensionSpec> found = defaults.matching(pattern);
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "%s; give a range in a space file, or choose of %s"
                .formatted(DefaultRanges.none(pattern), String.join(", ", knobs())));
      }
      found.stream().filter(spec -> !specs.contains(spec)).forEach(specs::add);
    }
    return choice(specs);
  }

  private Choice choice(List<DimensionSpec> specs) {
    List<Dimension> dimensions = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (DimensionSpec spec : DefaultRanges.ordered(specs)) {
      try {
        Dimension dimension = builder.build(spec);
        if (dimension.size() > 1) {
          dimensions.add(dimension);
        } else {
          leftOut.add(
              "%s is left out: its only value is %s"
                  .formatted(spec.knob(), dimension.values().getFirst()));
        }
      } catch (SpaceProblemException e) {
        leftOut.add("%s is left out: %s".formatted(spec.knob(), e.what()));
      }
    }
    return new Choice(new Space(dimensions), leftOut);
  }

  /**
   * The space of a file.
   *
   * @param file its name, for messages
   * @param problems gets all that is wrong with it
   * @return empty if anything is wrong
   */
  public Optional<Space> read(String text, String file, YamlProblems problems) {
    int before = problems.count();
    List<Dimension> dimensions = new ArrayList<>();
    for (DimensionSpec spec : reader.read(text, file, problems)) {
      try {
        dimensions.add(builder.build(spec));
      } catch (SpaceProblemException e) {
        problems.add(
            spec.spot(),
            SpaceReader.path(spec) + (e.key().isEmpty() ? "" : "." + e.key()),
            e.what(),
            e.right());
      }
    }
    return problems.count() == before ? Optional.of(new Space(dimensions)) : Optional.empty();
  }

  /**
   * The space of a file.
   *
   * @throws IllegalArgumentException with all that is wrong, a line each
   */
  public Space read(String text, String file) {
    YamlProblems problems = new YamlProblems();
    return read(text, file, problems)
        .orElseThrow(() ->
            new IllegalArgumentException(
                problems.inOrder().stream()
                    .map(Problem::toString)
                    .collect(Collectors.joining("\n"))));
  }

  /** Today's settings as a candidate of a space; empty unless all of them are values of it. */
  public Optional<Candidate> today(Space space) {
    return nearest(space, Map.of())
        .filter(found ->
            space.dimensions().stream()
                .allMatch(dimension -> isSame(dimension.knob(), found.settings())));
  }

  private boolean isSame(String key, Map<String, String> settings) {
    return canonical(key, today.apply(key).orElse(""))
        .equals(canonical(key, settings.getOrDefault(key, "-")));
  }

  private static Optional<KnobText> text(String key) {
    return Knobs.named(SetKey.withoutNodes(key)).flatMap(KnobText::of);
  }

  /** A text as the values of dimensions have it. */
  private static String canonical(String key, String value) {
    Optional<KnobText> text = text(key);
    if (text.isEmpty()) {
      return value.strip();
    }
    OptionalDouble amount = text.get().amount(value);
    return amount.isEmpty() ? value.strip() : text.get().print(amount.getAsDouble());
  }

  /**
   * The candidate of a space that is nearest to some settings, such as a preset's. What they set
   * for the fabric, they set for each tier. A knob that they leave out keeps today's value; empty
   * if that is not known.
   */
  public Optional<Candidate> nearest(Space space, Map<String, String> settings) {
    Map<String, String> chosen = new TreeMap<>();
    for (Dimension dimension : space.dimensions()) {
      String key = dimension.knob();
      Optional<String> value =
          Optional.ofNullable(settings.get(key))
              .or(() -> Optional.ofNullable(settings.get(SetKey.withoutNodes(key))))
              .or(() -> today.apply(key))
              .flatMap(text -> nearest(dimension, canonical(key, text), chosen));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      chosen.put(key, value.get());
    }
    return Optional.of(Candidate.of(chosen));
  }

  private static Optional<String> nearest(
      Dimension dimension, String wanted, Map<String, String> chosen) {
    Optional<KnobText> text = text(dimension.knob());
    String found = "";
    double least = Double.POSITIVE_INFINITY;
    for (int code = 0; code < dimension.size(); code++) {
      String value = dimension.text(code, chosen);
      double distance = value.equals(wanted) ? 0 : Double.POSITIVE_INFINITY;
      if (text.isPresent()) {
        OptionalDouble at = text.get().amount(value);
        OptionalDouble from = text.get().amount(wanted);
        if (at.isPresent() && from.isPresent()) {
          distance = Math.abs(at.getAsDouble() - from.getAsDouble());
        }
      }
      if (distance < least) {
        least = distance;
        found = value;
      }
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  /** Names of the knobs that have a default range. */
  private static List<String> knobs() {
    return DefaultRanges.all().stream().map(DimensionSpec::knob).toList();
  }
}
