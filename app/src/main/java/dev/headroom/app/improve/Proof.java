package dev.headroom.app.improve;

import dev.headroom.tune.search.Objective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Proof of a gain by runs of the cluster's states. The chosen settings promise a figure on a first
 * half of the seeds. It is kept if the copy of the bundle, read again, has it on the second half,
 * within the prediction interval. The gain is that of both halves.
 *
 * @param measures by which states are compared
 * @param variants by their keys
 * @param seeds number of seeds in each half
 */
record Proof(Measures measures, Map<String, Variant> variants, int seeds) {
  /** The bundle as it is. */
  static final String FOUND = "found";

  /** Devices with the settings of most of their kind. */
  static final String AGREED = "agreed";

  /** The same with the settings that the search found. */
  static final String CHOSEN = "chosen";

  /** The copy of the bundle with the plan laid into it, read again. */
  static final String AFTER = "after";

  /** The same with the hardware mended too. */
  static final String MENDED = "mended";

  private static final long FIRST = 3001;
  private static final long SECOND = 4001;

  /** Seeds of the promise. */
  static List<Long> promising(int seeds) {
    return LongStream.range(FIRST, FIRST + seeds).boxed().toList();
  }

  /** Seeds of the check. */
  static List<Long> checking(int seeds) {
    return LongStream.range(SECOND, SECOND + seeds).boxed().toList();
  }

  /** Both. */
  static List<Long> all(int seeds) {
    List<Long> all = new ArrayList<>(promising(seeds));
    all.addAll(checking(seeds));
    return all;
  }

  boolean has(String key) {
    return variants.containsKey(key);
  }

  /** Gain of a state over another on these seeds. */
  Optional<Gain> gain(Objective objective, String from, String to, List<Long> of) {
    Variant before = variants.get(from);
    Variant after = variants.get(to);
    return before == null || after == null
        ? Optional.empty()
        : Gain.of(objective, before.figures(objective, of), after.figures(objective, of));
  }

  /** Gain of the plan over the bundle as found: of the promise and of its check together. */
  Optional<Gain> gain(Objective objective) {
    Variant found = variants.get(FOUND);
    Variant chosen = variants.get(CHOSEN);
    Variant after = variants.get(AFTER);
    if (found == null || chosen == null || after == null) {
      return Optional.empty();
    }
    double[] figures =
        DoubleStream.concat(
                Arrays.stream(chosen.figures(objective, promising(seeds))),
                Arrays.stream(after.figures(objective, checking(seeds))))
            .toArray();
    return Gain.of(objective, found.figures(objective, all(seeds)), figures);
  }

  /** What the chosen settings promise, and what the copy of the bundle has. */
  Optional<Promise> promise(Objective objective) {
    Variant chosen = variants.get(CHOSEN);
    Variant after = variants.get(AFTER);
    return chosen == null || after == null
        ? Optional.empty()
        : Promise.of(
            chosen.figures(objective, promising(seeds)), after.figures(objective, checking(seeds)));
  }

  /** What mending the hardware would bring on top; empty if there is nothing to mend. */
  Optional<Gain> repair(Objective objective) {
    return gain(objective, AFTER, MENDED, checking(seeds));
  }

  /** Whether the copy keeps it in all measures of which there are figures. */
  boolean isKept() {
    return measures.objectives().stream()
        .allMatch(each -> promise(each).map(Promise::isKept).orElse(false));
  }

  /** Runs that failed, a sentence each. */
  List<String> problems() {
    return variants.values().stream().flatMap(each -> each.problems().stream()).toList();
  }
}
