package dev.headroom.prove.verdict;

import static dev.headroom.prove.verdict.StepJudge.percent;

import dev.headroom.prove.counters.CounterNames;
import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.plan.Tool;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.verdict.LinkLedger.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Judge of a run, from its evidence alone: the same evidence comes to the same verdict. */
public final class Judge {
  private final RunLedger run;

  private Judge(RunLedger run) {
    this.run = run;
  }

  /** The verdict on a run. */
  public static RunVerdict of(RunLedger run) {
    Judge judge = new Judge(run);
    List<StepVerdict> steps = new ArrayList<>();
    for (Step step : Step.values()) {
      StepJudge of = new StepJudge(step, run);
      if (of.wasDone()) {
        of.judgeProblems();
        of.judgeExercise();
        judge.judge(step, of);
      }
      steps.add(of.verdict());
    }
    return new RunVerdict(run.plan().level(), steps);
  }

  private void judge(Step step, StepJudge judge) {
    switch (step) {
      case CHECKS -> {
        HostCheckJudge.judge(run, judge);
        CollectiveJudge.judge(run, judge);
        judgeDevices(judge);
        judgeBandwidth(step, judge, Limits.PAIR_SHARE);
        judgeStragglers(step, judge);
      }
      case LOOPBACK -> {
        judge.judgeCounters(false);
        judgeBandwidth(step, judge, Limits.PAIR_SHARE);
        bound(step, judge);
      }
      case PULSE -> {
        judge.judgeCounters(false);
        new PulseJudge(run, judge).judge();
      }
      case HAMMER -> {
        judge.judgeCounters(false);
        judgeBandwidth(step, judge, Limits.HAMMER_SHARE);
        judgeStragglers(step, judge);
      }
      case THERMAL -> new ThermalJudge(run, judge).judge();
      case PCIE -> {
        judge.judgeCounters(true);
        judgeBus(judge);
        latency(judge);
      }
      case SIGNOFF -> {
        judge.judgeCounters(true);
        judgeEvents(judge);
        judgeFade(judge);
        bound(step, judge);
      }
    }
  }

  /** Firmware and PCIe links alike, and links at the planned rate. */
  private void judgeDevices(StepJudge judge) {
    for (LinkLedger link : run.links()) {
      String why = link.last().missing().getOrDefault("device", "");
      if (!why.isEmpty() && !link.target().device().isEmpty()) {
        judge.fail(link, "device", why, link.target().device(), "the plan");
      } else if (!why.isEmpty()) {
        judge.fact("%s: %s.", link.target().name(), why);
      }
    }
    judgeAlike(judge, "firmware", link -> Optional.ofNullable(link.last().texts().get("firmware")));
    judgeAlike(judge, "PCIe link", Judge::busLink);
    for (LinkLedger link : run.links()) {
      Long mbps = link.last().values().get(CounterNames.LINK_RATE);
      long planned = link.target().rate().bps() / 1_000_000;
      if (mbps == null) {
        judge.fact("No counter says at which rate the link of %s is.", link.target().name());
      } else if (mbps < planned) {
        judge.fail(
            link, "rate of the link", mbps / 1000.0 + " Gb/s", link.target().rate().toString(), "");
      }
    }
  }

  private static Optional<String> busLink(LinkLedger link) {
    Long speed = link.last().values().get(CounterNames.PCIE_SPEED);
    Long width = link.last().values().get(CounterNames.PCIE_WIDTH);
    return speed == null || width == null
        ? Optional.empty()
        : Optional.of("%s GT/s x%d".formatted(trimmed(speed / 1000.0), width));
  }

  private static String trimmed(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }

  /** What differs from what most have. */
  private void judgeAlike(
      StepJudge judge, String what, Function<LinkLedger, Optional<String>> value) {
    Map<String, Long> counts =
        run.links().stream()
            .flatMap(link -> value.apply(link).stream())
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    if (counts.isEmpty()) {
      judge.fact("No host says its %s.", what);
      return;
    }
    String usual =
        counts.entrySet().stream()
            .max(
                Map.Entry.<String, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .orElse("");
    judge.fact(
        "%s: %s on %d of %d links.",
        what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1),
        usual,
        counts.getOrDefault(usual, 0L),
        run.links().size());
    for (LinkLedger link : run.links()) {
      value
          .apply(link)
          .filter(own -> !own.equals(usual))
          .ifPresent(own -> judge.fail(link, what, own, "as the others: " + usual, ""));
    }
  }

  /** Bandwidth of each link, as the mean of its slices. */
  private void judgeBandwidth(Step step, StepJudge judge, double share) {
    if (isSoftware(step)) {
      judge.fact(
          "Traffic is by %s, a software endpoint: its bandwidth says nothing about the link and is"
              + " not judged.",
          Tool.PERF.title());
      return;
    }
    for (LinkLedger link : run.links()) {
      List<Point> points = points(link, step);
      if (points.isEmpty()) {
        continue;
      }
      double rate = link.target().rate().gbps();
      Point worst =
          points.stream().min(Comparator.comparingDouble(Point::gbps)).orElse(points.getFirst());
      if (worst.gbps() < share * rate) {
        judge.fail(
            link,
            "bandwidth",
            String.format(
                Locale.ROOT,
                "%.1f Gb/s in %s, %s of the rate",
                worst.gbps(),
                worst.slice().name(),
                percent(worst.gbps() / rate)),
            "at least " + percent(share),
            share == Limits.PAIR_SHARE ? "scitix sichek: 360 of 400 Gb/s" : "derived");
      }
    }
    judge.fact(
        "Least bandwidth of a slice: %.1f Gb/s.",
        run.links().stream()
            .flatMap(link -> points(link, step).stream())
            .mapToDouble(Point::gbps)
            .min()
            .orElse(Double.NaN));
  }

  private static List<Point> points(LinkLedger link, Step step) {
    return link.points().stream()
        .filter(point -> point.slice().step() == step && !Double.isNaN(point.gbps()))
        .toList();
  }

  private boolean isSoftware(Step step) {
    return run.ended(step).stream().anyMatch(end -> end.tool().equals(Tool.PERF.title()));
  }

  /** Links far below the median of all. */
  private void judgeStragglers(Step step, StepJudge judge) {
    List<LinkLedger> links =
        run.links().stream().filter(link -> !points(link, step).isEmpty()).toList();
    if (links.size() < 4) {
      judge.fact("Fewer than 4 links: stragglers are not looked for.");
      return;
    }
    double[] means =
        links.stream()
            .mapToDouble(
                link -> points(link, step).stream().mapToDouble(Point::gbps).average().orElse(0))
            .toArray();
    double[] scores = Statistics.scores(means);
    double median = Statistics.median(means);
    for (int i = 0; i < means.length; i++) {
      if (scores[i] < Limits.STRAGGLER_SCORE && means[i] < (1 - Limits.STRAGGLER_SHARE) * median) {
        judge.fail(
            links.get(i),
            "straggler",
            String.format(Locale.ROOT, "%.1f Gb/s where the median is %.1f", means[i], median),
            "within 5 %, or a modified z-score over -3.5",
            "Azure AI infrastructure");
      }
    }
  }

  /** What zero errors prove, and what they do not. */
  private void bound(Step step, StepJudge judge) {
    double packets = 0;
    double bits = 0;
    boolean hasErrors = false;
    for (LinkLedger link : run.links()) {
      CounterTotals totals = step == Step.SIGNOFF ? link.whole() : link.of(step);
      packets += totals.packets();
      bits += 8 * totals.cableBytes();
      hasErrors |= totals.hasErrors();
    }
    if (packets > 0 && hasErrors) {
      judge.fact(
          "Packets crossed links under test %.3g times, with %.3g bits. Errors were counted: the rule"
              + " of three (3/n), which is for none, gives no bound.",
          packets, bits);
    } else if (packets > 0) {
      judge.fact(
          "Packets crossed links under test %.3g times, with %.3g bits. Without any error, 3/n bounds"
              + " the rate at %.2g a packet and %.2g a bit, with 95 %% confidence.",
          packets, bits, Statistics.ruleOfThree(packets), Statistics.ruleOfThree(bits));
    }
    double perLink = bits / Math.max(1, run.links().size());
    if (bits > 0) {
      judge.fact(
          "A link at the standard's bit error rate of 1e-15 would have %.1f errors in both directions"
              + " in this time: the article's zero is stricter.",
          perLink * 1e-15);
    }
  }

  /** Speed and width of the bus, against the ceiling of its path. */
  private void judgeBus(StepJudge judge) {
    for (LinkLedger link : run.links()) {
      judgeCeiling(judge, link, "speed", CounterNames.PCIE_SPEED, CounterNames.PCIE_SPEED_CEILING);
      judgeCeiling(judge, link, "width", CounterNames.PCIE_WIDTH, CounterNames.PCIE_WIDTH_CEILING);
    }
  }

  private static void judgeCeiling(
      StepJudge judge, LinkLedger link, String what, String now, String most) {
    Long value = link.last().values().get(now);
    Long ceiling = link.last().values().get(most);
    if (value != null && ceiling != null && value < ceiling) {
      boolean isSpeed = now.equals(CounterNames.PCIE_SPEED);
      judge.fail(
          link,
          "PCIe " + what,
          isSpeed ? trimmed(value / 1000.0) + " GT/s" : "x" + value,
          isSpeed ? trimmed(ceiling / 1000.0) + " GT/s" : "x" + ceiling,
          "the path's own ceiling");
    }
  }

  /** Whether latency rises in the slices with bus errors. */
  private void latency(StepJudge judge) {
    for (LinkLedger link : run.links()) {
      double[] with = latencies(link, true);
      double[] without = latencies(link, false);
      if (with.length > 0 && without.length > 0) {
        double ratio = Statistics.median(with) / Statistics.median(without);
        judge.fact(
            "%s: tail latency in slices with bus errors is %.2f times that in slices without%s.",
            link.target().name(),
            ratio,
            ratio > Limits.LATENCY_RATIO ? ": it follows the errors" : "");
      }
    }
  }

  private static double[] latencies(LinkLedger link, boolean withErrors) {
    return link.points().stream()
        .filter(point -> point.busErrors() > 0 == withErrors && point.latencyUs() > 0)
        .mapToDouble(Point::latencyUs)
        .toArray();
  }

  /** Restarts of counters, reboots and gaps. */
  private void judgeEvents(StepJudge judge) {
    for (LinkLedger link : run.links()) {
      for (LinkLedger.LinkEvent event : link.events()) {
        judge.fail(
            link,
            "continuity",
            "%s, hour %.1f".formatted(event.text(), event.second() / 3600),
            "no restart that nobody can explain",
            "");
      }
    }
    for (RunLedger.Gap gap : run.gaps()) {
      String text =
          String.format(
              Locale.ROOT,
              "%.0f s without evidence from hour %.1f on",
              gap.seconds(),
              gap.fromSecond() / 3600);
      if (gap.isExplained()) {
        judge.fact("%s: the run was stopped and taken up again. Counters were read on.", text);
      } else {
        judge.whole(Verdict.FAIL, "gap", text, "at most two slices");
      }
    }
    long resumes = run.starts().stream().filter(Entry.Started::resumes).count();
    if (resumes > 0) {
      judge.fact("The run was taken up again %d times.", resumes);
    }
  }

  /** Bandwidth of the last hour of the sign-off beside its first. */
  private void judgeFade(StepJudge judge) {
    if (isSoftware(Step.SIGNOFF)) {
      return;
    }
    List<Slice> slices = run.slices(Step.SIGNOFF);
    double from = slices.getFirst().fromSecond();
    double to = slices.getLast().toSecond();
    double part = Math.min(3600, (to - from) / 2);
    for (LinkLedger link : run.links()) {
      double first = mean(link, from, from + part);
      double last = mean(link, to - part, to);
      if (last < (1 - Limits.FADE_SHARE) * first) {
        judge.fail(
            link,
            "bandwidth over time",
            String.format(Locale.ROOT, "from %.1f to %.1f Gb/s", first, last),
            "within 5 %",
            "SuperBench");
      }
    }
  }

  private static double mean(LinkLedger link, double from, double to) {
    return points(link, Step.SIGNOFF).stream()
        .filter(point -> point.slice().fromSecond() >= from && point.slice().toSecond() <= to)
        .mapToDouble(Point::gbps)
        .average()
        .orElse(Double.NaN);
  }
}
