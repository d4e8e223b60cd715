package dev.headroom.prove.verdict;

import dev.headroom.prove.counters.CounterNames;
import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.verdict.LinkLedger.Heat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Locale;

/** Judge of temperatures, over the whole run: heat comes when it comes. */
final class ThermalJudge {
  private final RunLedger run;
  private final StepJudge judge;

  ThermalJudge(RunLedger run, StepJudge judge) {
    this.run = run;
    this.judge = judge;
  }

  void judge() {
    double hottest = Double.NaN;
    for (LinkLedger link : run.links()) {
      if (link.heat().isEmpty()) {
        judge.add(
            new Finding(
                Finding.BOTH,
                Verdict.NOT_MEASURABLE,
                link.target().name(),
                "temperature",
                "the module says none",
                "ethtool -m or mlxlink -m",
                ""));
        continue;
      }
      double own = heat(link);
      hottest = Double.isNaN(hottest) ? own : Math.max(hottest, own);
      rise(link);
      derate(link);
    }
    if (!Double.isNaN(hottest)) {
      judge.fact("Hottest module: %.1f C.", hottest);
    }
  }

  private double heat(LinkLedger link) {
    Heat hottest = link.heat().getFirst();
    for (Heat each : link.heat()) {
      hottest = each.celsius() > hottest.celsius() ? each : hottest;
    }
    Long warning = link.last().values().get(CounterNames.MODULE_WARNING);
    String found =
        String.format(Locale.ROOT, "%.1f C, hour %.1f", hottest.celsius(), hottest.second() / 3600);
    if (hottest.celsius() >= Limits.HOT_C) {
      judge.fail(link, "temperature", found, "below 70 C", "the article; UFM TMAX");
    } else if (warning != null && hottest.celsius() * 1000 >= warning) {
      judge.fail(
          EnumSet.of(Level.STANDARD),
          link,
          "temperature",
          found,
          "below the module's own warning, " + warning / 1000.0 + " C",
          "the module");
    }
    return hottest.celsius();
  }

  /** The most that it rose within five minutes. */
  private void rise(LinkLedger link) {
    Deque<Heat> window = new ArrayDeque<>();
    double most = 0;
    double at = 0;
    for (Heat now : link.heat()) {
      while (!window.isEmpty() && window.getFirst().second() < now.second() - Limits.RISE_SECONDS) {
        window.removeFirst();
      }
      double least = window.stream().mapToDouble(Heat::celsius).min().orElse(now.celsius());
      if (now.celsius() - least > most) {
        most = now.celsius() - least;
        at = now.second();
      }
      window.addLast(now);
    }
    if (most >= Limits.RISE_C) {
      judge.fail(
          EnumSet.of(Level.STANDARD),
          link,
          "rise of temperature",
          String.format(Locale.ROOT, "%.1f C within 5 min, hour %.1f", most, at / 3600),
          "below 10 C",
          "UFM D_TMAX");
    }
  }

  /** A link that fell to a lower rate while it was hot. */
  private void derate(LinkLedger link) {
    Long mbps = link.last().values().get(CounterNames.LINK_RATE);
    boolean isHot =
        link.heat().stream().anyMatch(each -> each.celsius() >= Limits.HOT_C)
            && run.slices(Step.THERMAL).size() > 0;
    if (mbps != null && isHot && mbps < link.target().rate().bps() / 1_000_000) {
      judge.fail(
          EnumSet.of(Level.STANDARD),
          link,
          "derate",
          mbps / 1000.0 + " Gb/s",
          link.target().rate().toString(),
          "");
    }
  }
}
