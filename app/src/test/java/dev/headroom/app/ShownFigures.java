package dev.headroom.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The numbers that commands print, by where they stand: those of JSON by their path, those of text
 * by their order. A figure is shown if one of them is it, in whatever unit, or if it is what is
 * usually made of two that stand at the same place of two outputs: a ratio, or a percentage more or
 * less.
 */
public record ShownFigures(List<Map<String, Double>> outputs) {
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?([eE]-?\\d+)?");
  private static final double NEAR = 0.005;

  /** Results of one output that a figure may be the ratio or the difference of. */
  private static final List<String> KINDRED = List.of("totalUs", "Contexts", "Bytes");

  public static ShownFigures of(List<String> printed) {
    return new ShownFigures(printed.stream().map(ShownFigures::numbers).toList());
  }

  private static Map<String, Double> numbers(String printed) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    if (printed.startsWith("{")) {
      collect("", JsonMapper.builder().build().readTree(printed), numbers);
    } else {
      words("", printed, numbers);
    }
    return numbers;
  }

  private static void collect(String path, JsonNode node, Map<String, Double> numbers) {
    if (node.isNumber()) {
      numbers.put(path, node.asDouble());
    } else if (node.isString()) {
      words(path, node.asString(), numbers);
    } else {
      int place = 0;
      for (Map.Entry<String, JsonNode> each : node.properties()) {
        if (!List.of("source", "formula", "notes", "range").contains(each.getKey())) {
          collect(path + "/" + each.getKey(), each.getValue(), numbers);
        }
      }
      for (JsonNode each : node.isArray() ? node : List.<JsonNode>of()) {
        collect(path + "/" + place, each, numbers);
        place++;
      }
    }
  }

  private static void words(String path, String text, Map<String, Double> numbers) {
    Matcher number = NUMBER.matcher(text);
    int place = 0;
    while (number.find()) {
      numbers.put(path + "#" + place, Double.parseDouble(number.group()));
      place++;
    }
  }

  public boolean show(double value) {
    boolean alone = outputs.stream().anyMatch(each -> isOne(each, value) || isOfKin(each, value));
    return alone || (outputs.size() == 2 && isOfBoth(value));
  }

  /** A number, its inverse, what is missing to 1; bits for bytes, KiB for bytes. */
  private static boolean isOne(Map<String, Double> output, double value) {
    return output.values().stream()
        .flatMapToDouble(each -> DoubleStream.of(each, 1 / each, 1 - each, each / 8, each / 1024))
        .anyMatch(each -> near(folded(each), folded(value)));
  }

  private static boolean isOfKin(Map<String, Double> output, double value) {
    for (String kind : KINDRED) {
      List<Double> alike = new ArrayList<>();
      output.forEach((path, number) -> {
        if (path.endsWith(kind)) {
          alike.add(number);
        }
      });
      for (double one : alike) {
        for (double other : alike) {
          if (near(one / other, value)
              || near(100 * (1 - one / other), value)
              || near(one - other, value)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean isOfBoth(double value) {
    Map<String, Double> second = outputs.get(1);
    return outputs.get(0).entrySet().stream()
        .flatMap(each -> {
          Double other = second.get(each.getKey());
          return other == null ? Stream.of() : made(each.getValue(), other);
        })
        .anyMatch(each -> near(each, value));
  }

  /** What is made of a number and the one that it is compared with. */
  private static Stream<Double> made(double one, double other) {
    double headers = (1 / one - 1) / (1 / other - 1);
    return Stream.of(
        one / other,
        other / one,
        100 * (one / other - 1),
        100 * (1 - other / one),
        100 * (1 - headers));
  }

  private static boolean near(double one, double other) {
    return Math.abs(one - other) <= NEAR * Math.abs(other) + 1e-9;
  }

  /** Without its power of ten. */
  private static double folded(double number) {
    double size = Math.abs(number);
    return size == 0 || !Double.isFinite(size)
        ? size
        : size / StrictMath.pow(10, Math.floor(StrictMath.log10(size) + 1e-9));
  }
}
