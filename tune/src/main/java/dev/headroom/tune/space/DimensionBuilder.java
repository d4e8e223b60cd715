package dev.headroom.tune.space;

import dev.headroom.formats.setting.KnobQuantity;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.scenario.SetKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Builder of dimensions from their declarations, on the grid of the fabric's devices. Today's value
 * of a knob is always among its values, if the devices can say it.
 */
final class DimensionBuilder {
  /** Values of an ordered dimension, unless a space file says otherwise. */
  private static final int LEVELS = 32;

  private final DeviceTables devices;
  private final Function<String, Optional<String>> today;

  /**
   * @param today the value of a knob that is in force, by its key; empty if it is not known
   */
  DimensionBuilder(DeviceTables devices, Function<String, Optional<String>> today) {
    this.devices = devices;
    this.today = today;
  }

  private String today(String key) {
    return today.apply(key).orElse("");
  }

  /** The dimension of a declaration that is no default. */
  Dimension build(DimensionSpec spec) throws SpaceProblemException {
    Knob<?> knob = knob(spec.knob());
    if (spec.link().isPresent()) {
      return linked(spec, spec.link().get(), text(knob));
    }
    if (!spec.values().isEmpty()) {
      return listed(spec, knob);
    }
    return ranged(spec, text(knob));
  }

  /** The knob of a key: {@code congestion.kmin} of {@code congestion.kmin@leaf-*}. */
  private static Knob<?> knob(String key) throws SpaceProblemException {
    String name = SetKey.withoutNodes(key);
    Optional<Knob<?>> knob = Knobs.named(name);
    if (knob.isEmpty()) {
      List<String> names = Knobs.all().stream().map(Knob::name).toList();
      throw new SpaceProblemException(
          "knob",
          "there is no knob " + name,
          SpellingSuggestion.nearest(name, names)
              .map(near -> "did you mean '" + near + "'?")
              .orElse("'headroom knobs' lists them"));
    }
    return knob.get();
  }

  private static KnobText text(Knob<?> knob) throws SpaceProblemException {
    Optional<KnobText> text = KnobText.of(knob);
    if (text.isEmpty()) {
      throw new SpaceProblemException(
          "knob",
          "%s has no range: it is %s".formatted(knob.name(), knob.type().name()),
          "list its values, such as values: ["
              + (knob.type().words().isEmpty()
                  ? knob.type().example()
                  : String.join(", ", knob.type().words()))
              + "]");
    }
    return text.get();
  }

  private Dimension listed(DimensionSpec spec, Knob<?> knob) throws SpaceProblemException {
    Optional<KnobText> text = KnobText.of(knob);
    List<DeviceValue> of = devices.values(knob.name());
    List<String> values = new ArrayList<>();
    for (String value : spec.values()) {
      if (!KnobText.accepts(knob, value)) {
        throw new SpaceProblemException(
            "values",
            "'%s' is not a value of %s".formatted(value, knob.name()),
            knob.type().name()
                + (knob.range().isEmpty()
                    ? ""
                    : " from %s to %s".formatted(knob.range().getFirst(), knob.range().getLast())));
      }
      if (text.isPresent()) {
        OptionalDouble amount = text.get().amount(value);
        SettingGrid grid = grid(text.get());
        if (amount.isEmpty() || !grid.accepts(text.get().print(amount.getAsDouble()))) {
          throw notSaid(spec.knob(), value, grid);
        }
        add(values, text.get().print(amount.getAsDouble()));
      } else if (of.stream().allMatch(device -> device.accepts(value))) {
        add(values, value);
      }
    }
    if (values.isEmpty()) {
      throw new SpaceProblemException(
          "values",
          "no device sets %s to one of %s".formatted(knob.name(), String.join(", ", spec.values())),
          "another value, or omit the knob");
    }
    String now = today(spec.knob());
    if (text.isEmpty()
        && KnobText.accepts(knob, now)
        && of.stream().allMatch(device -> device.accepts(now))) {
      add(values, now);
    }
    return new Dimension(spec.knob(), text.isPresent(), values, Optional.empty(), source(spec));
  }

  private static void add(List<String> values, String value) {
    if (!values.contains(value)) {
      values.add(value);
    }
  }

  private static SpaceProblemException notSaid(String knob, String value, SettingGrid grid) {
    return new SpaceProblemException(
        "values",
        "a device cannot set %s to %s".formatted(knob, value),
        grid.amount(value).isPresent()
            ? grid.find(grid.amount(value).getAsDouble())
                .map(near -> "the nearest value that it can set is " + near)
                .orElse("it has no value near it")
            : "a single value");
  }

  /** The grid of a knob in its own range. */
  private SettingGrid grid(KnobText text) {
    Knob<?> knob = text.knob();
    double least = Double.NEGATIVE_INFINITY;
    double most = Double.POSITIVE_INFINITY;
    if (!knob.range().isEmpty()) {
      least = text.amount(knob.range().getFirst()).orElse(least);
      most = text.amount(knob.range().getLast()).orElse(most);
    }
    return new SettingGrid(text, devices.values(knob.name()), least, most);
  }

  private Dimension ranged(DimensionSpec spec, KnobText text) throws SpaceProblemException {
    SettingGrid grid = grid(text);
    double from = end(spec.from(), "from", text);
    double to = end(spec.to(), "to", text);
    checkOrder(spec, from, to);
    if (from == to) {
      throw new SpaceProblemException(
          "to",
          "it is equal to from",
          "write values: [%s] for one value".formatted(text.print(to)));
    }
    checkWithin(spec, from, to, grid);
    boolean log = log(spec, from);
    List<String> values =
        spec.step().isPresent()
            ? stepped(spec, grid, from, to, text)
            : grid.within(from, to).values(log, levels(spec));
    values = withToday(values, grid, spec.knob());
    if (values.isEmpty()) {
      throw new SpaceProblemException(
          "",
          "no device sets %s to a value from %s to %s"
              .formatted(spec.knob(), text.print(from), text.print(to)),
          "another range, or omit the knob");
    }
    return new Dimension(spec.knob(), true, values, Optional.empty(), source(spec));
  }

  private static double end(Optional<String> end, String key, KnobText text)
      throws SpaceProblemException {
    if (end.isEmpty()) {
      throw new SpaceProblemException(
          key,
          "it is missing",
          "a range has from and to, such as from: " + text.knob().type().example());
    }
    OptionalDouble amount = text.amount(end.get());
    if (amount.isEmpty()) {
      throw new SpaceProblemException(
          key,
          "'%s' is not a value of %s".formatted(end.get(), text.knob().name()),
          text.knob().type().name() + ", such as " + text.knob().type().example());
    }
    return amount.getAsDouble();
  }

  private static void checkOrder(DimensionSpec spec, double from, double to)
      throws SpaceProblemException {
    if (from > to) {
      throw new SpaceProblemException(
          "to",
          "it is less than from: %s to %s".formatted(spec.from().orElse(""), spec.to().orElse("")),
          "the lower end at from, and the upper end at to");
    }
  }

  private static void checkWithin(DimensionSpec spec, double from, double to, SettingGrid grid)
      throws SpaceProblemException {
    if (from < grid.least() || to > grid.most()) {
      throw new SpaceProblemException(
          from < grid.least() ? "from" : "to",
          "it is outside the range of " + spec.knob(),
          String.join(" to ", grid.knob().range()));
    }
  }

  private static boolean log(DimensionSpec spec, double from) throws SpaceProblemException {
    if (spec.log().orElse(false) && from <= 0) {
      throw new SpaceProblemException(
          "scale", "a range from 0 has no ratios", "scale: linear, or a range above 0");
    }
    return spec.log().orElse(from > 0);
  }

  private static int levels(DimensionSpec spec) {
    return spec.levels() == 0 ? LEVELS : spec.levels();
  }

  private static List<String> stepped(
      DimensionSpec spec, SettingGrid grid, double from, double to, KnobText text)
      throws SpaceProblemException {
    double step = end(spec.step(), "step", text);
    double count = Math.floor((to - from) / step * (1 + 1e-9)) + 1;
    if (!(step > 0) || count > DimensionSpec.MOST_LEVELS) {
      throw new SpaceProblemException(
          "step",
          step > 0
              ? "the range has more than %,d steps".formatted(DimensionSpec.MOST_LEVELS)
              : "it is not above 0",
          "a larger step");
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      grid.find(from + i * step).ifPresent(value -> add(values, value));
    }
    return values;
  }

  private List<String> withToday(List<String> values, SettingGrid grid, String knob) {
    OptionalDouble now = grid.amount(today(knob));
    if (now.isEmpty()) {
      return values;
    }
    String text = new KnobText(grid.knob(), grid.quantity()).print(now.getAsDouble());
    if (values.contains(text) || !grid.accepts(text)) {
      return values;
    }
    List<String> all = new ArrayList<>(values);
    all.add(text);
    all.sort((one, other) ->
        Double.compare(grid.amount(one).orElseThrow(), grid.amount(other).orElseThrow()));
    return all;
  }

  private Dimension linked(DimensionSpec spec, DimensionSpec.Link link, KnobText text)
      throws SpaceProblemException {
    Knob<?> to = knob(link.to());
    Optional<KnobText> other = KnobText.of(to);
    if (other.isEmpty() || other.get().quantity() != text.quantity()) {
      throw new SpaceProblemException(
          link.kind().name().toLowerCase(Locale.ROOT),
          "%s is %s, and %s is %s"
              .formatted(spec.knob(), text.knob().type().name(), to.name(), to.type().name()),
          "a knob of the same quantity");
    }
    SettingGrid grid = grid(text);
    double most = spec.most().isPresent() ? end(spec.most(), "most", text) : grid.most();
    OptionalDouble now = text.amount(today(spec.knob()));
    if (now.isPresent()) {
      most = Math.max(most, now.getAsDouble());
    }
    double least = Math.max(grid.least(), 0);
    if (!(most >= least && most <= grid.most())) {
      throw new SpaceProblemException(
          "most",
          "it is outside the range of " + spec.knob(),
          grid.knob().range().isEmpty() ? "0 or more" : String.join(" to ", grid.knob().range()));
    }
    SettingGrid within = grid.within(grid.least(), most);
    List<String> values =
        link.kind() == DimensionLink.Kind.TIMES ? factors(spec) : gaps(spec, text);
    DimensionLink of = new DimensionLink(link.kind(), link.to(), within);
    return new Dimension(
        spec.knob(),
        true,
        withToday(values, of, spec.knob(), other.get()),
        Optional.of(of),
        source(spec));
  }

  private static List<String> factors(DimensionSpec spec) throws SpaceProblemException {
    double from = factor(spec.from(), "from");
    double to = factor(spec.to(), "to");
    checkOrder(spec, from, to);
    boolean log = log(spec, from);
    int levels = levels(spec);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      double share = (double) i / (levels - 1);
      double factor = log ? from * Math.pow(to / from, share) : from + (to - from) * share;
      add(values, KnobQuantity.NUMBER.print(SettingGrid.readable(factor)));
    }
    return values;
  }

  private static double factor(Optional<String> text, String key) throws SpaceProblemException {
    if (text.isEmpty() || !text.get().matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
      throw new SpaceProblemException(
          key,
          text.map(written -> "'" + written + "' is not a factor").orElse("it is missing"),
          "a number without unit, such as 4");
    }
    return Double.parseDouble(text.get());
  }

  private static List<String> gaps(DimensionSpec spec, KnobText text) throws SpaceProblemException {
    double from = end(spec.from(), "from", text);
    double to = end(spec.to(), "to", text);
    checkOrder(spec, from, to);
    // a gap is no value of the knob: the device rounds the sum
    return new SettingGrid(text, List.of(), from, to).values(log(spec, from), levels(spec));
  }

  /** Adds the factor or the gap of today's values, if it gives exactly today's value. */
  private List<String> withToday(
      List<String> values, DimensionLink link, String knob, KnobText other) {
    OptionalDouble now = link.grid().amount(today(knob));
    OptionalDouble from = other.amount(today(link.to()));
    if (now.isEmpty() || from.isEmpty() || from.getAsDouble() <= 0) {
      return values;
    }
    boolean times = link.kind() == DimensionLink.Kind.TIMES;
    double number =
        times ? now.getAsDouble() / from.getAsDouble() : now.getAsDouble() - from.getAsDouble();
    if (number <= 0) {
      return values;
    }
    Map<Double, String> ordered = new TreeMap<>();
    for (String value : values) {
      ordered.put(
          times ? Double.parseDouble(value) : link.grid().amount(value).orElseThrow(), value);
    }
    ordered.putIfAbsent(
        number,
        times
            ? KnobQuantity.NUMBER.print(number)
            : new KnobText(link.grid().knob(), link.grid().quantity()).print(number));
    return List.copyOf(ordered.values());
  }

  private String source(DimensionSpec spec) {
    String on =
        devices.values(SetKey.withoutNodes(spec.knob())).stream()
            .map(device -> device.setting().site().device())
            .distinct()
            .collect(Collectors.joining(", "));
    String grid = on.isEmpty() ? "" : "as " + on + " can set it";
    return spec.source().isEmpty() || grid.isEmpty()
        ? spec.source() + grid
        : spec.source() + "; " + grid;
  }
}
