package dev.headroom.app.improve;

import dev.headroom.app.emit.FoldedChanges;
import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Severity;
import dev.headroom.tune.search.Objective;
import dev.headroom.tune.study.StudyText;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sentences of an improvement, the same on every screen, page and summary. */
public final class ImproveText {
  private final ImproveResult result;
  private final Proof proof;
  private final Measures measures;

  public ImproveText(ImproveResult result) {
    this.result = result;
    proof = result.proof();
    measures = proof.measures();
  }

  /** The machines in a few words: {@code 64 hosts and 8 switches}. */
  String machines() {
    int switches = result.states().before().switches();
    int hosts = result.states().before().hosts().size() - switches;
    return CountedNoun.of(hosts, "host") + " and " + CountedNoun.of(switches, "switch", "switches");
  }

  /** The whole in one sentence. */
  String headline() {
    if (isUnchanged()) {
      return "%s: %s, none mended: nothing in the plan changes a setting."
          .formatted(machines(), wrong());
    }
    Optional<Gain> all = proof.gain(measures.first());
    String gain =
        all.map(each ->
                each.isGain() || each.isLoss()
                    ? "%s goes from %s to %s: %s"
                        .formatted(
                            measures.name(measures.first()),
                            measures.value(measures.first(), each.before()),
                            measures.value(measures.first(), each.after()),
                            each.words())
                    : "the runs show no gain in " + measures.name(measures.first()))
            .orElse("the runs have no figure of " + measures.name(measures.first()));
    return "%s: %s, %s mended by settings. With them, %s."
        .formatted(machines(), wrong(), mended(), gain);
  }

  private boolean isUnchanged() {
    return result.changes().plan().isEmpty() && result.changes().variables().isEmpty();
  }

  private String mended() {
    long mended = result.states().findings().stream().filter(FindingFate::isMended).count();
    return mended == before() ? "all" : mended + " of them";
  }

  private long before() {
    return result.states().findings().stream().filter(each -> !each.isNew()).count();
  }

  private String wrong() {
    return CountedNoun.of(before(), "broken rule");
  }

  /** What was wrong, in numbers. */
  String found() {
    AuditReport report = result.states().before().report();
    return "%s, %s and %s of %s; %s that differ from those of most devices"
        .formatted(
            CountedNoun.of(report.count(Severity.ERROR), "error"),
            CountedNoun.of(report.count(Severity.WARNING), "warning"),
            CountedNoun.of(report.count(Severity.INFO), "note"),
            wrong(),
            CountedNoun.of(result.agreed().deviations().size(), "setting"));
  }

  /** What to change, in numbers. */
  String changes() {
    long devices =
        result.changes().plan().steps().stream().map(step -> step.device()).distinct().count();
    return "%s on %s, in %s of one plan; %s of the bundle differ"
        .formatted(
            CountedNoun.of(
                FoldedChanges.of(result.changes().plan().changes()).size()
                    + result.changes().variables().size(),
                "setting"),
            CountedNoun.of(devices, "device"),
            CountedNoun.of(result.changes().plan().steps().size(), "step"),
            CountedNoun.of(result.changes().files().size(), "file"));
  }

  /** What the search found. */
  String search() {
    return result
        .search()
        .map(found -> new StudyText(found).verdict())
        .orElse("No settings were searched (--runs 0).");
  }

  /** The gain of a measure, with its interval. */
  String gain(Objective objective) {
    return proof
        .gain(objective)
        .map(gain ->
            "%s: %s to %s, %s"
                .formatted(
                    measures.name(objective),
                    measures.value(objective, gain.before()),
                    measures.value(objective, gain.after()),
                    gain.text()))
        .orElse(measures.name(objective) + ": a run has no figure");
  }

  /** Whether the copy keeps the promise. */
  String sure() {
    Objective first = measures.first();
    return proof
        .promise(first)
        .map(promise ->
            ("%s: %d runs with the chosen settings promise a %s of %s to %s for the mean of %d other "
                    + "runs; the copy of the bundle, read again, has %s.")
                .formatted(
                    proof.isKept() ? "The promise is kept" : "The promise is not kept",
                    proof.seeds(),
                    measures.name(first),
                    measures.value(first, promise.low()),
                    measures.value(first, promise.high()),
                    proof.seeds(),
                    measures.value(first, promise.value())))
        .orElse("Nothing is sure: some runs have no figures.");
  }

  /** What is left, a sentence each. */
  List<String> left() {
    List<String> left = new ArrayList<>();
    for (FindingFate fate : result.left()) {
      left.add(
          "%s on %s (%s): %s"
              .formatted(
                  fate.group().first().rule(),
                  String.join(
                      ", ",
                      fate.left().stream().map(each -> each.place().host()).distinct().toList()),
                  fate.text(),
                  fate.left().getFirst().message()));
    }
    result.agreed().undecided().forEach(left::add);
    result.changes().plan().refused().forEach(change -> left.add(change.text()));
    left.addAll(result.changes().unlaid());
    left.addAll(proof.problems());
    return List.copyOf(left);
  }

  /** Of what all figures are. */
  String basis() {
    String workload =
        result.request().overrides().stream()
            .filter(each -> each.startsWith("workload"))
            .collect(Collectors.joining(", "));
    return "All figures are simulated and none is measured on a device: each state of the cluster"
        + " runs as a scenario%s, packet by packet, with the seeds named below."
            .formatted(workload.isEmpty() ? "" : " with " + workload);
  }

  /** What mending the hardware would bring beyond the plan. */
  Optional<String> repair() {
    return proof
        .repair(measures.first())
        .map(gain ->
            "With the hardware mended too, %s goes from %s to %s: %s."
                .formatted(
                    measures.name(measures.first()),
                    measures.value(measures.first(), gain.before()),
                    measures.value(measures.first(), gain.after()),
                    gain.isGain() || gain.isLoss() ? gain.text() : "no difference beyond noise"));
  }

  /** The summary on a terminal. */
  public String screen() {
    StringBuilder text = new StringBuilder();
    text.append(' ').append(headline()).append("\n\n");
    line("wrong", found(), text);
    line("change", changes(), text);
    line("search", search(), text);
    measures.objectives().forEach(each -> line("gain", gain(each), text));
    line("sure", sure(), text);
    repair().ifPresent(each -> line("repair", each, text));
    left().forEach(each -> line("left", each, text));
    return text.append('\n').toString();
  }

  private static void line(String word, String text, StringBuilder to) {
    to.append(String.format(Locale.ROOT, " %-8s%s%n", word, text));
  }
}
