package dev.headroom.app.improve;

import dev.headroom.app.emit.BundleCopy;
import dev.headroom.app.improve.JobVariableFixes.VariableFix;
import dev.headroom.audit.cluster.AgreedCluster;
import dev.headroom.audit.document.FixPlanning;
import dev.headroom.audit.emit.EmitBundle;
import dev.headroom.audit.emit.EmitException;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.EmitPlanner;
import dev.headroom.audit.emit.EmitTargets;
import dev.headroom.audit.emit.LaidBundle;
import dev.headroom.audit.fix.FixScript;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.scenario.ScenarioWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.study.StudyException;
import dev.headroom.tune.study.StudyResult;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.web.report.AuditPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;

/**
 * Improvement of a cluster, step by step. Each step leaves its files in a folder:
 *
 * <pre>
 *   audit-before.html   findings of the bundle
 *   scenarios/          the cluster as found, with agreeing devices, with the chosen settings, after
 *   tune/               the search
 *   plan/               settings in the languages of the devices, with the order, checks and undo
 *   bundle/             a copy of the bundle with the plan laid into it
 *   audit-after.html    findings of the copy
 *   fix-left.sh         commands of the audit for what is left
 * </pre>
 *
 * <p>A search that was stopped goes on where it was; runs come from the cache.
 */
public final class Improvement {
  static final String BUNDLE = "bundle";
  static final String SCENARIOS = "scenarios";
  private static final String TUNE = "tune";
  private static final int STEPS = 6;

  private final ImproveRequest request;
  private final RunCache cache;
  private final ImproveListener listener;

  private Improvement(ImproveRequest request, RunCache cache, ImproveListener listener) {
    this.request = request;
    this.cache = cache;
    this.listener = listener;
  }

  /**
   * Takes all steps. Writes nothing before it has looked at the folder, the bundle and all options.
   *
   * @throws CancellationException if the user stopped it
   * @throws BadInputException if the bundle has no cluster, an option does not fit it, or the
   *     folder is of something else
   */
  public static ImproveResult run(ImproveRequest request, RunCache cache, ImproveListener listener)
      throws IOException {
    try {
      return new Improvement(request, cache, listener).run();
    } catch (StudyException e) {
      throw new BadInputException(
          (e.part().isEmpty() || e.part().equals("devices") ? "" : "--" + e.part() + ": ")
              + e.getMessage(),
          e);
    } catch (EmitException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * The cluster before anything is done.
   *
   * @param found under the workload that was asked for
   * @param alike the same with devices that agree
   * @param search empty if none was asked for, or nothing can be searched
   */
  private record Beginning(
      ClusterState before,
      AgreedCluster agreed,
      ScenarioText found,
      ScenarioText alike,
      Measures measures,
      Optional<SettingSearch> search) {}

  private ImproveResult run() throws IOException {
    ImproveFolder.check(request.out(), request.inputs());
    begin(1, "reading and auditing the bundle");
    Beginning beginning = beginning();
    try (ImproveFolder folder = ImproveFolder.take(request.out(), request.inputs())) {
      if (beginning.search().isPresent()) {
        beginning.search().get().check(folder.path().resolve(TUNE));
      }
      return run(beginning, folder);
    }
  }

  private Beginning beginning() throws IOException {
    ClusterState before = ClusterState.read(request.inputs(), request.rules());
    AgreedCluster agreed = before.cluster().agreed();
    ScenarioText found = text(Proof.FOUND, before.cluster().yaml(), List.of());
    ScenarioText alike = text(Proof.AGREED, agreed.yaml(), List.of());
    Measures measures = Measures.of(scenario(found), request.search().measures());
    scenario(alike);
    return new Beginning(
        before, agreed, found, alike, measures, search(alike, agreed, measures, before));
  }

  private ImproveResult run(Beginning beginning, ImproveFolder folder) throws IOException {
    ClusterState before = beginning.before();
    folder.write("audit-before.html", AuditPage.of(before.report()));
    write(folder, beginning.found());
    write(folder, beginning.alike());

    begin(
        2,
        beginning.search().isPresent() ? "searching settings" : "no search of settings (--runs 0)");
    Optional<StudyResult> search = Optional.empty();
    if (beginning.search().isPresent()) {
      search =
          Optional.of(beginning.search().get().run(folder.path().resolve(TUNE), cache, listener));
    }
    Map<String, String> settings = search.map(SettingSearch::chosen).orElse(Map.of());
    List<String> chosenSets =
        settings.entrySet().stream().map(set -> set.getKey() + "=" + set.getValue()).toList();
    ScenarioText chosen = text(Proof.CHOSEN, beginning.agreed().yaml(), chosenSets);
    write(folder, chosen);

    begin(3, "writing the settings for the devices");
    folder.dropResults();
    EmitPlan plan =
        EmitPlanner.plan(scenario(chosen), EmitBundle.of(before.hosts()), EmitTargets.ALL);
    folder.plan(plan, request.dropsTaken()).forEach(listener::note);

    begin(4, "laying them into a copy of the bundle");
    Path draft = folder.newBundle();
    LaidBundle laid = BundleCopy.write(request.inputs(), before.hosts(), plan, draft);
    List<VariableFix> variables = JobVariableFixes.lay(JobVariableFixes.of(before.report()), draft);
    Path copy = folder.commitBundle();
    List<FileDifference> files = BundleDifferences.of(request.inputs(), before.hosts(), copy);

    begin(5, "auditing the copy");
    ClusterState after = ClusterState.read(List.of(copy), request.rules());
    folder.write("audit-after.html", AuditPage.of(after.report()));
    folder.write("fix-left.sh", FixScript.of(FixPlanning.of(after.report(), Map.of())));
    List<FindingFate> fates = FindingFate.of(before.report(), after.report());

    begin(6, "proving the gain by runs");
    Proof proof =
        new Proof(beginning.measures(), runs(beginning, chosen, after, folder), request.seeds());
    return new ImproveResult(
        request,
        new ImproveResult.States(before, after, fates),
        beginning.agreed(),
        search,
        settings,
        new ImproveResult.Changes(plan, variables, laid.left(), files),
        proof);
  }

  private void begin(int step, String title) {
    if (listener.isStopped()) {
      throw new CancellationException("stopped by the user");
    }
    listener.began(step, STEPS, title);
  }

  /** A state of the cluster under the workload that was asked for. */
  private ScenarioText text(String key, String yaml, List<String> more) {
    List<String> sets = new ArrayList<>(more);
    sets.addAll(request.overrides());
    return new ScenarioText(key, yaml, Map.of(), sets);
  }

  /** A state as a file of its own. */
  private static void write(ImproveFolder folder, ScenarioText text) throws IOException {
    folder.write(SCENARIOS + "/" + text.name() + ".yaml", ScenarioWriter.write(scenario(text)));
  }

  /** Of two causes of a bad scenario, the options come first: without them it may be good. */
  private static Scenario scenario(ScenarioText text) {
    return switch (text.read(List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> {
        ScenarioText plain = new ScenarioText(text.name(), text.text(), Map.of(), List.of());
        String whose =
            plain.read(List.of()) instanceof ScenarioReader.Good
                ? ""
                : "the devices of the bundle do not form a valid scenario: ";
        throw new BadInputException(
            whose
                + bad.problems().stream().map(Object::toString).collect(Collectors.joining("\n")));
      }
    };
  }

  private Optional<SettingSearch> search(
      ScenarioText alike, AgreedCluster agreed, Measures measures, ClusterState before) {
    return request.search().runs() == 0
        ? Optional.empty()
        : SettingSearch.of(
            alike, agreed, measures.objectives(), before.languages(), request.search(), listener);
  }

  private Map<String, Variant> runs(
      Beginning beginning, ScenarioText chosen, ClusterState after, ImproveFolder folder)
      throws IOException {
    int seeds = request.seeds();
    ScenarioText found = beginning.found();
    ScenarioText alike = beginning.alike();
    ScenarioText laid = text(Proof.AFTER, after.cluster().yaml(), List.of());
    write(folder, laid);
    VariantRuns runs = new VariantRuns(cache, listener, request.search());
    runs.add(Proof.FOUND, "as found", found, Proof.all(seeds));
    boolean isSearched = !chosen.settings().equals(alike.settings());
    if (isSearched) {
      runs.add(Proof.AGREED, "devices agree", alike, Proof.promising(seeds));
    }
    runs.add(
        Proof.CHOSEN,
        isSearched ? "searched settings" : "devices agree",
        chosen,
        Proof.promising(seeds));
    runs.add(Proof.AFTER, "copy with the plan, read again", laid, Proof.checking(seeds));
    String alikeAfter = after.cluster().alike();
    if (!alikeAfter.equals(after.cluster().agreed().yaml())) {
      ScenarioText mended = text(Proof.MENDED, alikeAfter, List.of());
      write(folder, mended);
      runs.add(Proof.MENDED, "with the hardware mended too", mended, Proof.checking(seeds));
    }
    return runs.run();
  }
}
