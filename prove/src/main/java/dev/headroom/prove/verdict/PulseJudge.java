package dev.headroom.prove.verdict;

import static dev.headroom.prove.verdict.StepJudge.percent;

import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.slice.Slice;
import java.util.Locale;
import java.util.Map;

/**
 * Judge of PFC pulses. DCQCN wants marks first and pauses only as a fence; the article asks for the
 * opposite. A pass is marks first, at both levels, and what the article's rule came to is said.
 *
 * <p>Measures of a slice, where its runner knows them: {@code first_mark_us}, {@code
 * first_pause_us} (from the start of the pulse; absent if there was none), {@code marks}, {@code
 * pauses}, {@code other_pauses} (of other priorities), {@code pause_tail_ms}, {@code victim_share},
 * {@code cnps_sent}, {@code cnps_handled}.
 */
final class PulseJudge {
  private final RunLedger run;
  private final StepJudge judge;
  private int measured;
  private int marksFirst;
  private int pausesFirst;

  PulseJudge(RunLedger run, StepJudge judge) {
    this.run = run;
    this.judge = judge;
  }

  void judge() {
    for (Slice slice : run.slices(Step.PULSE)) {
      Entry.Ended end = run.ended().get(slice.name());
      boolean isCongested = slice.pairs().stream().filter(pair -> !pair.isVictim()).count() > 1;
      if (!isCongested) {
        judge.whole(
            Verdict.NOT_EXERCISED,
            "congestion",
            "one sender cannot congest a link of its own rate",
            "two senders at least");
        return;
      }
      if (end != null && end.measures().containsKey("marks")) {
        measured++;
        LinkLedger receiver = run.links().get(slice.pairs().getFirst().receiver());
        judge(slice, receiver, end.measures());
      }
    }
    if (measured == 0) {
      judge.whole(
          Verdict.NOT_MEASURABLE,
          "order of marks and pauses",
          "no counter of marks and pauses could be read during the pulses",
          "np_ecn_marked_roce_packets and rx_prio3_pause");
      return;
    }
    judge.fact(
        "Marks came before pauses, or without any, in %d of %d pulses; pauses came first in %d.",
        marksFirst, measured, pausesFirst);
    judge.fact(
        "The article's rule, \"PFC pauses stop the flow before an ECN trigger\", was met in %d of"
            + " %d pulses. It is the opposite of what DCQCN is made for and does not count here.",
        pausesFirst, measured);
  }

  private void judge(Slice slice, LinkLedger receiver, Map<String, Double> measures) {
    double mark = measures.getOrDefault("first_mark_us", Double.NaN);
    double pause = measures.getOrDefault("first_pause_us", Double.NaN);
    if (!Double.isNaN(pause) && (Double.isNaN(mark) || pause < mark)) {
      pausesFirst++;
      judge.fail(
          receiver,
          "order of marks and pauses",
          Double.isNaN(mark)
              ? "pauses and no mark in " + slice.name()
              : String.format(Locale.ROOT, "pause after %.1f us, mark after %.1f us", pause, mark),
          "marks first",
          "DCQCN (Zhu et al., SIGCOMM 2015)");
    } else if (!Double.isNaN(mark)) {
      marksFirst++;
    } else {
      judge.fail(
          receiver,
          "order of marks and pauses",
          "neither a mark nor a pause in " + slice.name() + ": there is no congestion control",
          "marks first",
          "");
    }
    limit(receiver, slice, measures, "other_pauses", "pauses of other priorities", 0, "none", "");
    limit(
        receiver,
        slice,
        measures,
        "pause_tail_ms",
        "ms of pauses after the pulse",
        Limits.PAUSE_TAIL_MS,
        "at most 200 ms",
        "SONiC pfcwd detection time");
    double victim = measures.getOrDefault("victim_share", Double.NaN);
    if (victim < Limits.VICTIM_SHARE) {
      judge.fail(
          receiver,
          "victim",
          percent(victim) + " of its rate in " + slice.name(),
          "at least 90 %",
          "derived");
    }
    double sent = measures.getOrDefault("cnps_sent", Double.NaN);
    double handled = measures.getOrDefault("cnps_handled", Double.NaN);
    if (sent > 100 && Math.abs(sent - handled) > Limits.CNP_SHARE * sent) {
      judge.fail(
          receiver,
          "CNPs",
          String.format(Locale.ROOT, "%.0f sent, %.0f handled", sent, handled),
          "within 5 %",
          "derived");
    }
    if (measures.getOrDefault("marks", 0.0) > 100 && sent == 0) {
      judge.fail(receiver, "CNPs", "marks and no CNP: notification is off", "one at least", "");
    }
  }

  private void limit(
      LinkLedger receiver,
      Slice slice,
      Map<String, Double> measures,
      String name,
      String what,
      double most,
      String limit,
      String source) {
    double found = measures.getOrDefault(name, 0.0);
    if (found > most) {
      judge.fail(
          receiver,
          what,
          String.format(Locale.ROOT, "%.4g in %s", found, slice.name()),
          limit,
          source);
    }
  }
}
