package dev.headroom.app.improve;

import dev.headroom.app.process.VersionProvider;
import dev.headroom.audit.cluster.AgreedCluster;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.study.Study;
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

/** Search of settings for a cluster whose devices agree. Its folder continues a stopped search. */
final class SettingSearch {
  private static final List<String> PRESETS = List.of("article", "vendor", "paper");

  private SettingSearch() {}

  /**
   * Runs the search, or what its folder does not have of it.
   *
   * @param devices names of the tables of the switches
   */
  static StudyResult run(
      Path path,
      ScenarioText scenario,
      AgreedCluster agreed,
      List<Objective> objectives,
      List<String> devices,
      ImproveRequest.SearchRequest request,
      RunCache cache,
      ImproveListener listener)
      throws IOException {
    Study study =
        new Study(
            scenario,
            objectives,
            knobs(agreed, request.knobs(), listener),
            "",
            "",
            devices,
            PRESETS,
            0,
            request.runs(),
            request.seed(),
            request.limitMs());
    try (StudyFolder folder = StudyFolder.take(path)) {
      folder.begin(study, VersionProvider.build());
      StudyRun run =
          new StudyRun(study, folder, cache, listener.search(study.runs()), request.workers());
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
