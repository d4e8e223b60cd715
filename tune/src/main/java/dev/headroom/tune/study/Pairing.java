package dev.headroom.tune.study;

import dev.headroom.tune.search.Condition;
import dev.headroom.tune.space.Candidate;
import java.util.List;

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
  static final long FIRST_SEED = 2001;

  Pairing {
    conditions = List.copyOf(conditions);
  }
}
