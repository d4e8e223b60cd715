package dev.headroom.run.compare;

import dev.headroom.model.statistics.PairedDifference;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.Measure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Summary of a comparison in a few sentences: the leader by the workload's main measure, ties with
 * it, and the distance of the others. It adds other measures for or against the leader, seeds that
 * disagree, unfinished runs, and variants with bit-identical results, between which the varied
 * setting had no effect.
 *
 * <p>Nobody is called best by one seed, nor where the noise of several could turn it around, nor
 * where something else that is looked at is worse. Variants go by key and value, {@code
 * congestion=none}: {@code none} by itself would read as nobody.
 */
public final class ComparisonSummary {
  /** What else is looked at is worth a word from this on. */
  private static final double WORTH = 0.05;

  /** More names than these are counted; of many variants, which a table marks, more than those. */
  private static final int NAMED = 4;

  private static final int NAMED_OF_MANY = 2;

  /** Of pairs about which seeds disagree, so many are told. */
  private static final int DISPUTES = 2;

  private static final int SEEDS_TO_TRY = 5;

  private final Comparison comparison;
  private final Measure decidingMeasure;
  private final VariantRanking variantRanking;

  private ComparisonSummary(Comparison comparison) {
    this.comparison = comparison;
    decidingMeasure = comparison.decidingMeasure();
    variantRanking = comparison.lead(decidingMeasure);
  }

  /** Of at least one run. */
  public static String of(Comparison comparison) {
    return new ComparisonSummary(comparison).sentences();
  }

  private String sentences() {
    if (comparison.variantRuns().size() > 1 && isAllTheSame()) {
      return "All variants are identical bit for bit"
          + (comparison.isRepeated() ? " for each seed" : "")
          + ": the varied settings have no effect here.";
    }
    List<String> said = new ArrayList<>();
    if (!comparison.hasSameWorkload()) {
      said.add(works());
      said.addAll(open());
      said.addAll(same());
      return String.join(" ", said);
    }
    if (!variantRanking.isOpen()) {
      said.add(variantRanking.ranked().size() == 1 ? alone() : isOneSeed() ? ahead() : best());
      said.addAll(leaderNotes());
      disputes().forEach(said::add);
    }
    said.addAll(open());
    said.addAll(same());
    if (variantRanking.ranked().size() > 1) {
      said.addAll(seeds());
    }
    return String.join(" ", said);
  }

  /** Less to do takes less time, whatever is set. */
  private String works() {
    List<ComparedRun> known =
        comparison.runs().stream().filter(run -> !run.variant().work().isEmpty()).toList();
    ComparedRun first = known.getFirst();
    ComparedRun other =
        known.stream()
            .filter(run ->
                run.variant().seed() == first.variant().seed()
                    && !run.variant().work().equals(first.variant().work()))
            .findFirst()
            .orElse(known.getLast());
    return "Variants do different amounts of work (%s: %s; %s: %s), so their figures do not"
            .formatted(
                first.variant().label(),
                first.variant().work(),
                other.variant().label(),
                other.variant().work())
        + " rank the settings. The table shows them side by side.";
  }

  private boolean isOneSeed() {
    return variantRanking.leader().runs().size() == 1;
  }

  private String alone() {
    return "%s: %s %s."
        .formatted(
            variantRanking.leader().label(), decidingMeasure.name(), text(variantRanking.leader()));
  }

  /** By one seed: who is ahead, and by how much; not who is best. */
  private String ahead() {
    String seed = "With seed " + variantRanking.leader().first().variant().seed();
    List<VariantRanking.Gap> behind = variantRanking.gapsBehindTies();
    if (behind.isEmpty()) {
      return "%s, %s is equal for %s: %s."
          .formatted(
              seed,
              decidingMeasure.name(),
              isOfAll() ? "all variants" : names(variantRanking.ties()),
              text(variantRanking.leader()));
    }
    String told =
        variantRanking.ties().size() > 1
            ? "%s, %s tie in %s: %s"
                .formatted(
                    seed,
                    names(variantRanking.ties()),
                    decidingMeasure.name(),
                    text(variantRanking.leader()))
            : "%s, %s leads by %s: %s"
                .formatted(
                    seed,
                    variantRanking.leader().label(),
                    decidingMeasure.name(),
                    text(variantRanking.leader()));
    return told + "; " + furthest(behind) + ".";
  }

  /** By several seeds. */
  private String best() {
    int seeds = variantRanking.leader().runs().size();
    List<VariantRanking.Gap> behind = variantRanking.gapsBehindTies();
    if (variantRanking.ties().size() == 1) {
      VariantRanking.Gap next = behind.getFirst();
      boolean isBest = comparison.requestedMeasure().isPresent() || against().isEmpty();
      return "%s %s %s: %s on average over %d seeds; %s%s."
          .formatted(
              variantRanking.leader().label(),
              isBest ? "is best by" : "leads by",
              decidingMeasure.name(),
              text(variantRanking.leader()),
              seeds,
              following(behind),
              exceptions(next, seeds));
    }
    String told =
        isNear()
            ? "%s %s in %s within the noise of %d seeds: %s"
                .formatted(
                    isOfAll() && behind.isEmpty() ? "All variants" : names(variantRanking.ties()),
                    "tie",
                    decidingMeasure.name(),
                    seeds,
                    text(variantRanking.leader()))
            : "No variant is best by %s: %d seeds cannot separate %s"
                .formatted(decidingMeasure.name(), seeds, valued(variantRanking.ties()));
    return told + (behind.isEmpty() ? "." : "; " + furthest(behind) + ".");
  }

  /** Whether those that lead are as good as each other, and not only hard to tell apart. */
  private boolean isNear() {
    return variantRanking.gaps().stream()
        .filter(VariantRanking.Gap::isTie)
        .allMatch(gap -> share(gap.from(), gap.to()) < WORTH);
  }

  /** Seeds with which somebody else was ahead of whoever is best on average. */
  private String exceptions(VariantRanking.Gap next, int seeds) {
    int won =
        decidingMeasure.better() == Measure.Better.MORE
            ? next.paired().less()
            : next.paired().more();
    return won == seeds
        ? ""
        : "; better than %s with %d of the %d seeds"
            .formatted(next.variantRuns().label(), won, seeds);
  }

  private String following(List<VariantRanking.Gap> behind) {
    VariantRanking.Gap next = behind.getFirst();
    String first =
        "%s %s %s (%s)"
            .formatted(
                next.variantRuns().label(),
                behind.size() == 1 ? "has" : "is next with",
                decidingMeasure.text(next.to()),
                next.change(decidingMeasure));
    return behind.size() < 2 ? first : first + "; " + furthest(behind);
  }

  private String furthest(List<VariantRanking.Gap> behind) {
    VariantRanking.Gap last = behind.getLast();
    String change = last.change(decidingMeasure);
    return "%s is %s: %s%s"
        .formatted(
            last.variantRuns().label(),
            behind.size() == 1 ? "behind" : "furthest behind",
            decidingMeasure.text(last.to()),
            change.isEmpty() ? "" : " (" + change + ")");
  }

  /** What else is worth knowing of whoever leads, unless somebody asked for one measure. */
  private List<String> leaderNotes() {
    if (comparison.requestedMeasure().isPresent() || variantRanking.ranked().size() < 2) {
      return List.of();
    }
    List<String> found = against();
    if (!found.isEmpty()) {
      return found;
    }
    List<Measure> others = sides();
    boolean isTold = variantRanking.ties().size() == 1 && !others.isEmpty();
    return isTold
        ? List.of(
            "No other variant is clearly better in "
                + listed(others.stream().map(Measure::name).toList())
                + ".")
        : List.of();
  }

  private List<Measure> sides() {
    return comparison.looked().stream()
        .skip(1)
        .filter(
            measure -> variantRanking.ranked().stream().allMatch(each -> each.isJudgedBy(measure)))
        .toList();
  }

  /**
   * Of what else is looked at, where one of those that lead is worse than another variant: by 5 %
   * at least, and beyond noise.
   */
  private List<String> against() {
    List<String> found = new ArrayList<>();
    for (Measure measure : sides()) {
      Comparator<VariantRuns> better =
          Comparator.comparingDouble(each ->
              (measure.better() == Measure.Better.MORE ? -1 : 1)
                  * VariantRanking.mean(each, measure));
      VariantRuns worst = variantRanking.ties().stream().max(better).orElseThrow();
      Optional<VariantRuns> best =
          Stream.concat(variantRanking.ties().stream(), variantRanking.ranked().stream())
              .filter(each -> isWorse(worst, each, measure))
              .min(better);
      best.ifPresent(other ->
          found.add(
              "The %1$s is %4$s with %5$s and %3$s with %2$s."
                  .formatted(
                      measure.name(),
                      other.label(),
                      text(other, measure),
                      text(worst, measure),
                      worst.label())));
    }
    return found;
  }

  private static boolean isWorse(VariantRuns one, VariantRuns other, Measure measure) {
    PairedDifference paired = other.against(one, measure).orElseThrow();
    double from = VariantRanking.mean(other, measure);
    double to = VariantRanking.mean(one, measure);
    return measure.isBetter(from, to)
        && share(from, to) >= WORTH
        && !VariantRanking.isNoise(paired);
  }

  /** How far apart two values are, of the larger. */
  private static double share(double one, double other) {
    double larger = Math.max(Math.abs(one), Math.abs(other));
    return larger == 0 ? 0 : Math.abs(one - other) / larger;
  }

  /** Two variants of which now one is ahead and now the other. */
  private record Dispute(VariantRuns one, VariantRuns other, int first, int second, double size) {}

  /** Pairs whose order depends on the seed, those first that seeds turn around most. */
  private List<String> disputes() {
    List<Dispute> found = new ArrayList<>();
    List<VariantRuns> all = variantRanking.ranked();
    for (int i = 0; i < all.size(); i++) {
      for (int k = i + 1; k < all.size(); k++) {
        dispute(all.get(i), all.get(k)).ifPresent(found::add);
      }
    }
    found.sort(Comparator.comparingDouble(Dispute::size).reversed());
    List<String> said = new ArrayList<>();
    found.stream().limit(DISPUTES).map(this::disputeText).forEach(said::add);
    if (found.size() > DISPUTES) {
      said.add(
          "The same holds for %s."
              .formatted(NumberText.plural(found.size() - DISPUTES, "more pair", "more pairs")));
    }
    return said;
  }

  private Optional<Dispute> dispute(VariantRuns one, VariantRuns other) {
    int first = 0;
    int second = 0;
    double most = 0;
    double least = 0;
    for (int run = 0; run < one.runs().size(); run++) {
      double a = one.runs().get(run).value(decidingMeasure);
      double b = other.runs().get(run).value(decidingMeasure);
      double ahead = decidingMeasure.isBetter(a, b) ? share(a, b) : -share(a, b);
      if (ahead > most) {
        most = ahead;
        first = run;
      }
      if (ahead < least) {
        least = ahead;
        second = run;
      }
    }
    double size = Math.min(most, -least);
    return size < WORTH
        ? Optional.empty()
        : Optional.of(new Dispute(one, other, first, second, size));
  }

  private String disputeText(Dispute dispute) {
    return "The order of %s and %s depends on the seed: %s against %s with seed %d, %s against %s with seed %d."
        .formatted(
            dispute.one().label(),
            dispute.other().label(),
            text(dispute.one(), dispute.first()),
            text(dispute.other(), dispute.first()),
            dispute.one().runs().get(dispute.first()).variant().seed(),
            text(dispute.one(), dispute.second()),
            text(dispute.other(), dispute.second()),
            dispute.one().runs().get(dispute.second()).variant().seed());
  }

  private String text(VariantRuns variantRuns, int run) {
    return decidingMeasure.text(variantRuns.runs().get(run).value(decidingMeasure));
  }

  /** Who did not finish, and with which seeds if others did. */
  private List<String> open() {
    List<VariantRuns> never = new ArrayList<>();
    List<String> said = new ArrayList<>();
    for (VariantRuns each : comparison.variantRuns()) {
      List<Long> seeds = each.unfinished();
      if (seeds.size() == each.runs().size()) {
        never.add(each);
      } else if (!seeds.isEmpty()) {
        said.add(
            "%s did not finish with %s %s%s."
                .formatted(
                    each.label(),
                    seeds.size() == 1 ? "seed" : "seeds",
                    listed(seeds.stream().map(String::valueOf).toList()),
                    decidingMeasure.needsAllFlows() ? ", so it is not ranked" : ""));
      }
    }
    if (!never.isEmpty()) {
      said.addFirst(names(never) + " did not finish.");
    }
    return said;
  }

  private boolean isAllTheSame() {
    return comparison.seeds().stream()
        .allMatch(seed ->
            comparison.variantRuns().stream()
                    .filter(each -> each.seeds().contains(seed))
                    .map(each -> each.with(seed).ending().digest())
                    .distinct()
                    .count()
                == 1);
  }

  /** Keys that change nothing, and variants that are the same for another reason. */
  private List<String> same() {
    List<String> said = new ArrayList<>();
    List<String> idle = comparison.varied().idle(comparison.variantRuns());
    idle.forEach(key ->
        said.add(
            "%s has no effect here: variants that differ only in it are identical bit for bit."
                .formatted(key)));
    List<List<VariantRuns>> twins = equalVariants(idle);
    twins.stream()
        .limit(NAMED)
        .forEach(group -> said.add(names(group) + " are identical bit for bit."));
    if (twins.size() > NAMED) {
      said.add("The same holds for %d more groups.".formatted(twins.size() - NAMED));
    }
    return said;
  }

  /**
   * Groups of at least two variants that are the same with every seed.
   *
   * @param idle keys that explain it where variants differ in nothing else
   */
  private List<List<VariantRuns>> equalVariants(List<String> idle) {
    Map<List<String>, Map<String, VariantRuns>> byDigests = new LinkedHashMap<>();
    for (VariantRuns each : comparison.variantRuns()) {
      byDigests
          .computeIfAbsent(each.digests(), _ -> new LinkedHashMap<>())
          .putIfAbsent(VariedKeys.without(idle, each.label()), each);
    }
    return byDigests.values().stream()
        .filter(group -> group.size() > 1)
        .map(group -> List.copyOf(group.values()))
        .toList();
  }

  /** How much the number of seeds knows. */
  private List<String> seeds() {
    if (isOneSeed()) {
      return List.of(
          "This is one seed; other seeds may give another order, so try --seeds %d."
              .formatted(SEEDS_TO_TRY));
    }
    boolean isFixed =
        variantRanking.ranked().stream()
            .allMatch(each -> each.digests().stream().distinct().count() == 1);
    if (isFixed) {
      return List.of(
          "Seeds have no effect here: each variant is identical bit for bit with all of them.");
    }
    return variantRanking.ties().size() > 1 && !isNear()
        ? List.of("More seeds may separate them.")
        : List.of();
  }

  private boolean isOfAll() {
    return variantRanking.ranked().size() == comparison.variantRuns().size();
  }

  private String text(VariantRuns variantRuns) {
    return text(variantRuns, decidingMeasure);
  }

  private static String text(VariantRuns variantRuns, Measure measure) {
    return variantRuns.text(measure);
  }

  /** {@code A (1.20 ms) and B (1.30 ms)}. */
  private String valued(List<VariantRuns> some) {
    return listed(
        shortened(some.stream().map(each -> each.label() + " (" + text(each) + ")").toList()));
  }

  private String names(List<VariantRuns> some) {
    return listed(shortened(some.stream().map(VariantRuns::label).toList()));
  }

  private List<String> shortened(List<String> names) {
    int most = comparison.isLarge() ? NAMED_OF_MANY : NAMED;
    return names.size() <= most
        ? names
        : Stream.concat(
                names.stream().limit(most - 1), Stream.of((names.size() - most + 1) + " more"))
            .toList();
  }

  /** {@code A}, {@code A and B}, {@code A; B and C}: labels may have commas in them. */
  private static String listed(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.getFirst()
        : String.join(
                names.stream().anyMatch(name -> name.contains(",")) ? "; " : ", ",
                names.subList(0, last))
            + " and "
            + names.get(last);
  }
}
