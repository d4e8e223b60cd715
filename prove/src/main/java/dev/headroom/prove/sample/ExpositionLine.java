package dev.headroom.prove.sample;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sample in a line of Prometheus' text format: {@code name{label="value",...} 1.5 1700000000000}.
 * What stands behind the value, a time or an exemplar, is left out.
 *
 * @param name of the metric
 * @param labels by name
 * @param value as it stands there, which may be an infinity or NaN
 */
record ExpositionLine(String name, Map<String, String> labels, double value) {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern LABEL =
      Pattern.compile(
          "[ \\t]*([a-zA-Z_][a-zA-Z0-9_]*)[ \\t]*=[ \\t]*\"((?:[^\"\\\\]|\\\\.)*)\"[ \\t]*,?");
  private static final Pattern END = Pattern.compile("[ \\t]*}");
  private static final Pattern VALUE =
      Pattern.compile("[ \\t]*([+-]?(?:Inf|NaN|[\\d.]+(?:[eE][+-]?\\d+)?))(?:[ \\t].*)?");

  /** The sample in a line; none in a comment, and none in what is not of the format. */
  static Optional<ExpositionLine> read(String line) {
    Matcher name = NAME.matcher(line);
    if (!name.lookingAt()) {
      return Optional.empty();
    }
    int at = name.end();
    Map<String, String> labels = new TreeMap<>();
    if (at < line.length() && line.charAt(at) == '{') {
      at++;
      Matcher label = LABEL.matcher(line);
      while (label.region(at, line.length()).lookingAt()) {
        labels.put(label.group(1), plain(label.group(2)));
        at = label.end();
      }
      Matcher end = END.matcher(line);
      if (!end.region(at, line.length()).lookingAt()) {
        return Optional.empty();
      }
      at = end.end();
    }
    Matcher value = VALUE.matcher(line).region(at, line.length());
    if (!value.matches()) {
      return Optional.empty();
    }
    return number(value.group(1)).map(each -> new ExpositionLine(name.group(), labels, each));
  }

  private static String plain(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    return Pattern.compile("\\\\(.)")
        .matcher(text)
        .replaceAll(
            each -> Matcher.quoteReplacement(each.group(1).equals("n") ? "\n" : each.group(1)));
  }

  private static Optional<Double> number(String text) {
    try {
      return Optional.of(Double.parseDouble(text.replace("Inf", "Infinity")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
