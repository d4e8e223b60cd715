package dev.headroom.model.inference;

import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Distribution of prompt lengths in tokens: a cumulative curve with straight pieces between its
 * points.
 *
 * @param text how it is written: one number, a name, or {@code 512=50%,8192=100%}
 * @param points from the least at 0 % to the greatest at 100 %
 */
public record PromptLengths(String text, List<Point> points) {
  /** No prompt is longer. */
  public static final int MOST_TOKENS = 10_000_000;

  /**
   * @param tokens a length
   * @param cumulative share of prompts up to it, 0 to 1
   */
  public record Point(int tokens, double cumulative) {}

  /**
   * Deciles, the 95th and the 99th percentile of published traces: {@code
   * AzureLLMInferenceTrace_code.csv} and {@code _conv.csv} of Azure/AzurePublicDataset (8,819 and
   * 19,366 requests of an hour in November 2023), {@code conversation_trace.jsonl} of
   * kvcache-ai/Mooncake, FAST25-release (12,031 requests of an hour, prefixes that are in a cache
   * already among them).
   */
  private static final Map<String, int[]> PUBLISHED =
      new TreeMap<>(
          Map.of(
              "azure-code",
              new int[] {3, 147, 385, 770, 1075, 1469, 1909, 2433, 3193, 5194, 7315, 7436, 7437},
              "azure-conversation",
              new int[] {2, 207, 387, 403, 703, 1020, 1071, 1130, 1315, 2735, 4083, 4142, 14050},
              "mooncake-conversation",
              new int[] {
                891, 964, 1662, 3263, 4993, 6909, 9570, 13196, 17869, 27367, 39552, 85401, 126195
              }));

  private static final double[] SHARES = {
    0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1
  };

  /** How a scenario file writes it. */
  public static final ValueType<PromptLengths> TYPE =
      new ValueType<>(
          "prompt lengths",
          "1500",
          PromptLengths::parse,
          PromptLengths::text,
          List.copyOf(PUBLISHED.keySet()));

  public PromptLengths {
    points = List.copyOf(points);
  }

  /** Reads one number, a name, or points; throws {@link UnitException}. */
  public static PromptLengths parse(String text) {
    String wanted = text.strip();
    int[] published = PUBLISHED.get(wanted);
    if (published != null) {
      List<Point> points = new ArrayList<>();
      for (int i = 0; i < published.length; i++) {
        points.add(new Point(published[i], SHARES[i]));
      }
      return new PromptLengths(wanted, points);
    }
    if (wanted.contains("=")) {
      return new PromptLengths(wanted, listed(wanted));
    }
    if (!wanted.isEmpty() && Character.isDigit(wanted.charAt(0))) {
      int tokens = tokens(wanted);
      return new PromptLengths(wanted, List.of(new Point(tokens, 0), new Point(tokens, 1)));
    }
    throw new UnitException(
        "'%s' is not a set of prompt lengths; use one of %s, a number of tokens such as 1500, or points such as {512: 50%%, 8192: 100%%}"
            .formatted(wanted, String.join(", ", PUBLISHED.keySet())));
  }

  private static int tokens(String text) {
    long tokens = ValueType.WHOLE.parser().apply(text);
    if (tokens < 1 || tokens > MOST_TOKENS) {
      throw new UnitException(
          "%d is not a valid number of tokens of a prompt; use 1 to %d"
              .formatted(tokens, MOST_TOKENS));
    }
    return Math.toIntExact(tokens);
  }

  private static List<Point> listed(String text) {
    List<Point> points = new ArrayList<>();
    for (String entry : text.split(",", -1)) {
      String[] pair = entry.split("=", 2);
      if (pair.length != 2) {
        throw new UnitException("'" + entry + "' is not TOKENS=SHARE, such as 1500=50%");
      }
      points.add(new Point(tokens(pair[0]), ValueType.NUMBER.parser().apply(pair[1])));
    }
    if (points.getFirst().cumulative() > 0) {
      points.addFirst(new Point(1, 0));
    }
    if (points.getLast().cumulative() != 1) {
      throw new UnitException("the last share of prompt lengths must be 100 %");
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).tokens() < points.get(i - 1).tokens()
          || points.get(i).cumulative() < points.get(i - 1).cumulative()) {
        throw new UnitException("prompt lengths and their shares must not decrease");
      }
    }
    return points;
  }

  /** The length that a share {@code u} of the prompts keep within, 0 to 1. */
  public int quantile(double u) {
    int high = 1;
    while (high < points.size() - 1 && points.get(high).cumulative() < u) {
      high++;
    }
    Point from = points.get(high - 1);
    Point to = points.get(high);
    double step = to.cumulative() - from.cumulative();
    double share = step > 0 ? (u - from.cumulative()) / step : 1;
    return (int) Math.round(from.tokens() + (to.tokens() - from.tokens()) * share);
  }

  /** The longest that there are. */
  public int longest() {
    return points.getLast().tokens();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PromptLengths that && points.equals(that.points);
  }

  @Override
  public int hashCode() {
    return points.hashCode();
  }
}
