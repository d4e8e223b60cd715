package dev.headroom.tune.study;

import dev.headroom.tune.search.Condition;
import dev.headroom.tune.space.Candidate;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Pairing of the chosen settings with other ones, under conditions that the search has not seen.
 *
 * @param name short: {@code link-down}, {@code vendor}
 * @param description for people
 * @param other the settings that the chosen ones are compared with
 * @param conditions one or more
 */
record Pairing(String name, String description, Candidate other, List<Condition> conditions) {
  /** Seeds of these runs; those of the search and of its comparison are others. */
  private static final long FIRST_SEED = 2001;

  Pairing {
    conditions = List.copyOf(conditions);
  }

  /** With today's settings under a change of conditions. */
  static Pairing under(ConditionChange change, int seeds) {
    return new Pairing(
        change.name(), change.description(), Candidate.TODAY, conditions(change.name(), seeds));
  }

  /** With a preset's settings. */
  static Pairing with(NamedCandidate preset, int seeds) {
    return new Pairing(
        preset.name(), "preset " + preset.name(), preset.candidate(), conditions("", seeds));
  }

  private static List<Condition> conditions(String variant, int seeds) {
    return LongStream.range(FIRST_SEED, FIRST_SEED + seeds)
        .mapToObj(seed -> new Condition(variant, seed))
        .toList();
  }
}
