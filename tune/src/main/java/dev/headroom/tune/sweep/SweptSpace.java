package dev.headroom.tune.sweep;

import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.tune.space.DimensionLink;
import dev.headroom.tune.space.DimensionSpec;
import dev.headroom.tune.space.SpaceReader;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reader of the keys that a sweep varies from a space file. Unlike a search, a sweep takes any key
 * of a scenario, any value inside a range, and no value that the file does not have.
 */
public final class SweptSpace {
  private final YamlProblems problems = new YamlProblems();
  private final Map<String, SweptKey> keys = new LinkedHashMap<>();

  private SweptSpace() {}

  /** Error in a declaration, with the key to blame; blank for the whole declaration. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    private final String key;
    private final String right;

    Wrong(String key, String what, String right) {
      super(what);
      this.key = key;
      this.right = right;
    }
  }

  /**
   * Keys and values of a file's text.
   *
   * @param name of the file, for messages
   * @param reader for the scenario's fabric
   * @throws SweepException with all that is wrong, each with its place
   */
  public static List<SweptKey> read(String text, String name, SpaceReader reader) {
    SweptSpace space = new SweptSpace();
    reader.read(text, name, space.problems).forEach(space::add);
    if (!space.problems.none()) {
      throw new SweepException(
          space.problems.inOrder().stream()
              .map(Problem::toString)
              .collect(Collectors.joining("\n")));
    }
    return List.copyOf(space.keys.values());
  }

  private void add(DimensionSpec spec) {
    try {
      keys.put(spec.knob(), key(spec));
    } catch (Wrong e) {
      problems.add(
          spec.spot(),
          "knobs." + spec.knob() + (e.key.isEmpty() ? "" : "." + e.key),
          String.valueOf(e.getMessage()),
          e.right);
    }
  }

  private SweptKey key(DimensionSpec spec) throws Wrong {
    if (!spec.values().isEmpty()) {
      return new SweptKey.Choices(spec.knob(), spec.values());
    }
    if (spec.link().isEmpty()) {
      return range(spec);
    }
    DimensionSpec.Link link = spec.link().get();
    SweptKey.Form form = formOf(link);
    SweptKey.Form own = link.kind() == DimensionLink.Kind.TIMES ? SweptKey.Form.NUMBER : form;
    double from = number("from", spec.from(), own);
    double to = number("to", spec.to(), own);
    if (link.kind() == DimensionLink.Kind.TIMES && from < 0) {
      throw new Wrong("from", "a factor is not below 0", "a number such as 4");
    }
    double most =
        spec.most().isPresent() ? number("most", spec.most(), form) : Double.POSITIVE_INFINITY;
    SweptKey numbers =
        from == to // one factor or gap
            ? new SweptKey.Choices(spec.knob(), List.of(spec.to().orElseThrow()))
            : range(own == SweptKey.Form.NUMBER ? withFractions(spec) : spec);
    checkReach(spec, form, to, most);
    return new SweptKey.Linked(numbers, link.kind(), link.to(), spec.most().orElse(""));
  }

  /** Refuses a link whose values are beyond what a text can say. */
  private void checkReach(DimensionSpec spec, SweptKey.Form form, double to, double most)
      throws Wrong {
    DimensionSpec.Link link = spec.link().orElseThrow();
    double greatest =
        switch (keys.get(link.to())) {
          case SweptKey.Range range -> SweptKey.Form.of(range.from()).parse(range.to());
          case SweptKey.Choices choices ->
              choices.values().stream()
                  .mapToDouble(value -> SweptKey.Form.of(value).parse(value))
                  .max()
                  .orElse(0);
          case SweptKey.Linked _ -> 0;
          case null -> 0; // its own error is told
        };
    double reach = link.kind() == DimensionLink.Kind.TIMES ? greatest * to : greatest + to;
    if (Math.min(reach, most) > SweptKey.Form.MOST) {
      throw new Wrong(
          "to",
          "%s would have values of more than %s"
              .formatted(spec.knob(), form.text(SweptKey.Form.MOST)),
          "a smaller value, or most: for the greatest one");
    }
  }

  /** The form of the values of the key that another one is linked to. */
  private SweptKey.Form formOf(DimensionSpec.Link link) throws Wrong {
    List<String> values =
        switch (keys.get(link.to())) {
          case SweptKey.Range range -> List.of(range.from());
          case SweptKey.Choices choices -> choices.values();
          case SweptKey.Linked _ -> List.of();
          case null -> List.of(); // its own error is told
        };
    try {
      for (String value : values) {
        SweptKey.Form form = SweptKey.Form.of(value);
        if (!form.isLike(SweptKey.Form.of(values.getFirst()))) {
          throw new SweepException(value + " is of another kind");
        }
      }
      return values.isEmpty() ? SweptKey.Form.NUMBER : SweptKey.Form.of(values.getFirst());
    } catch (SweepException e) {
      throw new Wrong(
          word(link.kind()),
          "%s has the value %s".formatted(link.to(), values),
          "a key whose values are all numbers, or all sizes, times or rates");
    }
  }

  /** Factors between whole ends are not all whole. */
  private static DimensionSpec withFractions(DimensionSpec spec) {
    return spec.withEnds(
        spec.from().map(SweptSpace::withFraction), spec.to().map(SweptSpace::withFraction));
  }

  private static String withFraction(String number) {
    return number.matches("[0-9]+") ? number + ".0" : number;
  }

  private static String word(DimensionLink.Kind kind) {
    return kind == DimensionLink.Kind.TIMES ? "times" : "plus";
  }

  private static double number(String key, Optional<String> text, SweptKey.Form form) throws Wrong {
    if (text.isEmpty()) {
      throw new Wrong(
          key, "it is missing", "a range has from and to, such as {from: 50KB, to: 400KB}");
    }
    try {
      return form.parse(text.get());
    } catch (SweepException | UnitException e) {
      throw new Wrong(
          key,
          "'%s' is no %s".formatted(text.get(), form.words()),
          "the same kind of value as the key that it is linked to, or a factor for times");
    }
  }

  private static SweptKey.Form form(String key, Optional<String> text) throws Wrong {
    if (text.isEmpty()) {
      throw new Wrong(
          key, "it is missing", "a range has from and to, such as {from: 50KB, to: 400KB}");
    }
    try {
      return SweptKey.Form.of(text.get());
    } catch (SweepException e) {
      throw new Wrong(
          key, String.valueOf(e.getMessage()), "a value such as 0.5, 50KB, 4us or 100Gbps");
    }
  }

  private static SweptKey range(DimensionSpec spec) throws Wrong {
    SweptKey.Form form = form("from", spec.from());
    SweptKey.Form other = form("to", spec.to());
    if (!form.isLike(other)) {
      String to = spec.to().orElseThrow();
      throw new Wrong(
          "to",
          other.isLike(SweptKey.Form.NUMBER)
              ? "'%s' has no unit".formatted(to)
              : "'%s' is no %s".formatted(to, form.words()),
          "the same kind of value as from");
    }
    String from = spec.from().orElseThrow();
    SweptKey.Range range;
    try {
      boolean isLog = spec.log().orElse(form.parse(from) > 0);
      range = new SweptKey.Range(spec.knob(), from, spec.to().orElseThrow(), isLog);
    } catch (SweepException | UnitException e) {
      throw new Wrong(
          "", String.valueOf(e.getMessage()), "a range such as {from: 50KB, to: 400KB}");
    }
    if (spec.step().isPresent()) {
      return steps(range, spec, form);
    }
    return spec.levels() == 0 ? range : range.points(spec.levels());
  }

  private static SweptKey steps(SweptKey.Range range, DimensionSpec spec, SweptKey.Form form)
      throws Wrong {
    double step = number("step", spec.step(), form.isWhole() ? SweptKey.Form.NUMBER : form);
    double from = form.parse(range.from());
    double to = SweptKey.Form.of(range.to()).parse(range.to());
    double count = Math.floor((to - from) / step * (1 + 1e-9)) + 1;
    if (!(step > 0) || count > DimensionSpec.MOST_LEVELS) {
      throw new Wrong(
          "step",
          step > 0
              ? "the range has more than %,d steps".formatted(DimensionSpec.MOST_LEVELS)
              : "it is not above 0",
          "a larger step");
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String value = range.print(from + i * step);
      if (!values.contains(value)) {
        values.add(value);
      }
    }
    return new SweptKey.Choices(spec.knob(), values);
  }
}
