package dev.headroom.run.summary;

import dev.headroom.model.knob.SpellingSuggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lookup of measures by the names that people use: as in tables, {@code deepest queue}, as in JSON,
 * {@code deepestQueueBytes}, or without the unit, {@code deepestQueue}; words in any order, so that
 * {@code p99Slowdown} is {@code slowdownP99}.
 */
public final class MeasureNames {
  private final List<Measure> measures;

  public MeasureNames(List<Measure> measures) {
    this.measures = List.copyOf(measures);
  }

  /** The measure of that name, if there is one. */
  public Optional<Measure> find(String name) {
    return measures.stream()
        .filter(measure -> measure.key().equals(name.strip()))
        .findFirst()
        .or(() ->
            measures.stream()
                .filter(measure ->
                    spellings(measure).stream()
                        .anyMatch(spelling -> words(spelling).equals(words(name))))
                .findFirst());
  }

  /** Why a name is none, which was probably meant, and which there are. */
  public String unknown(String name) {
    List<String> known = measures.stream().map(MeasureNames::shortKey).toList();
    List<String> all = new ArrayList<>(known);
    measures.forEach(measure -> all.addAll(spellings(measure)));
    measures.forEach(measure -> spellings(measure).forEach(each -> all.add(words(each))));
    return "'%s' is not a measure%s The measures are %s"
        .formatted(
            name.strip(),
            SpellingSuggestion.nearest(name.strip(), all)
                .or(() -> SpellingSuggestion.nearest(words(name), all))
                .flatMap(this::find)
                .map(near -> "; did you mean '" + shortKey(near) + "'?")
                .orElse("."),
            String.join(", ", known));
  }

  /** A key without its unit: {@code deepestQueue}. */
  public static String shortKey(Measure measure) {
    return measure.unit().stem(measure.key());
  }

  private static List<String> spellings(Measure measure) {
    return List.of(measure.key(), shortKey(measure), measure.name());
  }

  /** {@code FCT p99.9} and {@code fctP999} come to the same: its words in order of the alphabet. */
  private static String words(String name) {
    String apart =
        name.replace(".", "")
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[0-9])(?=[A-Za-z])", " ")
            .replaceAll("(?<=[A-Za-z])(?=[pP][0-9])", " ");
    return Arrays.stream(apart.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"))
        .filter(word -> !word.isEmpty())
        .sorted()
        .collect(Collectors.joining(" "));
  }
}
