package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;
import java.util.List;
import java.util.Optional;

/**
 * Start of a search.
 *
 * @param todayInSpace the candidate of the space whose settings are today's; empty if today's
 *     settings are no point of the space. It is run once, as {@link Candidate#TODAY}
 * @param presets candidates to be run first, such as the presets {@code article}, {@code vendor}
 *     and {@code paper}; their settings need not lie in the space
 */
public record Start(Optional<Candidate> todayInSpace, List<Candidate> presets) {
  /** Nothing but the scenario. */
  public static final Start TODAY = new Start(Optional.empty(), List.of());

  public Start {
    presets = List.copyOf(presets);
  }

  /** The candidate that one stands for: today's settings have one name only. */
  Candidate known(Candidate candidate) {
    return todayInSpace.filter(candidate::equals).isPresent() ? Candidate.TODAY : candidate;
  }

  /** The settings of a candidate, today's spelled out where they are known. */
  Candidate spelledOut(Candidate candidate) {
    return candidate.isToday() ? todayInSpace.orElse(candidate) : candidate;
  }
}
