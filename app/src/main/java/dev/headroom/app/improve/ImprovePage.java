package dev.headroom.app.improve;

import dev.headroom.app.emit.FoldedChanges;
import dev.headroom.audit.Finding;
import dev.headroom.audit.cluster.Deviation;
import dev.headroom.audit.emit.PlanPhase;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.tune.search.Objective;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writer of {@code improve.html}: what was wrong, what to change, what it brings and how sure it
 * is, for people who decide; below, each finding, step, file and run, for people who check it.
 */
public final class ImprovePage {
  private static final int MOST_SUBJECTS = 4;
  private static final int MOST_LINES = 3;

  private final ImproveResult result;
  private final Proof proof;
  private final Measures measures;
  private final ImproveText text;
  private final PageBuilder page;

  private ImprovePage(ImproveResult result) {
    this.result = result;
    proof = result.proof();
    measures = proof.measures();
    text = new ImproveText(result);
    page = new PageBuilder("Improvement of " + text.machines());
  }

  /** The page's text. */
  public static String of(ImproveResult result) {
    return new ImprovePage(result).page();
  }

  private String page() {
    page.element("h1", "", "Improvement of " + text.machines());
    page.element("p", "lead", text.headline());
    cards();
    gains();
    left();
    findings();
    deviations();
    settings();
    plan();
    files();
    commands();
    return page.end();
  }

  private void cards() {
    page.open("div", "cards");
    long all = result.states().findings().stream().filter(each -> !each.isNew()).count();
    page.card(
        "error",
        "What was wrong",
        all + (all == 1 ? " broken rule" : " broken rules"),
        text.found());
    long steps = result.changes().plan().steps().size();
    page.card("info", "What to change", steps + (steps == 1 ? " step" : " steps"), text.changes());
    Optional<Gain> gain = proof.gain(measures.first());
    page.card(
        gain.filter(Gain::isGain).isPresent() ? "good" : "warning",
        "What it brings",
        gain.map(Gain::words).orElse("unknown"),
        text.gain(measures.first()));
    page.card(
        proof.isKept() ? "good" : "warning",
        "How sure",
        proof.isKept() ? "promise kept" : "promise not kept",
        text.sure());
    page.close("div");
  }

  private void gains() {
    page.section("What it brings");
    page.paragraph(text.basis());
    text.repair().ifPresent(page::paragraph);
    for (Objective objective : measures.objectives()) {
      double most =
          proof.variants().values().stream()
              .mapToDouble(variant -> mean(variant, objective))
              .filter(Double::isFinite)
              .max()
              .orElse(1);
      page.element("h3", "", measures.name(objective));
      page.table(List.of("state", "mean", "", "against as found, 95 %", "runs"));
      for (Variant variant : proof.variants().values()) {
        double mean = mean(variant, objective);
        page.open("tr", "").element("td", "", variant.title());
        page.element("td", "", Double.isFinite(mean) ? measures.value(objective, mean) : "none");
        page.open("td", "");
        if (Double.isFinite(mean) && most > 0) {
          page.bar(mean / most, variant.key().equals(Proof.FOUND));
        }
        page.close("td");
        page.element("td", "", against(variant, objective));
        page.element("td", "", String.valueOf(variant.outcomes().size()));
        page.close("tr");
      }
      page.endTable();
    }
    page.element(
        "p",
        "soft",
        "Means are geometric. The intervals are Student's, of the logarithms of the ratios, seed by "
            + "seed. The chosen settings ran with other seeds than the copy that checks them.");
  }

  private static double mean(Variant variant, Objective objective) {
    double[] figures = variant.figures(objective, List.copyOf(variant.outcomes().keySet()));
    return Math.exp(Arrays.stream(figures).map(Math::log).average().orElse(Double.NaN));
  }

  private String against(Variant variant, Objective objective) {
    return variant.key().equals(Proof.FOUND)
        ? ""
        : proof
            .gain(objective, Proof.FOUND, variant.key(), List.copyOf(variant.outcomes().keySet()))
            .map(Gain::text)
            .orElse("a run has no figure");
  }

  private void left() {
    page.section("What is left");
    List<String> left = text.left();
    if (left.isEmpty()) {
      page.paragraph("Nothing.");
      return;
    }
    page.open("ul", "");
    left.forEach(each -> page.element("li", "", each));
    page.close("ul");
    page.element("p", "soft", "fix-left.sh has the commands that the audit knows for it.");
  }

  private void findings() {
    page.section("Findings");
    for (FindingFate fate : result.states().findings()) {
      Finding first = fate.group().first();
      List<String> subjects =
          fate.group().members().stream().map(Finding::subject).distinct().toList();
      page.fold(
          "%s · %s · %s%s · %s"
              .formatted(
                  first.severity().key(),
                  first.rule(),
                  subjects.stream().limit(MOST_SUBJECTS).collect(Collectors.joining(", ")),
                  subjects.size() > MOST_SUBJECTS
                      ? " and " + (subjects.size() - MOST_SUBJECTS) + " more"
                      : "",
                  fate.text()));
      page.paragraph(first.message()).paragraph(first.reason().cause());
      page.lines(first.evidence().stream().limit(MOST_LINES).map(Evidence::toString).toList());
      page.endFold();
    }
  }

  private void deviations() {
    List<Deviation> all = result.agreed().deviations();
    if (all.isEmpty()) {
      return;
    }
    page.section("Devices that differed from most");
    page.table(List.of("setting", "devices", "had", "others have", "others"));
    all.forEach(each ->
        page.row(
            List.of(
                each.knob(),
                String.join(", ", each.nodes()),
                each.found(),
                each.usual(),
                String.valueOf(each.others()))));
    page.endTable();
  }

  private void settings() {
    page.section("Searched settings");
    page.paragraph(text.search());
    if (!result.chosen().isEmpty()) {
      page.table(List.of("setting", "value"));
      result.chosen().forEach((knob, value) -> page.row(List.of(knob, value)));
      page.endTable();
    }
  }

  private void plan() {
    page.section("The plan, in order");
    page.paragraph(
        "Take all steps of a phase before the next one. Each step has its check and its undo; the "
            + "folder plan has them as files.");
    result.changes().plan().gaps().forEach(gap -> page.element("p", "error", gap.text()));
    for (PlanPhase phase : result.changes().plan().phases()) {
      page.element("h3", "", phase.title());
      result.changes().plan().steps(phase).forEach(this::step);
    }
    if (!result.changes().variables().isEmpty()) {
      page.element("h3", "", "environment of jobs");
      page.open("ul", "");
      result.changes().variables().forEach(fix -> page.element("li", "", fix.text()));
      page.close("ul");
    }
  }

  private void step(PlanStep step) {
    page.fold(step.number() + ". " + step.title());
    changes(step).forEach(change -> page.paragraph(change.text()));
    step.step().warnings().forEach(each -> page.element("p", "warning", each));
    page.lines(step.step().commands());
    Stream.of("check", "undo")
        .forEach(word -> {
          List<String> lines = word.equals("check") ? step.step().checks() : step.step().undo();
          if (!lines.isEmpty()) {
            page.element("p", "soft", word);
            page.lines(lines);
          }
        });
    page.endFold();
  }

  private List<DeviceChange> changes(PlanStep step) {
    return FoldedChanges.of(result.changes().plan().changes()).stream()
        .filter(change -> change.device().equals(step.device()))
        .filter(change ->
            step.step().step().knobs().isEmpty()
                || change.setting().equals(step.step().step().title())
                || step.step().step().knobs().contains(change.knob()))
        .toList();
  }

  private void files() {
    page.section("Files of the bundle that differ");
    for (FileDifference file : result.changes().files()) {
      page.fold(
          "%s: %s (%s+%d -%d)"
              .formatted(
                  file.device(),
                  file.path(),
                  file.isNew() ? "new, " : "",
                  file.added(),
                  file.removed()));
      page.difference(file.lines());
      page.endFold();
    }
  }

  private void commands() {
    page.section("Check it");
    page.table(List.of("what", "command"));
    ReproducingCommands.of(result).forEach((what, command) -> page.row(List.of(what, command)));
    page.endTable();
  }
}
