package dev.headroom.tune.published;

import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.study.Study;
import dev.headroom.tune.study.StudyFolder;
import dev.headroom.tune.study.StudyListener;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Search in a space of {@code docs/validation/published}. It does not start from presets, as {@code
 * headroom tune} does: they would leave the space.
 */
final class PublishedStudy {
  private static final long TRIAL_LIMIT_MS = 600_000;

  private PublishedStudy() {}

  /**
   * Runs a search.
   *
   * @param space name of the space file, without its ending
   * @param runs budget
   * @param folder for its files; new
   * @param measures keys of the objectives, of which less is better
   */
  static StudyResult run(
      PublishedScenario scenario, String space, int runs, Path folder, String... measures)
      throws IOException {
    Study study =
        new Study(
            scenario.text(),
            List.of(),
            Stream.of(measures).map(Objective::less).toList(),
            List.of(),
            PublishedScenario.file(space),
            space + ".yaml",
            List.of(),
            List.of(),
            0,
            runs,
            1,
            TRIAL_LIMIT_MS);
    try (StudyFolder taken = StudyFolder.take(folder)) {
      taken.begin(study, "test");
      return new StudyRun(study, taken, RunCache.none(), StudyListener.NONE, 1).run();
    }
  }
}
