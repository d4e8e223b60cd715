package dev.headroom.app.improve;

import dev.headroom.app.process.VersionProvider;
import dev.headroom.audit.cluster.AgreedCluster;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.study.Study;
import dev.headroom.tune.study.StudyException;
import dev.headroom.tune.study.StudyFolder;
import dev.headroom.tune.study.StudyJson;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.study.StudyRun;
import dev.headroom.tune.trial.ScenarioText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Search of settings for a cluster whose devices agree. Its folder continues a stopped search. */
final class SettingSearch {
  private static final List<String> PRESETS = List.of("article", "vendor", "paper");

  private final Study study;
  private final int workers;

  private SettingSearch(Study study, int workers) {
    this.study = study;
    this.workers = workers;
  }

  /**
   * A search; empty if no knob is left to search.
   *
   * @param devices names of the tables of the switches
   * @throws StudyException if it cannot be run
   */
  static Optional<SettingSearch> of(
      ScenarioText scenario,
      AgreedCluster agreed,
      List<Objective> objectives,
      List<String> devices,
      ImproveRequest.SearchRequest request,
      ImproveListener listener) {
    List<String> knobs = knobs(agreed, request.knobs(), listener);
    if (knobs.isEmpty()) {
      listener.note("no knob is left to search");
      return Optional.empty();
    }
    Study study =
        new Study(
            scenario,
            List.of(),
            objectives,
            knobs,
            "",
            "",
            devices,
            PRESETS,
            0,
            request.runs(),
            request.seed(),
            request.limitMs());
    StudyRun.check(study);
    return Optional.of(new SettingSearch(study, request.workers()));
  }

  /**
   * Looks whether a folder can continue this search.
   *
   * @throws BadInputException if it has a search with other options
   */
  void check(Path path) throws IOException {
    if (!StudyFolder.isOne(path)) {
      return;
    }
    try (StudyFolder folder = StudyFolder.take(path)) {
      if (!folder.study().equals(Optional.of(study))) {
        throw new BadInputException(
            path
                + ": has a search with other options or of another bundle; repeat its options, or "
                + "name another folder with --out");
      }
    }
  }

  /** Runs the search, or what its folder does not have of it. */
  StudyResult run(Path path, RunCache cache, ImproveListener listener) throws IOException {
    try (StudyFolder folder = StudyFolder.take(path)) {
      folder.begin(study, VersionProvider.build());
      StudyRun run = new StudyRun(study, folder, cache, listener.search(study.runs()), workers);
      run.leftOut().forEach(listener::note);
      StudyResult result = run.run();
      folder.write("tune.json", StudyJson.of(result));
      return result;
    }
  }

  /** Knobs that single switches have values of their own for would not move there. */
  private static List<String> knobs(
      AgreedCluster agreed, List<String> wanted, ImproveListener listener) {
    List<String> free = new ArrayList<>();
    for (String knob : wanted) {
      if (agreed.yaml().contains(", " + knob + ": ")) {
        listener.note(knob + " is not searched: devices of different kinds have different values");
      } else {
        free.add(knob);
      }
    }
    return free;
  }

  /** The settings to take: those that are better than today's beyond noise; none otherwise. */
  static Map<String, String> chosen(StudyResult result) {
    return result
        .search()
        .recommended()
        .map(finalist -> finalist.candidate().candidate().settings())
        .map(Map::copyOf)
        .orElse(Map.of());
  }
}
