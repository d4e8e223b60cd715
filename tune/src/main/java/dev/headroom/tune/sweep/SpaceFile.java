package dev.headroom.tune.sweep;

import dev.headroom.model.yaml.FilePosition;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reader of a file with the keys that a sweep varies:
 *
 * <pre>
 *   congestion.kmin: {from: 50KB, to: 400KB, scale: log}
 *   congestion.pmax: {from: 0.05, to: 0.5, points: 4}
 *   routing: [ecmp, adaptive]
 * </pre>
 */
public final class SpaceFile {
  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought(
          "space file", "write keys such as congestion.kmin: {from: 50KB, to: 400KB}");

  private static final Set<String> KNOWN = Set.of("from", "to", "scale", "points");
  private static final int MOST_POINTS = 1_000;

  private final YamlProblems problems = new YamlProblems();
  private final boolean isGrid;

  private SpaceFile(boolean isGrid) {
    this.isGrid = isGrid;
  }

  /**
   * Keys and values of a file's text.
   *
   * @param name of the file, for messages
   * @param isGrid whether every combination is meant, for which ranges need their number of points
   * @throws SweepException with all that is wrong, each with its place
   */
  public static List<SweptKey> read(String text, String name, boolean isGrid) {
    SpaceFile file = new SpaceFile(isGrid);
    List<SweptKey> keys =
        YamlParser.parse(text, name, SOUGHT, file.problems).map(file::keys).orElse(List.of());
    if (!file.problems.none()) {
      throw new SweepException(
          file.problems.inOrder().stream()
              .map(Problem::toString)
              .collect(Collectors.joining("\n")));
    }
    return keys;
  }

  private List<SweptKey> keys(YamlNode root) {
    List<SweptKey> keys = new ArrayList<>();
    if (!(root instanceof YamlNode.Mapping mapping)) {
      problems.add(root.spot(), "", YamlNode.kind(root) + " instead of keys", SOUGHT.least());
      return keys;
    }
    for (YamlNode.Entry entry : mapping.entries()) {
      switch (entry.value()) {
        case YamlNode.Sequence list -> choices(entry, list).ifPresent(keys::add);
        case YamlNode.Mapping range -> range(entry, range).ifPresent(keys::add);
        case YamlNode.Scalar scalar ->
            wrong(
                scalar.spot(),
                entry.key(),
                YamlNode.kind(scalar) + " is a single value, which varies nothing",
                "write a list such as [ecmp, adaptive], or a range such as {from: 50KB, to:"
                    + " 400KB}");
      }
    }
    return keys;
  }

  private void wrong(FilePosition spot, String key, String what, String right) {
    problems.add(spot, key, what, right);
  }

  private Optional<SweptKey> choices(YamlNode.Entry entry, YamlNode.Sequence list) {
    List<String> values = new ArrayList<>();
    for (YamlNode item : list.items()) {
      if (!(item instanceof YamlNode.Scalar scalar) || scalar.isMissing()) {
        wrong(
            item.spot(),
            entry.key(),
            YamlNode.kind(item) + " instead of a value",
            "write each value as in a scenario");
        return Optional.empty();
      }
      if (values.contains(scalar.text())) {
        wrong(item.spot(), entry.key(), scalar.text() + " appears twice", "remove one of the two");
        return Optional.empty();
      }
      values.add(scalar.text());
    }
    if (values.isEmpty()) {
      wrong(list.spot(), entry.key(), "the list is empty", "write two values or more");
      return Optional.empty();
    }
    return Optional.of(new SweptKey.Choices(entry.key(), values));
  }

  private Optional<SweptKey> range(YamlNode.Entry entry, YamlNode.Mapping range) {
    for (YamlNode.Entry each : range.entries()) {
      if (!KNOWN.contains(each.key())) {
        wrong(
            each.spot(),
            entry.key() + "." + each.key(),
            "a range has no such key",
            "use from, to, scale and points");
        return Optional.empty();
      }
    }
    Optional<String> from = text(entry, range, "from");
    Optional<String> to = text(entry, range, "to");
    Optional<Boolean> isLog = isLog(entry, range);
    Optional<Integer> points = points(entry, range);
    if (from.isEmpty() || to.isEmpty() || isLog.isEmpty() || points.isEmpty()) {
      return Optional.empty();
    }
    try {
      SweptKey.Range found = new SweptKey.Range(entry.key(), from.get(), to.get(), isLog.get());
      return Optional.of(isGrid && points.get() > 0 ? found.points(points.get()) : found);
    } catch (SweepException | UnitException e) {
      wrong(
          range.spot(),
          entry.key(),
          String.valueOf(e.getMessage()),
          "write a range such as {from: 50KB, to: 400KB}");
      return Optional.empty();
    }
  }

  private Optional<String> text(YamlNode.Entry entry, YamlNode.Mapping range, String key) {
    if (range.value(key).orElse(null) instanceof YamlNode.Scalar scalar && !scalar.isMissing()) {
      return Optional.of(scalar.text());
    }
    wrong(
        range.spot(),
        entry.key(),
        "the range has no value for " + key,
        "write a range such as {from: 50KB, to: 400KB}");
    return Optional.empty();
  }

  private Optional<Boolean> isLog(YamlNode.Entry entry, YamlNode.Mapping range) {
    Optional<YamlNode> scale = range.value("scale");
    if (scale.isEmpty()) {
      return Optional.of(false);
    }
    if (scale.get() instanceof YamlNode.Scalar scalar
        && Set.of("log", "linear").contains(scalar.text())) {
      return Optional.of(scalar.text().equals("log"));
    }
    wrong(
        scale.get().spot(),
        entry.key() + ".scale",
        YamlNode.kind(scale.get()) + " is not a scale",
        "use linear or log");
    return Optional.empty();
  }

  /** Values of a range in a grid; 0 if the file does not say. */
  private Optional<Integer> points(YamlNode.Entry entry, YamlNode.Mapping range) {
    Optional<YamlNode> points = range.value("points");
    if (points.isEmpty()) {
      return Optional.of(0);
    }
    if (points.get() instanceof YamlNode.Scalar scalar && scalar.text().matches("[0-9]{1,5}")) {
      int count = Integer.parseInt(scalar.text());
      if (count >= 2 && count <= MOST_POINTS) {
        return Optional.of(count);
      }
    }
    wrong(
        points.get().spot(),
        entry.key() + ".points",
        YamlNode.kind(points.get()) + " is not a number of values",
        "use 2 to 1,000");
    return Optional.empty();
  }
}
