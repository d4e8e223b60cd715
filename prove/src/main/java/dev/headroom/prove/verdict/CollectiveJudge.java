package dev.headroom.prove.verdict;

import dev.headroom.prove.check.CollectiveRun;
import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.plan.CollectivePlan;
import dev.headroom.prove.plan.Level;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Judge of the all-reduce over all hosts, against the plan's bandwidths. */
final class CollectiveJudge {
  private static final String WHAT = "all-reduce over all hosts";

  private CollectiveJudge() {}

  static void judge(RunLedger run, StepJudge judge) {
    Optional<CollectivePlan> plan = run.plan().runner().collective();
    if (plan.isEmpty()) {
      return;
    }
    if (run.isRehearsal()) {
      judge.fact("The all-reduce over all hosts is not rehearsed.");
    } else if (run.collective().isEmpty()) {
      judge.whole(Verdict.NOT_EXERCISED, WHAT, "it was not run", "a run of it");
    } else {
      judge(plan.get(), run.collective().get(), judge);
    }
  }

  private static void judge(CollectivePlan plan, Entry.Collective found, StepJudge judge) {
    if (!found.problem().isEmpty()) {
      judge.whole(Verdict.FAIL, WHAT, found.problem(), "a result without errors");
      return;
    }
    double bus = found.measures().getOrDefault(CollectiveRun.BUS, 0.0);
    String measured =
        String.format(
            Locale.ROOT,
            "%.1f GB/s of bus bandwidth with %.0f ranks at %.0f MiB",
            bus,
            found.measures().getOrDefault(CollectiveRun.RANKS, 0.0),
            found.measures().getOrDefault(CollectiveRun.SIZE, 0.0) / (1 << 20));
    Set<Level> failed = EnumSet.noneOf(Level.class);
    for (Level level : Level.values()) {
      if (bus < plan.least(level)) {
        failed.add(level);
      }
    }
    if (failed.isEmpty()) {
      judge.fact("All-reduce over all hosts: %s.", measured);
    } else {
      judge.add(
          new Finding(
              failed,
              Verdict.FAIL,
              "",
              WHAT,
              measured,
              String.format(
                  Locale.ROOT,
                  "article: %.1f GB/s; standard: %.1f GB/s",
                  plan.article(),
                  plan.standard()),
              "the plan"));
    }
  }
}
