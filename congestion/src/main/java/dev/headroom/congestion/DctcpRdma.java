package dev.headroom.congestion;

import java.util.Set;

/**
 * DCTCP on rates, for a NIC: as the HPCC authors compare HPCC with it (Li et al., SIGCOMM 2019,
 * section 5.1; {@code rdma-hw.cc}, mode 8). Alizadeh et al., SIGCOMM 2010, without slow start.
 *
 * <pre>
 *   once a round trip:   alpha = (1-g) alpha + g F,  F = marked / acknowledged bytes
 *                        R = min(line, R + Rai), unless R was cut in this round trip
 *   marked ACK:          R = max(Rmin, R (1 - alpha/2)), once a round trip
 * </pre>
 *
 * A round trip ends with the first ACK of what was sent after the one before ended. Rai is one
 * packet a base RTT: 615 Mb/s at 1,000 bytes and 13 us. The window is R times the base RTT, as the
 * simulator runs it ({@code has_win}, {@code vwin}): without, feedback that waits in the queue
 * comes ever later and nothing bounds what is in flight.
 *
 * <p>F is of bytes that were acknowledged; the simulator divides by packets that should be in
 * flight. Alpha starts at 1 ({@code dctcp.m_alpha}), so the first mark halves the rate.
 */
public final class DctcpRdma extends Controller {
  /**
   * @param g gain of alpha; 1/16. Over 0, to 1
   * @param initialAlpha alpha before the first round trip; 1. 0 to 1
   * @param aiBps Rai; one packet a base RTT. 0 or more
   * @param minBps least rate; 100 Mb/s. Over 0
   */
  public record Settings(double g, double initialAlpha, long aiBps, long minBps) {
    public Settings {
      Range.check("g", g, Double.MIN_VALUE, 1);
      Range.check("initial alpha", initialAlpha, 0.0, 1.0);
      Range.check("additive increase", aiBps, 0, Long.MAX_VALUE);
      Range.check("least rate", minBps, 1, Long.MAX_VALUE);
    }

    /** The defaults above. */
    public static Settings defaults(Path path) {
      long aiBps = (long) Path.bps(path.packetBytes(), (double) path.baseRttPs());
      return new Settings(1.0 / 16, 1, aiBps, 100_000_000);
    }
  }

  private final Settings settings;
  private final double lineBps;
  private final double rttPs;
  private final int packetBytes;
  private final MarkedShare marks;

  private double currentBps;
  private long cutUntil = Feedback.NONE;

  public DctcpRdma(Settings settings, Path path) {
    this.settings = settings;
    lineBps = path.lineBps();
    rttPs = path.baseRttPs();
    packetBytes = path.packetBytes();
    currentBps = lineBps;
    marks = new MarkedShare(settings.g(), settings.initialAlpha());
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.ECN_ECHO);
  }

  @Override
  public long rateBps(long nowPs) {
    return (long) currentBps;
  }

  @Override
  public long windowBytes() {
    return Math.max(packetBytes, (long) Path.bytes(currentBps, rttPs));
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    boolean round = marks.acknowledged(feedback);
    if (feedback.ackedUpTo > cutUntil) {
      cutUntil = Feedback.NONE;
    }
    if (cutUntil != Feedback.NONE) {
      return;
    }
    if (feedback.markedBytes > 0) {
      currentBps = Math.max((double) settings.minBps(), currentBps * (1 - marks.alpha() / 2));
      cutUntil = feedback.sentUpTo;
    } else if (round) {
      currentBps = Math.min(lineBps, currentBps + settings.aiBps());
    }
  }

  /** The state alpha. */
  public double alpha() {
    return marks.alpha();
  }
}
