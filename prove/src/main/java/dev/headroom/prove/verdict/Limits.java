package dev.headroom.prove.verdict;

import java.util.ArrayList;
import java.util.List;

/** Limits of pass rules that are not about the growth of a counter, each with its source. */
public final class Limits {
  /** Share of the link's rate that a pair must reach. */
  static final double PAIR_SHARE = 0.9;

  /** Share of the link's rate that all-to-all traffic must reach. */
  static final double HAMMER_SHARE = 0.8;

  /** Share of the link's rate from which a slice has exercised the link. */
  static final double EXERCISED_SHARE = 0.5;

  /** Modified z-score below which a link is a straggler. */
  static final double STRAGGLER_SCORE = -3.5;

  /** Share below the median from which a straggler matters. */
  static final double STRAGGLER_SHARE = 0.05;

  /** Degrees Celsius. */
  static final double HOT_C = 70;

  /** Degrees in five minutes. */
  static final double RISE_C = 10;

  static final double RISE_SECONDS = 300;
  static final double VICTIM_SHARE = 0.9;

  /** Milliseconds. */
  static final double PAUSE_TAIL_MS = 200;

  /** Difference of CNPs sent and handled, as a share. */
  static final double CNP_SHARE = 0.05;

  /** Loss of bandwidth from the first hour of the sign-off to its last. */
  static final double FADE_SHARE = 0.05;

  /** Tail latency with bus errors, over that without. */
  static final double LATENCY_RATIO = 1.5;

  /** Slices without evidence after which there is a gap. */
  static final double GAP_SLICES = 2;

  /**
   * A limit as a report shows it.
   *
   * @param what is limited
   * @param limit with its unit
   * @param source whose it is; {@code derived} where it was worked out for this program
   */
  public record Shown(String what, String limit, String source) {}

  private Limits() {}

  /** All of them, those of counters included. */
  public static List<Shown> all() {
    List<Shown> shown = new ArrayList<>();
    shown.add(
        shown(
            "bandwidth of a pair", "at least 90 % of the rate", "scitix sichek: 360 of 400 Gb/s"));
    shown.add(shown("bandwidth of all-to-all", "at least 80 % of the rate", "derived"));
    shown.add(
        shown("slice that exercises a link", "at least 50 % of its rate", "imbue cluster-health"));
    shown.add(
        shown(
            "straggler",
            "0.6745 (x - median) / MAD below -3.5, and 5 % below the median",
            "Azure AI infrastructure; 5 %: SuperBench"));
    shown.add(
        shown("module temperature", "below 70 C, and its own warning", "the article; UFM TMAX"));
    shown.add(shown("rise of temperature", "below 10 C in 5 min", "UFM D_TMAX"));
    shown.add(shown("victim of a pulse", "at least 90 % of its rate", "derived"));
    shown.add(shown("pauses after a pulse", "over within 200 ms", "SONiC pfcwd detection time"));
    shown.add(shown("CNPs sent and handled", "within 5 %", "derived"));
    shown.add(
        shown("bandwidth, last hour of the sign-off", "within 5 % of its first", "SuperBench"));
    shown.add(shown("gap in the evidence", "at most two slices", "derived"));
    for (CounterRule rule : CounterRule.ALL) {
      shown.add(
          shown(
              rule.counter() + ": " + rule.meaning(),
              "article: 0; standard: " + rule.standard().words(),
              rule.source()));
    }
    return List.copyOf(shown);
  }

  private static Shown shown(String what, String limit, String source) {
    return new Shown(what, limit, source);
  }
}
