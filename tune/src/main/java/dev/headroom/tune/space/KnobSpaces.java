package dev.headroom.tune.space;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.setting.DeclaredSetting;
import dev.headroom.unit.setting.SettingsType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Spaces for a fabric: of patterns of knobs, of a space file, or of all knobs that its devices set.
 */
public final class KnobSpaces {
  private static final List<DimensionSpec> DEFAULTS =
      BundledYamlFile.read(
          KnobSpaces.class,
          "ranges.yaml",
          (text, problems) -> SpaceFile.read(text, "ranges.yaml", problems).orElse(List.of()));

  private static final String ALGORITHM = CongestionKnobs.ALGORITHM.name();

  private final DeviceTables devices;
  private final Map<String, String> today;
  private final DimensionBuilder builder;

  /**
   * Spaces for a fabric.
   *
   * @param devices those that set knobs; none for the model's own ranges
   * @param today values in force by the names of their knobs, as far as they are known. They are
   *     among the values of their dimensions, if the devices can set them
   */
  public KnobSpaces(DeviceTables devices, Map<String, String> today) {
    this.devices = devices;
    this.today = Map.copyOf(today);
    builder = new DimensionBuilder(devices, today);
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
    List<DimensionSpec> specs =
        DEFAULTS.stream()
            .filter(spec -> devices.isEmpty() || devices.set(spec.knob()))
            .filter(spec -> isRelevant(spec.knob()))
            .toList();
    return choice(specs);
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
      List<DimensionSpec> found = matching(pattern);
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "%s; give a range in a space file, or choose of %s"
                .formatted(noDefault(pattern), String.join(", ", knobs())));
      }
      found.stream().filter(spec -> !specs.contains(spec)).forEach(specs::add);
    }
    return choice(specs);
  }

  private List<DimensionSpec> matching(String pattern) {
    Pattern regex = regex(pattern);
    return DEFAULTS.stream()
        .filter(spec -> regex.matcher(spec.knob()).matches())
        .filter(spec -> isRelevant(spec.knob()))
        .toList();
  }

  private static Pattern regex(String pattern) {
    return Pattern.compile(
        Pattern.compile("\\*")
            .splitAsStream(pattern.strip() + " ")
            .map(part -> part.isBlank() ? "" : Pattern.quote(part.strip()))
            .collect(Collectors.joining(".*")));
  }

  private String noDefault(String pattern) {
    Pattern regex = regex(pattern);
    boolean isKnob = Knobs.all().stream().anyMatch(knob -> regex.matcher(knob.name()).matches());
    return isKnob
        ? "'%s' has no default range".formatted(pattern)
        : "'%s' matches no knob".formatted(pattern);
  }

  /** A knob of a control that is not in use changes nothing. */
  private boolean isRelevant(String knob) {
    String algorithm =
        today.getOrDefault(ALGORITHM, CongestionKnobs.ALGORITHM.fallback().orElseThrow().word());
    return ControlTypes.all().stream()
            .filter(control -> settings(control).contains(knob))
            .findAny()
            .isEmpty()
        || ControlTypes.all().stream()
            .filter(control -> control.word().equals(algorithm))
            .anyMatch(control -> settings(control).contains(knob));
  }

  private static List<String> settings(ControlType control) {
    return control.settings().stream()
        .flatMap(type -> SettingsType.of(type).settings().stream().map(DeclaredSetting::key))
        .toList();
  }

  private Choice choice(List<DimensionSpec> specs) {
    List<Dimension> dimensions = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (DimensionSpec spec : ordered(specs)) {
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

  /** Linked knobs behind those that they are linked to; a link to a knob that is not there ends. */
  private static List<DimensionSpec> ordered(List<DimensionSpec> specs) {
    List<String> names = specs.stream().map(DimensionSpec::knob).toList();
    List<DimensionSpec> ordered = new ArrayList<>();
    List<DimensionSpec> linked = new ArrayList<>();
    for (DimensionSpec spec : specs) {
      Optional<DimensionSpec.Link> link = spec.link();
      if (link.isEmpty()) {
        ordered.add(spec);
      } else if (names.contains(link.get().to())) {
        linked.add(spec);
      } else {
        ordered.add(alone(spec));
      }
    }
    ordered.addAll(linked);
    return ordered;
  }

  /** The range of a linked knob by itself begins where that of the other knob does. */
  private static DimensionSpec alone(DimensionSpec spec) {
    String to = spec.link().map(DimensionSpec.Link::to).orElse("");
    String least =
        DEFAULTS.stream()
            .filter(each -> each.knob().equals(to))
            .flatMap(each -> each.from().stream())
            .findFirst()
            .orElse("0");
    return spec.unlinked(least);
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
    List<DimensionSpec> specs =
        SpaceFile.read(text, file, problems).orElse(List.of()).stream()
            .flatMap(spec -> spelledOut(spec, problems).stream())
            .toList();
    Map<String, DimensionSpec> once = new LinkedHashMap<>();
    for (DimensionSpec spec : specs) {
      if (once.putIfAbsent(spec.knob(), spec) != null) {
        problems.add(
            spec.spot(), "knobs." + spec.knob(), "the knob appears more than once", "list it once");
      }
    }
    List<Dimension> dimensions = new ArrayList<>();
    for (DimensionSpec spec : inOrder(List.copyOf(once.values()))) {
      try {
        if (spec.link().isPresent() && !once.containsKey(spec.link().get().to())) {
          throw new SpaceProblemException(
              spec.link().get().kind() == DimensionLink.Kind.TIMES ? "times" : "plus",
              spec.link().get().to() + " is no knob of this space",
              "add it, or give the knob a range of its own");
        }
        String to = spec.link().map(DimensionSpec.Link::to).orElse("");
        if (Optional.ofNullable(once.get(to)).flatMap(DimensionSpec::link).isPresent()) {
          throw new SpaceProblemException(
              "", to + " is linked to another knob itself", "a knob with a range of its own");
        }
        dimensions.add(builder.build(spec));
      } catch (SpaceProblemException e) {
        problems.add(
            spec.spot(),
            "knobs." + spec.knob() + (e.key().isEmpty() ? "" : "." + e.key()),
            e.what(),
            e.right());
      }
    }
    return problems.count() == before ? Optional.of(new Space(dimensions)) : Optional.empty();
  }

  private static List<DimensionSpec> inOrder(List<DimensionSpec> specs) {
    List<DimensionSpec> ordered =
        new ArrayList<>(specs.stream().filter(spec -> spec.link().isEmpty()).toList());
    specs.stream().filter(spec -> spec.link().isPresent()).forEach(ordered::add);
    return ordered;
  }

  private List<DimensionSpec> spelledOut(DimensionSpec spec, YamlProblems problems) {
    if (!spec.isDefault()) {
      return List.of(spec);
    }
    List<DimensionSpec> found =
        ordered(matching(spec.knob()).stream().map(each -> each.at(spec)).toList());
    if (found.isEmpty()) {
      problems.add(
          spec.spot(),
          "knobs." + spec.knob(),
          noDefault(spec.knob()),
          "write from and to, or values");
    }
    return found;
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
    return nearest(space, today)
        .filter(found ->
            space.dimensions().stream()
                .allMatch(dimension -> isSame(dimension.knob(), found.settings())));
  }

  private boolean isSame(String knob, Map<String, String> settings) {
    return canonical(knob, today.getOrDefault(knob, ""))
        .equals(canonical(knob, settings.getOrDefault(knob, "-")));
  }

  /** A text as the values of dimensions have it. */
  private static String canonical(String knob, String value) {
    Optional<KnobText> text = Knobs.named(knob).flatMap(KnobText::of);
    if (text.isEmpty()) {
      return value.strip();
    }
    OptionalDouble amount = text.get().amount(value);
    return amount.isEmpty() ? value.strip() : text.get().print(amount.getAsDouble());
  }

  /**
   * The candidate of a space that is nearest to some settings, such as a preset's. A knob that the
   * settings leave out keeps today's value; empty if that is not known.
   */
  public Optional<Candidate> nearest(Space space, Map<String, String> settings) {
    Map<String, String> chosen = new TreeMap<>();
    for (Dimension dimension : space.dimensions()) {
      String knob = dimension.knob();
      Optional<String> wanted =
          Optional.ofNullable(settings.get(knob)).or(() -> Optional.ofNullable(today.get(knob)));
      Optional<String> value =
          wanted.flatMap(text -> nearest(dimension, canonical(knob, text), chosen));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      chosen.put(knob, value.get());
    }
    return Optional.of(Candidate.of(chosen));
  }

  private static Optional<String> nearest(
      Dimension dimension, String wanted, Map<String, String> chosen) {
    Optional<KnobText> text = Knobs.named(dimension.knob()).flatMap(KnobText::of);
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
  public static List<String> knobs() {
    return DEFAULTS.stream().map(DimensionSpec::knob).toList();
  }

  /** The range that a knob has by default, and its source; empty if it has none. */
  public static Optional<String> source(Knob<?> knob) {
    return DEFAULTS.stream()
        .filter(spec -> spec.knob().equals(knob.name()))
        .map(DimensionSpec::source)
        .findFirst();
  }
}
