package dev.headroom.congestion;

import java.util.Set;

/**
 * DCTCP on rates, for a NIC: as the HPCC authors compare HPCC with it (Li et al., SIGCOMM 2019,
 * section 5.1; {@code rdma-hw.cc}, mode 8). Alizadeh et al., SIGCOMM 2010, without slow start.
 *
 * <pre>
 *   once a round trip:   alpha = (1-g) alpha + g F,  F = marked ACKs / packets that were in flight
 *                        R = min(line, R + Rai), unless R was cut in this round trip
 *   marked ACK:          R = max(Rmin, R (1 - alpha/2)), once a round trip
 * </pre>
 *
 * A round trip ends with the first ACK of what was sent after the one before ended. Every packet is
 * to have an ACK. Rai is one packet a base RTT: 615 Mb/s at 1,000 bytes and 13 us. The window is R
 * times the base RTT, as the simulator runs it ({@code HAS_WIN}, {@code VAR_WIN}): without,
 * feedback that waits in the queue comes ever later and nothing bounds what is in flight. Rates are
 * whole bits per second. Alpha starts at 1 ({@code dctcp.m_alpha}), so the first mark halves the
 * rate.
 */
public final class DctcpRdma extends Controller {
  /**
   * @param g gain of alpha; 1/16. Over 0, to 1
   * @param initialAlpha alpha before the first round trip; 1. 0 to 1
   * @param aiBps Rai; one packet a base RTT. 0 or more
   * @param minBps least rate; 100 Mb/s. Over 0
   * @param windowed whether bytes in flight are limited to the rate times the base RTT; true
   */
  public record Settings(double g, double initialAlpha, long aiBps, long minBps, boolean windowed) {
    public Settings {
      Range.check("g", g, Double.MIN_VALUE, 1);
      Range.check("initial alpha", initialAlpha, 0.0, 1.0);
      Range.check("additive increase", aiBps, 0, Long.MAX_VALUE);
      Range.check("least rate", minBps, 1, Long.MAX_VALUE);
    }

    /** The defaults above. */
    public static Settings defaults(Path path) {
      long aiBps = (long) Path.bps(path.packetBytes(), (double) path.baseRttPs());
      return new Settings(1.0 / 16, 1, aiBps, 100_000_000, true);
    }
  }

  /** As many bits as that simulator counts the packets of a round with. */
  private static final long UNSIGNED = 0xffff_ffffL;

  private final Settings settings;
  private final long lineBps;
  private final double bdpBytes;
  private final int packetBytes;

  private long rateBps;
  private double alpha;
  private long roundEndsAfter = Feedback.NONE;
  private long marked;
  private long inRound;
  private boolean cut;
  private long cutUntil;

  public DctcpRdma(Settings settings, Path path) {
    this.settings = settings;
    lineBps = path.lineBps();
    bdpBytes = Math.floor(path.bdpBytes());
    packetBytes = path.packetBytes();
    rateBps = lineBps;
    alpha = settings.initialAlpha();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.ECN_ECHO);
  }

  @Override
  public long rateBps(long nowPs) {
    return rateBps;
  }

  @Override
  public long windowBytes() {
    return settings.windowed()
        ? Math.max(packetBytes, (long) (bdpBytes * rateBps / lineBps))
        : UNLIMITED;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    boolean mark = feedback.markedBytes > 0;
    marked += mark ? 1 : 0;
    boolean round = feedback.ackedUpTo > Math.max(0, roundEndsAfter);
    if (round) {
      nextRound(feedback);
    }
    cut = cut && feedback.ackedUpTo <= cutUntil;
    if (mark && !cut) {
      rateBps = Math.max(settings.minBps(), (long) (rateBps * (1 - alpha / 2)));
      cut = true;
      cutUntil = feedback.sentUpTo;
    }
    if (round && !cut) {
      rateBps = Math.min(lineBps, rateBps + settings.aiBps());
    }
  }

  private void nextRound(Feedback feedback) {
    long before = 0;
    if (roundEndsAfter != Feedback.NONE) {
      alpha = (1 - settings.g()) * alpha + settings.g() * Math.min(1, (double) marked / inRound);
      marked = 0;
      before = feedback.ackedUpTo;
    }
    roundEndsAfter = feedback.sentUpTo;
    // Less than nothing where ACKs have passed a sender that went back: unsigned there.
    inRound = Long.divideUnsigned(feedback.sentUpTo - before, packetBytes) + 1 & UNSIGNED;
  }

  /** The state alpha. */
  public double alpha() {
    return alpha;
  }
}
