package dev.headroom.congestion.tcp;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.unit.setting.SameAs;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
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
   * @param g gain of alpha
   * @param initialAlpha alpha before the first round trip
   * @param aiBps Rai
   * @param minBps least rate; 100 Mb/s. Over 0
   * @param windowed whether bytes in flight are limited to the rate times the base RTT
   */
  public record Settings(
      @Setting(
              key = "congestion.dctcp.g",
              fallback = "0.0625",
              least = "0.000001",
              most = "1",
              means = "gain of alpha",
              source = "RFC 8257, section 4.1: 1/16; EWMA_GAIN of the HPCC simulator")
          double g,
      @Setting(
              key = "congestion.dctcp.initialAlpha",
              fallback = "1",
              least = "0",
              most = "1",
              means = "alpha before the first round trip",
              source = "RFC 8257, section 4.2; rdma-queue-pair.cc of the HPCC simulator")
          double initialAlpha,
      @Setting(
              key = "congestion.dctcp.rateAi",
              derived = "one packet per base RTT",
              least = "1bps",
              most = "1Tbps",
              means = "additive increase per round trip",
              source = "HPCC, SIGCOMM 2019, section 5.1; DCTCP_RATE_AI of its simulator")
          long aiBps,
      @SameAs(DcqcnParameters.class) long minBps,
      @Setting(
              key = "congestion.dctcp.window",
              fallback = "true",
              means = "limits bytes in flight to the rate times congestion.baseRtt",
              source = "HAS_WIN and VAR_WIN of the HPCC simulator")
          boolean windowed) {
    public Settings {
      RangeCheck.check("g", g, Double.MIN_VALUE, 1);
      RangeCheck.check("initial alpha", initialAlpha, 0.0, 1.0);
      RangeCheck.check("additive increase", aiBps, 0, Long.MAX_VALUE);
      RangeCheck.check("minimum rate", minBps, 1, Long.MAX_VALUE);
    }

    /** A packet a base RTT. */
    static long aiBps(Path path) {
      return (long) Path.bps(path.packetBytes(), (double) path.baseRttPs());
    }

    /** The defaults for a way. */
    public static Settings defaults(Path path) {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, path, ControlEnvironment.USUAL);
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
