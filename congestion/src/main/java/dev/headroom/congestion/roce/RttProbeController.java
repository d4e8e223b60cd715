package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.Set;

/**
 * Controller driven by RTT probes, of the kind that runs in NVIDIA's SuperNICs (Spectrum-X). What
 * those run by default, ZTR-RTT, is not published; this is the "RTT template" that NVIDIA ships
 * with DOCA PCC, its programmable congestion control, as the example to start from ({@code
 * rtt_template.c}, version 0.1).
 *
 * <pre>
 *   one probe is on its way at a time; each that comes back, with its RTT:
 *     NACK since, and RTT &gt;= Tmax:  R = R (1 - 5 f)
 *     CNP since, or RTT &gt;= Tmax:    R = R (1 - 2 f)
 *     RTT &gt; Tbase:                  R = R (1 - f)
 *     else:                         R = R + ai line
 *     R within [Rmin, line]; the next probe leaves
 *   no answer for 300 us 2^k:       the probe is given up, k += 1; an answer sets k = 0
 * </pre>
 *
 * A NACK is remembered until an RTT is long enough for it to count, as in the template. Left out
 * are the template's optional parts: doubled cuts on a port that is over 85 % busy, and increase by
 * what the receiver measured.
 */
public final class RttProbeController extends Controller {
  private static final long NEVER = Long.MAX_VALUE;

  /**
   * @param factor f
   * @param aiShare ai
   * @param baseRttPs Tbase
   * @param maxRttPs Tmax
   * @param startShare share of the line a flow starts with
   * @param minShare Rmin as a share of the line
   * @param giveUpPs how long a probe is waited for at first
   */
  public record Settings(
      @Setting(
              key = "congestion.rttProbe.factor",
              fallback = "0.1",
              least = "0.001",
              most = "0.2",
              means = "fraction by which a long RTT reduces the rate",
              source = "DOCA PCC, RTT template: UPDATE_FACTOR")
          double factor,
      @Setting(
              key = "congestion.rttProbe.ai",
              fallback = "0.05",
              least = "0.0001",
              most = "1",
              means = "fraction of line rate that a short RTT adds",
              source = "DOCA PCC, RTT template: AI")
          double aiShare,
      @Setting(
              key = "congestion.rttProbe.baseRtt",
              derived = "13 us, or 1.5 times congestion.baseRtt where that is longer",
              least = "1ns",
              most = "1s",
              means = "RTT above which the rate decreases",
              source = "13 us: DOCA PCC, RTT template: BASE_RTT",
              under = "congestion.rttProbe.maxRtt")
          long baseRttPs,
      @Setting(
              key = "congestion.rttProbe.maxRtt",
              fallback = "150us",
              least = "1ns",
              most = "1s",
              means = "RTT from which the rate decreases faster",
              source = "DOCA PCC, RTT template: MAX_DELAY")
          long maxRttPs,
      @Setting(
              key = "congestion.rttProbe.start",
              fallback = "1",
              least = "0.0001",
              most = "1",
              means = "initial rate of a flow as a fraction of line rate",
              source = "DOCA PCC, RTT template: NEW_FLOW_RATE")
          double startShare,
      @Setting(
              key = "congestion.rttProbe.min",
              fallback = "0.00006103515625",
              least = "0.000001",
              most = "1",
              means = "minimum rate as a fraction of line rate: 2^-14",
              source = "DOCA PCC, RTT template: MIN_RATE")
          double minShare,
      @Setting(
              key = "congestion.rttProbe.giveUp",
              fallback = "300us",
              least = "1us",
              most = "1s",
              means = "timeout of a probe; it doubles each time a probe does not return",
              source = "DOCA PCC, RTT template: ABORT_TIME")
          long giveUpPs) {
    public Settings {
      RangeCheck.check("update factor", factor, Double.MIN_VALUE, 0.2);
      RangeCheck.check("additive increase", aiShare, Double.MIN_VALUE, 1);
      RangeCheck.check("base RTT", baseRttPs, 1, NEVER);
      RangeCheck.check("longest RTT", maxRttPs, 1, NEVER);
      maxRttPs = Math.max(baseRttPs, maxRttPs);
      RangeCheck.check("initial rate", startShare, Double.MIN_VALUE, 1);
      RangeCheck.check("minimum rate", minShare, Double.MIN_VALUE, 1);
      RangeCheck.check("probe timeout", giveUpPs, 1, NEVER >> PendingProbe.MOST_DOUBLINGS);
    }

    static long baseRttPs(Path path) {
      return path.atLeast(13_000_000);
    }

    /** The defaults for a short way. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, Path.SHORT, ControlEnvironment.USUAL);
    }
  }

  private final Settings settings;
  private final PendingProbe probe;
  private final double lineBps;

  private double share;
  private boolean cnpSince;
  private boolean nackSince;

  public RttProbeController(Settings settings, Path path) {
    this.settings = settings;
    probe = new PendingProbe(settings.giveUpPs());
    lineBps = path.lineBps();
    share = settings.startShare();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.PROBE, Signal.CNP, Signal.NACK);
  }

  @Override
  public long rateBps(long nowPs) {
    return Math.max(1, (long) (share * lineBps));
  }

  @Override
  public boolean movesScheduledSend() {
    return true;
  }

  @Override
  public void congested(long nowPs) {
    cnpSince = true;
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    nackSince = true;
  }

  @Override
  public boolean probe(long nowPs) {
    return probe.send(nowPs);
  }

  @Override
  public void probed(long nowPs, long rttPs) {
    if (!probe.isUnderWay()) {
      return; // an answer to a probe that was given up, after the answer to the next
    }
    probe.onReply();
    double f = settings.factor();
    boolean tooLong = rttPs >= settings.maxRttPs();
    if (nackSince && tooLong) {
      share *= 1 - 5 * f;
      nackSince = false;
    } else if (cnpSince || tooLong) {
      share *= 1 - 2 * f;
      cnpSince = false;
    } else if (rttPs > settings.baseRttPs()) {
      share *= 1 - f;
    } else {
      share += settings.aiShare();
    }
    share = RangeCheck.clamp(share, settings.minShare(), 1);
  }
}
