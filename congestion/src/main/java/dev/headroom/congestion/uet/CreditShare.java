package dev.headroom.congestion.uet;

import dev.headroom.congestion.RangeCheck;
import dev.headroom.unit.Keyword;
import dev.headroom.unit.setting.Setting;
import java.util.OptionalDouble;

/**
 * Share of its port's rate that a receiver grants as credit where the fabric on the path, and not
 * the port, is the bottleneck ({@code OversubscribedCC} of uet-htsim, commit 40ccb05; the draft:
 * f1f54d0). {@link CreditPacer} alone gives each receiver's senders the whole rate of its port, of
 * which a fabric four to one oversubscribed carries a quarter and trims the rest.
 *
 * <p>Looked at every 1.5 round trips, give or take a quarter so that receivers do not move in step,
 * with c packets that came, t of them trimmed before the last switch, l at it, and m marked:
 *
 * <pre>
 *   g = g / 2 + (m / (c - t - l)) / 2
 *   t &gt; 0:      share -= t / c
 *   g &gt; 0.3:    share *= 1 - 0.5 (g - 0.3)
 *   neither:    share += 0.01 2^n without any mark, 0.01 with some; n of these in a row before
 *   share in [least, 1]
 *
 *   draft, every 18 us, give or take a quarter:
 *   g &gt; 0.3:    share *= 1 - 0.75 (g - 0.3)
 *   otherwise:  share += 0.05
 * </pre>
 *
 * <p>What is trimmed at the last switch is left to the pacer. Not thread-safe; no call allocates.
 */
public final class CreditShare {
  /**
   * How a receiver finds out what the fabric carries.
   *
   * @param edition the one that runs
   */
  public record Choice(
      @Setting(
              key = "congestion.rccc.edition",
              fallback = "specification",
              means =
                  "signals from which a receiver estimates the capacity of an oversubscribed "
                      + "fabric: trims and marks, as in the specification's simulator, or marks "
                      + "alone, as in the draft behind the published runs",
              source = "uet-htsim, OversubscribedCC; draft: commit f1f54d0")
          Edition edition) {}

  /**
   * What a receiver hands out at least.
   *
   * @param leastShare of the rate; empty where it follows from the fabric
   */
  public record Settings(
      @Setting(
              key = "congestion.rccc.leastShare",
              derived =
                  "0.9 (0.75 in the draft) divided by the oversubscription of the fabric; 1 "
                      + "without oversubscription or with NSCC",
              least = "0.01",
              most = "1",
              means =
                  "minimum fraction of that rate which a receiver grants when packets are "
                      + "trimmed or marked on the way to its switch; 1 always grants all of it",
              source = "uet-htsim, OversubscribedCC")
          OptionalDouble leastShare) {}

  private static final double TARGET = 0.3;
  private static final double GAIN = 0.5;
  private static final double ROUND_TRIPS = 1.5;
  private static final double PS_IN_DRAFT = 18e6;

  /** Steps of this part of a circle come everywhere on it, and never to the same place twice. */
  private static final double GOLDEN = 0.6180339887498949;

  /** Which of the two. */
  public enum Edition implements Keyword {
    /** As in version 1.0 of the specification's simulator. */
    SPECIFICATION(0.01, 0.5, 0.9),

    /** As before, in July 2024: it looks at marks alone. */
    DRAFT(0.05, 0.75, 0.75);

    private final double increase;
    private final double decrease;
    private final double least;

    Edition(double increase, double decrease, double least) {
      this.increase = increase;
      this.decrease = decrease;
      this.least = least;
    }

    /**
     * The least share that is handed out by default: most of what the fabric carries.
     *
     * @param oversubscription how many times more a fabric can be sent than it carries; 1 or more
     */
    public double least(double oversubscription) {
      return oversubscription > 1 ? Math.max(0.01, least / oversubscription) : 1;
    }
  }

  private final Edition edition;
  private final double least;
  private final double everyPs;

  private double phase;
  private double share = 1;
  private double marked;
  private int increases;
  private long duePs;

  private int came;
  private int marks;
  private int trims;
  private int lastHopTrims;

  /**
   * @param edition which of the two
   * @param least share of the rate that is always handed out; over 0, to 1
   * @param roundTripPs of a packet that waits nowhere; over 0
   * @param phase another for each receiver, in [0, 1)
   */
  public CreditShare(Edition edition, double least, long roundTripPs, double phase) {
    RangeCheck.check("minimum fraction of the rate", least, Double.MIN_VALUE, 1);
    RangeCheck.check("round-trip time", roundTripPs, 1, Long.MAX_VALUE);
    RangeCheck.check("phase", phase, 0, Math.nextDown(1.0));
    this.edition = edition;
    this.least = least;
    everyPs = edition == Edition.DRAFT ? PS_IN_DRAFT : ROUND_TRIPS * roundTripPs;
    this.phase = phase;
    duePs = least < 1 ? interval() : CreditPacer.NEVER;
  }

  /** The whole rate, whatever comes. */
  public static CreditShare whole() {
    return new CreditShare(Edition.SPECIFICATION, 1, 1, 0);
  }

  /** A packet came with its payload. */
  public void came(boolean isMarked) {
    came++;
    if (isMarked) {
      marks++;
    }
  }

  /** A packet came without its payload. */
  public void onTrimmedPacket(boolean atLastHop) {
    came++;
    if (atLastHop) {
      lastHopTrims++;
    } else {
      trims++;
    }
  }

  /** Share of the rate that is handed out now, over 0, to 1. */
  public double at(long nowPs) {
    while (duePs <= nowPs) {
      review();
      duePs += interval();
    }
    return share;
  }

  private void review() {
    int whole = came - trims - lastHopTrims;
    marked = (1 - GAIN) * marked + GAIN * (whole == 0 ? 0 : (double) marks / whole);
    boolean trimmed = trims > 0 && edition == Edition.SPECIFICATION;
    if (trimmed) {
      share -= (double) trims / came;
    }
    if (marked > TARGET) {
      share *= 1 - (marked - TARGET) * edition.decrease;
    }
    if (trimmed || marked > TARGET) {
      increases = 0;
    } else {
      boolean faster = marks == 0 && edition == Edition.SPECIFICATION;
      share += faster ? Math.scalb(edition.increase, increases) : edition.increase;
      increases = Math.min(increases + 1, Integer.SIZE);
    }
    share = Math.clamp(share, least, 1);
    came = 0;
    marks = 0;
    trims = 0;
    lastHopTrims = 0;
  }

  private long interval() {
    phase += GOLDEN;
    phase -= Math.floor(phase);
    return Math.max(1, (long) ((0.75 + phase / 2) * everyPs));
  }
}
