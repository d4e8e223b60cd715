package dev.headroom.app.improve;

import dev.headroom.app.emit.BundleCopy;
import dev.headroom.app.emit.PlanDocuments;
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
  private static final int STEPS = 6;

  private final ImproveRequest request;
  private final RunCache cache;
  private final ImproveListener listener;
  private final ImproveFolder folder;

  private Improvement(
      ImproveRequest request, RunCache cache, ImproveListener listener, ImproveFolder folder) {
    this.request = request;
    this.cache = cache;
    this.listener = listener;
    this.folder = folder;
  }

  /**
   * Takes all steps.
   *
   * @throws CancellationException if the user stopped it
   * @throws BadInputException if the bundle has no cluster, or the folder is of something else
   */
  public static ImproveResult run(ImproveRequest request, RunCache cache, ImproveListener listener)
      throws IOException {
    try (ImproveFolder folder = ImproveFolder.take(request.out(), request.inputs())) {
      return new Improvement(request, cache, listener, folder).run();
    } catch (StudyException | EmitException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private ImproveResult run() throws IOException {
    begin(1, "reading and auditing the bundle");
    ClusterState before = ClusterState.read(request.inputs(), request.rules());
    folder.write("audit-before.html", AuditPage.of(before.report()));
    AgreedCluster agreed = before.cluster().agreed();
    ScenarioText found = scenario(Proof.FOUND, before.cluster().yaml(), List.of());
    ScenarioText alike = scenario(Proof.AGREED, agreed.yaml(), List.of());
    Measures measures = Measures.of(scenario(found), request.search().measures());

    begin(2, "searching settings");
    Optional<StudyResult> search = search(alike, agreed, measures, before);
    Map<String, String> settings = search.map(SettingSearch::chosen).orElse(Map.of());
    List<String> chosenSets =
        settings.entrySet().stream().map(set -> set.getKey() + "=" + set.getValue()).toList();
    ScenarioText chosen = scenario(Proof.CHOSEN, agreed.yaml(), chosenSets);

    begin(3, "writing the settings for the devices");
    EmitPlan plan =
        EmitPlanner.plan(scenario(chosen), EmitBundle.of(before.hosts()), EmitTargets.ALL);
    PlanDocuments.write(plan, folder.empty("plan"));

    begin(4, "laying them into a copy of the bundle");
    Path copy = folder.empty(BUNDLE);
    LaidBundle laid = BundleCopy.write(request.inputs(), before.hosts(), plan, copy);
    List<VariableFix> variables = JobVariableFixes.lay(JobVariableFixes.of(before.report()), copy);
    List<FileDifference> files = BundleDifferences.of(request.inputs(), before.hosts(), copy);

    begin(5, "auditing the copy");
    ClusterState after = ClusterState.read(List.of(copy), request.rules());
    folder.write("audit-after.html", AuditPage.of(after.report()));
    folder.write("fix-left.sh", FixScript.of(FixPlanning.of(after.report(), Map.of())));
    List<FindingFate> fates = FindingFate.of(before.report(), after.report());

    begin(6, "proving the gain by runs");
    Proof proof = new Proof(measures, runs(found, alike, chosen, after), request.seeds());
    return new ImproveResult(
        request,
        new ImproveResult.States(before, after, fates),
        agreed,
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

  /** A state of the cluster under the workload that was asked for, also as a file of its own. */
  private ScenarioText scenario(String key, String yaml, List<String> more) throws IOException {
    List<String> sets = new ArrayList<>(more);
    sets.addAll(request.overrides());
    ScenarioText text = new ScenarioText(key, yaml, Map.of(), sets);
    folder.write(SCENARIOS + "/" + key + ".yaml", ScenarioWriter.write(scenario(text)));
    return text;
  }

  private static Scenario scenario(ScenarioText text) {
    return switch (text.read(List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new BadInputException(
              "the devices of the bundle do not form a valid scenario: "
                  + bad.problems().stream()
                      .map(Object::toString)
                      .collect(Collectors.joining("\n")));
    };
  }

  private Optional<StudyResult> search(
      ScenarioText alike, AgreedCluster agreed, Measures measures, ClusterState before)
      throws IOException {
    return request.search().runs() == 0
        ? Optional.empty()
        : Optional.of(
            SettingSearch.run(
                folder.path().resolve("tune"),
                alike,
                agreed,
                measures.objectives(),
                before.languages(),
                request.search(),
                cache,
                listener));
  }

  private Map<String, Variant> runs(
      ScenarioText found, ScenarioText alike, ScenarioText chosen, ClusterState after)
      throws IOException {
    int seeds = request.seeds();
    ScenarioText laid = scenario(Proof.AFTER, after.cluster().yaml(), List.of());
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
      runs.add(
          Proof.MENDED,
          "with the hardware mended too",
          scenario(Proof.MENDED, alikeAfter, List.of()),
          Proof.checking(seeds));
    }
    return runs.run();
  }
}
