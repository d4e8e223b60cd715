package dev.headroom.app.option;

import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.text.BadInputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the seeds that each variant of a comparison runs with. */
public final class SeedArguments {
  private static final int MOST = 1_000;
  private static final String SET = "run.seed=";
  private static final String RANGE = "..";

  @Option(
      names = "--seeds",
      paramLabel = "N|A..B|A,B",
      description =
          "Run every variant with N seeds, starting at the scenario's own, or with these "
              + "seeds, such as 1..20 or 3,5,9. The result shows which differences exceed the "
              + "noise.")
  private @Nullable String text;

  /** Whether they were asked for. */
  public boolean isGiven() {
    return text != null;
  }

  /** What lays one of them over a scenario. */
  public static String set(long seed) {
    return SET + seed;
  }

  /**
   * Refuses a seed that is set or varied as well, and would be without effect.
   *
   * @param sets what all variants have
   * @param varies keys that vary
   */
  public void check(List<String> sets, List<String> varies) {
    if (text == null) {
      return;
    }
    if (varies.stream().anyMatch(vary -> SetKey.hides(SET, vary))) {
      throw wrong("run.seed is varied as well; remove one of the two");
    }
    boolean isList = !isCount(text);
    if (isList && sets.stream().anyMatch(set -> SetKey.hides(SET, set))) {
      throw wrong("run.seed is set as well, and would have no effect; remove one of the two");
    }
    seeds(0);
  }

  /** The seeds, of a scenario that has this one; none where nobody asked for any. */
  public List<Long> seeds(long own) {
    if (text == null) {
      return List.of();
    }
    if (isCount(text)) {
      long count = number(text);
      if (count < 1 || count > MOST) {
        throw wrong("use 1 to 1,000 seeds");
      }
      if (own > Long.MAX_VALUE - count) {
        throw wrong("there are not enough seeds from " + own);
      }
      return LongStream.range(own, own + count).boxed().toList();
    }
    Set<Long> seeds = new LinkedHashSet<>();
    for (String part : text.split(",", -1)) {
      for (long seed : range(part)) {
        if (!seeds.add(seed)) {
          throw wrong(seed + " appears twice");
        }
      }
      if (seeds.size() > MOST) {
        throw wrong("use 1 to 1,000 seeds");
      }
    }
    return List.copyOf(seeds);
  }

  /** {@code 1..20}, both ends included, or a single seed. */
  private long[] range(String part) {
    int dots = part.indexOf(RANGE);
    if (dots < 0) {
      return new long[] {number(part)};
    }
    long first = number(part.substring(0, dots));
    long last = number(part.substring(dots + RANGE.length()));
    if (last < first) {
      throw wrong("%d is less than %d; write the smaller seed first".formatted(last, first));
    }
    if (last - first >= MOST) {
      throw wrong("use 1 to 1,000 seeds");
    }
    return LongStream.range(first, last + 1).toArray();
  }

  private static boolean isCount(String text) {
    return text.indexOf(',') < 0 && !text.contains(RANGE);
  }

  private long number(String part) {
    try {
      long value = Long.parseLong(part.strip());
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw wrong("a number of seeds, such as 5, a range, such as 1..20, or a list, such as 1,2,3");
  }

  private BadInputException wrong(String why) {
    return new BadInputException("--seeds " + text + ": " + why);
  }
}
