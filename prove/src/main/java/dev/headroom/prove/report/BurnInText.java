package dev.headroom.prove.report;

import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.evidence.Signature;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.StepPlan;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.slice.SliceList;
import dev.headroom.prove.verdict.Finding;
import dev.headroom.prove.verdict.RunVerdict;
import dev.headroom.prove.verdict.StepVerdict;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Texts of a burn-in for a terminal: its plan, and its report on one screen. */
public final class BurnInText {
  private static final int MOST_LINES = 3;
  private static final int WIDTH = 100;

  private BurnInText() {}

  /** What a plan would run. */
  public static String plan(BurnInPlan plan) {
    StringBuilder text = new StringBuilder();
    List<Slice> slices = SliceList.of(plan);
    add(
        text,
        " %s: %s, %s in %s of at most %d s, level %s",
        plan.name(),
        CountedNoun.of(plan.targets().size(), "link"),
        duration(plan.seconds()),
        CountedNoun.of(slices.size(), "slice"),
        plan.sliceSeconds(),
        plan.level().word());
    add(text, "");
    add(text, " %-18s %9s %7s  %s", "step", "length", "slices", "what");
    for (StepPlan step : plan.steps()) {
      long count = slices.stream().filter(slice -> slice.step() == step.step()).count();
      String row =
          String.format(
              Locale.ROOT,
              " %-18s %9s %7d  ",
              step.step().title(),
              duration(step.seconds()),
              count);
      String below = " ".repeat(row.length());
      hanging(text, row, below, step.step().what());
      hanging(text, below, below + "  ", "traffic: " + step.tool().title());
      hanging(text, below, below + "  ", "article: " + step.step().rule(Level.ARTICLE));
      hanging(text, below, below + "  ", "standard: " + step.step().rule(Level.STANDARD));
    }
    add(text, "");
    add(
        text,
        " links: %s to %s; commands reach the hosts by %s",
        plan.targets().getFirst().name(),
        plan.targets().getLast().name(),
        plan.runner().way().word());
    plan.runner()
        .collective()
        .ifPresent(collective ->
            add(
                text,
                " all-reduce over all hosts by %s, %d ranks a host: at least %.1f GB/s, standard %.1f GB/s",
                collective.launcher().word(),
                collective.ranksPerHost(),
                collective.article(),
                collective.standard()));
    plan.rehearsal()
        .ifPresent(rehearsal ->
            add(
                text,
                " rehearsal: %s, seed %d, windows of %d us, %d faults of hosts",
                rehearsal.scenario(),
                rehearsal.seed(),
                rehearsal.windowPs() / 1_000_000,
                rehearsal.faults().size()));
    return text.toString();
  }

  /** The report on one screen. */
  public static String report(BurnInReport report) {
    StringBuilder text = new StringBuilder();
    RunVerdict verdict = report.verdict();
    add(text, " %s: %s", report.run().plan().name(), report.headline());
    add(text, "");
    add(text, " %-18s %-15s %-15s", "step", "article", "standard");
    for (StepVerdict step : verdict.steps()) {
      add(
          text,
          " %-18s %-15s %-15s",
          step.step().title(),
          step.at(Level.ARTICLE).word(),
          step.at(Level.STANDARD).word());
    }
    for (StepVerdict step : verdict.steps()) {
      List<String> lines = reasons(step);
      if (!lines.isEmpty()) {
        add(text, "");
        add(text, " %s", step.step().title());
        lines.forEach(line -> wrapped(text, "   ", line));
      }
    }
    add(text, "");
    for (StepVerdict step : verdict.steps()) {
      switch (step.step()) {
        case PULSE, THERMAL, SIGNOFF -> step.facts().forEach(fact -> wrapped(text, " ", fact));
        default -> {
          // the page has them
        }
      }
    }
    tail(text, report);
    return text.toString();
  }

  private static void tail(StringBuilder text, BurnInReport report) {
    long resumes = report.run().starts().stream().filter(Entry.Started::resumes).count();
    add(text, "");
    add(
        text,
        " %,d records; interrupted and resumed %d times; last hash %s",
        report.chain().records(),
        resumes,
        report.chain().last());
    add(
        text,
        " %s",
        report
            .signature()
            .map(Signature::keyName)
            .map(name -> "signed with Ed25519, key " + name)
            .orElse("not signed: note the last hash elsewhere, or use --sign-key"));
    if (report.run().isRehearsal()) {
      wrapped(
          text,
          " ",
          "A rehearsal: windows of packets, multiplied up to their slices; slow and rare processes in"
              + " closed form.");
    }
  }

  /** Findings of a step, those of several links with the same reason in one line. */
  static List<String> reasons(StepVerdict step) {
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    Map<String, Finding> first = new LinkedHashMap<>();
    for (Finding finding : step.findings()) {
      String key = finding.what() + finding.verdict() + finding.levels();
      targets.computeIfAbsent(key, _ -> new TreeSet<>()).add(finding.target());
      first.putIfAbsent(key, finding);
    }
    List<String> lines = new ArrayList<>();
    first.forEach((key, finding) -> {
      Set<String> links = targets.getOrDefault(key, Set.of());
      String more =
          links.size() > 1 ? " (and " + CountedNoun.of(links.size() - 1, "more link") + ")" : "";
      String level = finding.levels().size() > 1 ? "" : " [" + levels(finding) + " only]";
      lines.add(
          "%s%s%s: %s"
              .formatted(
                  finding.target().isEmpty() ? "" : finding.target() + more + ": ",
                  finding.verdict().word(),
                  level,
                  finding.text()));
    });
    return lines.size() > MOST_LINES + 1
        ? Stream.concat(
                lines.stream().limit(MOST_LINES),
                Stream.of("and %d more; the page has all".formatted(lines.size() - MOST_LINES)))
            .toList()
        : lines;
  }

  private static String levels(Finding finding) {
    return finding.levels().iterator().next().word();
  }

  /** A length of time as people say it. */
  public static String duration(long seconds) {
    if (seconds >= 3600) {
      return seconds % 3600 == 0
          ? seconds / 3600 + " h"
          : String.format(Locale.ROOT, "%.1f h", seconds / 3600.0);
    }
    return seconds >= 60 && seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
  }

  private static void wrapped(StringBuilder text, String indent, String line) {
    hanging(text, indent, indent + "  ", line);
  }

  /** A line in as many as it needs, with what the first one and the others begin with. */
  private static void hanging(StringBuilder text, String first, String others, String line) {
    StringBuilder out = new StringBuilder(first);
    int width = first.length();
    for (String word : line.split(" ")) {
      if (width + word.length() > WIDTH) {
        out.setLength(out.length() - 1);
        out.append('\n').append(others);
        width = others.length();
      }
      out.append(word).append(' ');
      width += word.length() + 1;
    }
    text.append(out.toString().stripTrailing()).append('\n');
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library that is not here
  private static void add(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }
}
