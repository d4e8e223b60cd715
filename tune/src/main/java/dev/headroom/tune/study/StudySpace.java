package dev.headroom.tune.study;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.tune.space.Candidate;
import dev.headroom.tune.space.Space;
import java.util.Optional;

/** Space of a study. */
final class StudySpace {
  private StudySpace() {}

  static Space of(Study study, Scenario scenario) {
    throw new StudyException("not yet");
  }

  static Optional<Candidate> today(Space space, Scenario scenario) {
    return Optional.empty();
  }
}
