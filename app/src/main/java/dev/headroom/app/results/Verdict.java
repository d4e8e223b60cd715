package dev.headroom.app.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The one sentence of a comparison: which run served best, by what its workload is judged by, and
 * how far others are behind; which did not end; and which are the same to the bit, so that what was
 * varied between them had no effect.
 */
public final class Verdict {
  /** Runs nearer to each other than this are called alike. */
  private static final double ALIKE = 0.005;

  private final List<Compared> runs;
  private final List<String> labels;
  private final Measure measure;

  private Verdict(List<Compared> runs) {
    this.runs = runs;
    labels = Varied.of(runs).labels();
    measure = Compared.judge(runs);
  }

  /** Of at least one run. */
  public static String of(List<Compared> runs) {
    return new Verdict(runs).sentences();
  }

  private String sentences() {
    List<String> said = new ArrayList<>();
    if (runs.stream().map(Compared::digest).distinct().count() == 1 && runs.size() > 1) {
      return "All runs are the same to the bit: what was varied has no effect here.";
    }
    List<Integer> known = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    for (int run = 0; run < runs.size(); run++) {
      (hasEnded(run) ? known : open).add(run);
    }
    if (!known.isEmpty()) {
      said.add(best(known));
    }
    if (!open.isEmpty()) {
      said.add(names(open) + " did not finish.");
    }
    twins().forEach(twins -> said.add(names(twins) + " are the same to the bit."));
    return String.join(" ", said);
  }

  private boolean hasEnded(int run) {
    return runs.get(run).outcome().equals("finished") && !Double.isNaN(value(run));
  }

  private String best(List<Integer> known) {
    int best = known.stream().min(Comparator.comparingDouble(this::value)).orElseThrow();
    int worst = known.stream().max(Comparator.comparingDouble(this::value)).orElseThrow();
    if (known.size() == 1) {
      return "%s: %s %s.".formatted(labels.get(best), measure.name(), text(best));
    }
    if (value(worst) <= value(best) * (1 + ALIKE)) {
      return "%s is alike in %s: %s."
          .formatted(
              measure.name(), known.size() == runs.size() ? "all runs" : names(known), text(best));
    }
    boolean firstIsBetween = known.contains(0) && best != 0 && worst != 0;
    return "%s is best by %s: %s%s; %s is worst: %s%s."
        .formatted(
            labels.get(best),
            measure.name(),
            text(best),
            firstIsBetween ? change(0, best, " against " + labels.getFirst()) : "",
            labels.get(worst),
            text(worst),
            firstIsBetween ? "" : change(best, worst, ""));
  }

  private String change(int from, int to, String against) {
    String change = Change.of(measure, value(from), value(to));
    return change.isEmpty() ? "" : " (" + change + against + ")";
  }

  /** Groups of at least two runs of one digest. */
  private List<List<Integer>> twins() {
    Map<String, List<Integer>> byDigest = new LinkedHashMap<>();
    for (int run = 0; run < runs.size(); run++) {
      byDigest.computeIfAbsent(runs.get(run).digest(), digest -> new ArrayList<>()).add(run);
    }
    return byDigest.values().stream().filter(group -> group.size() > 1).toList();
  }

  private double value(int run) {
    return runs.get(run).value(measure);
  }

  private String text(int run) {
    return measure.text().apply(value(run));
  }

  /** {@code A}, {@code A and B}, {@code A; B and C}: labels may have commas in them. */
  private String names(List<Integer> some) {
    List<String> names = some.stream().map(labels::get).toList();
    int last = names.size() - 1;
    return last == 0
        ? names.getFirst()
        : String.join("; ", names.subList(0, last)) + " and " + names.get(last);
  }
}
