package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/**
 * Timing of a receiver's CNPs after ECN marks. All three send at most one CNP an interval and queue
 * pair; they differ in what becomes of the marks that come within an interval of the last CNP, and
 * so in how many CNPs a given share of marks brings.
 */
public enum CnpTiming implements Keyword {
  /**
   * At a mark, unless a CNP left less than an interval ago; such marks are forgotten. NVIDIA's
   * {@code min_time_between_cnps}, and the words of Zhu et al., CoNEXT 2016, section 3.1.
   */
  GAP,

  /**
   * Intervals follow one another for ever; each has one CNP, at its first mark. What the fluid
   * model of Zhu et al. counts, 1 - (1-p)^(tau R) CNPs every tau, without the wait for the end of
   * the interval that their simulator adds.
   */
  SLOTS,

  /**
   * At a mark, where no CNP left in the last interval. A CNP opens a window of an interval; if
   * there was a mark in it, its end sends the next CNP and opens the next window. Zhu et al.,
   * SIGCOMM 2015, section 3.1 (NP algorithm).
   *
   * <p>The end of a window is noticed when the next packet comes, so no timer runs: with a packet
   * every microsecond, that is a microsecond late at most.
   */
  WINDOW;

  @Override
  public String toString() {
    return word();
  }
}
