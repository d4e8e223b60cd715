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
 * ZTR-RTT, the congestion control that NVIDIA's NICs run by default and Spectrum-X is set up with,
 * <em>as far as it is public</em>. Its code is not. Public are its parameters, with what Spectrum-X
 * sets them to (NVIDIA, DOCA 3.4, "ZTR-RTT CC Parameter and Counter Configuration"; network
 * operator, Spectrum-X profile of reference architecture 2.3, parameters 0 to 18), the names of its
 * counters (DEC, HYPER DEC, TX DEC, CNP DEC, AI INC, HAI INC, MAX INC, NACK HANDLE), that it judges
 * an RTT by a target RTT, and that it decreases by factors and increases by steps. How these are
 * put together is ours:
 *
 * <pre>
 *   one probe is on its way at a time; each that comes back, with its RTT:
 *     T = D (1 + alpha / sqrt(r))                            target; r is the share of the line
 *     congested: RTT &gt; T; RTT &gt; D and a CNP since; or a NACK since
 *       the first time                 r = min(r, first)                    RATE_ON_FIRST_CONGESTION
 *       with TX DEC                    r = min(r, max(r/2, sent since the last probe / time / line))
 *       NACK since, or RTT &gt; Tmax     r = r max(1/2, T / RTT)                          HYPER DEC
 *       else                           r = r min(1, max(decrease, T / RTT))         DEC, CNP DEC
 *     else                             r = min(increase r, r + step)         AI INC, HAI INC, MAX INC
 *       step = hai if no congestion for haiPeriod, else ai
 *     r within [Rmin, 1]; the next probe leaves
 *   no answer for 300 us 2^k:          the probe is given up, as in NVIDIA's RTT template
 * </pre>
 *
 * The target grows as the root of 1/r, so that flows of one queue end with equal shares: NVIDIA
 * Research's RL-CC aims at RTT sqrt(r) = constant (Tessler et al., arXiv 2102.09337; Fuhrer et al.,
 * arXiv 2207.02295). That alpha links target and rate linearly is published, the rest of that
 * formula is not readable where we found it. That a CNP counts where the next RTT is long, too, is
 * how we read its parameter CNP validity, and a counter CNP VLD RTT. Left out are its variants
 * (path migration, receive rate, multipath, windows), FAST_SCHED and topology awareness, which say
 * nothing of what they do.
 *
 * <p>Worked example: D = 13 us, alpha = 0.1, r = 1/4: T = 13 (1 + 0.1 x 2) = 15.6 us; an RTT of 16
 * us makes r = 0.25 x 0.975, one of 20 us 0.25 x 0.97.
 */
public final class ZtrRtt extends Controller {
  static final String PROFILE =
      "NVIDIA network operator, Spectrum-X profile of reference architecture 2.3: parameter ";
  static final String SLOT = "mlxreg PPCC; dmsc /nvidia/cc/slot[0]/param";
  private static final long NEVER = Long.MAX_VALUE;

  /** The most that one very long RTT takes. */
  private static final double HYPER = 0.5;

  /**
   * @param delayPs D: the RTT from which on a path is congested
   * @param alpha how the target follows the rate
   * @param decrease least factor of a decrease
   * @param increase greatest factor of an increase
   * @param aiShare step up, as a share of the line
   * @param haiShare the same where nothing is congested
   * @param haiPeriodPs for how long that has to be so
   * @param maxDelayPs Tmax
   * @param firstShare rate at the first congestion, as a share of the line
   * @param fallsToSent TX DEC: whether congestion brings the rate down to what was really sent
   * @param cnpByRtt CNP validity: whether a CNP counts only where the next RTT is over D
   * @param minShare Rmin as a share of the line
   * @param giveUpPs how long a probe is waited for at first
   */
  public record Settings(
      @Setting(
              key = "congestion.ztrRtt.delay",
              derived = "13 us, or 1.5 times congestion.baseRtt where that is longer",
              least = "1ns",
              most = "1s",
              means =
                  "RTT from which a path counts as congested, for a flow at line rate and alpha 0",
              source = PROFILE + "7, CONGESTION_DELAY_THRESHOLD, 13000 ns; 15000 in a later plan",
              real = SLOT + "[7]",
              under = "congestion.ztrRtt.maxDelay")
          long delayPs,
      @Setting(
              key = "congestion.ztrRtt.alpha",
              fallback = "0.1",
              least = "0",
              most = "1",
              means = "growth of the target RTT as the rate falls",
              source = PROFILE + "1, ALPHA, 6553/65536; 3932/65536 on InfiniBand",
              real = SLOT + "[1]")
          double alpha,
      @Setting(
              key = "congestion.ztrRtt.decrease",
              fallback = "0.97",
              least = "0.1",
              most = "1",
              means = "minimum factor of a rate decrease",
              source = PROFILE + "2, MAX_DEC, 63570/65536",
              real = SLOT + "[2]")
          double decrease,
      @Setting(
              key = "congestion.ztrRtt.increase",
              fallback = "1.06",
              least = "1",
              most = "2",
              means = "maximum factor of a rate increase",
              source = PROFILE + "3, MAX_INC, 69468/65536",
              real = SLOT + "[3]")
          double increase,
      @Setting(
              key = "congestion.ztrRtt.ai",
              fallback = "0.000091552734375",
              least = "0",
              most = "1",
              means = "fraction of line rate added for an RTT below the target: 96/2^20",
              source =
                  PROFILE + "4, AI, 96; 36 on InfiniBand. The unit is assumed to be the template's",
              real = SLOT + "[4]")
          double aiShare,
      @Setting(
              key = "congestion.ztrRtt.hai",
              fallback = "0.00162124633789",
              least = "0",
              most = "1",
              means = "fraction of line rate added while no path is congested: 1700/2^20",
              source =
                  PROFILE
                      + "5, HAI, 1700; 1200 on InfiniBand. The unit is assumed to be the "
                      + "template's",
              real = SLOT + "[5]")
          double haiShare,
      @Setting(
              key = "congestion.ztrRtt.haiPeriod",
              fallback = "200us",
              least = "0ns",
              most = "1s",
              means = "time without congestion before the high additive increase applies",
              source = PROFILE + "6, HAI_PERIOD_NS, 200000; 7 ms in a later plan",
              real = SLOT + "[6]")
          long haiPeriodPs,
      @Setting(
              key = "congestion.ztrRtt.maxDelay",
              fallback = "250us",
              least = "1ns",
              most = "10s",
              means = "RTT above which the rate falls by up to half",
              source = PROFILE + "8, MAX_DELAY, 250000 ns; the size of the decrease is ours",
              real = SLOT + "[8]")
          long maxDelayPs,
      @Setting(
              key = "congestion.ztrRtt.first",
              fallback = "0.5",
              least = "0.001",
              most = "1",
              means = "maximum rate after a flow's first congestion, as a fraction of line rate",
              source = PROFILE + "9, RATE_ON_FIRST_CONGESTION, 524288/2^20",
              real = SLOT + "[9]")
          double firstShare,
      @Setting(
              key = "congestion.ztrRtt.fallsToSent",
              fallback = "true",
              means = "on congestion, reduces the rate to the rate actually sent, by at most half",
              source =
                  PROFILE
                      + "12, TX DEC, 1; 0 in a later plan. Its effect is inferred from its name",
              real = SLOT + "[12]")
          boolean fallsToSent,
      @Setting(
              key = "congestion.ztrRtt.cnpByRtt",
              fallback = "true",
              means = "a CNP counts only if the next RTT exceeds congestion.ztrRtt.delay",
              source = PROFILE + "11, CNP validity, 1. Its effect is inferred from its names",
              real = SLOT + "[11]")
          boolean cnpByRtt,
      @Setting(
              key = "congestion.ztrRtt.min",
              fallback = "0.00006103515625",
              least = "0.000001",
              most = "1",
              means = "minimum rate as a fraction of line rate: 2^-14",
              source = "DOCA PCC, RTT template: MIN_RATE")
          double minShare,
      @Setting(
              key = "congestion.ztrRtt.giveUp",
              fallback = "300us",
              least = "1us",
              most = "1s",
              means = "timeout of a probe; it doubles each time a probe does not return",
              source = "DOCA PCC, RTT template: ABORT_TIME")
          long giveUpPs) {
    public Settings {
      RangeCheck.check("congestion delay", delayPs, 1, NEVER);
      RangeCheck.check("alpha", alpha, 0.0, 1.0);
      RangeCheck.check("minimum factor", decrease, Double.MIN_VALUE, 1.0);
      RangeCheck.check("maximum factor", increase, 1.0, 2.0);
      RangeCheck.check("additive increase", aiShare, 0.0, 1.0);
      RangeCheck.check("high additive increase", haiShare, 0.0, 1.0);
      RangeCheck.check("period without congestion", haiPeriodPs, 0, NEVER);
      RangeCheck.check("maximum delay", maxDelayPs, 1, NEVER);
      maxDelayPs = Math.max(delayPs, maxDelayPs);
      RangeCheck.check("rate at first congestion", firstShare, Double.MIN_VALUE, 1.0);
      RangeCheck.check("minimum rate", minShare, Double.MIN_VALUE, 1.0);
      RangeCheck.check("probe timeout", giveUpPs, 1, NEVER >> PendingProbe.MOST_DOUBLINGS);
    }

    static long delayPs(Path path) {
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
  private final int packetBytes;

  private double share = 1;
  private boolean seenCongestion;
  private long congestedPs;
  private boolean cnpSince;
  private boolean nackSince;
  private long sentBytes;
  private long answeredPs = -1;

  public ZtrRtt(Settings settings, Path path) {
    this.settings = settings;
    probe = new PendingProbe(settings.giveUpPs());
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
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
  public void sent(long nowPs, int bytes) {
    if (answeredPs < 0) {
      answeredPs = nowPs;
    }
    sentBytes += bytes;
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
    // What comes of one that was given up tells of a long way too; the next stays under way.
    if (nowPs - rttPs >= probe.sentAtPs()) {
      probe.onReply();
    }
    double over = targetPs() / Math.max(1, rttPs);
    boolean marked = cnpSince && (!settings.cnpByRtt() || rttPs > settings.delayPs());
    if (over < 1 || marked || nackSince) {
      fall(nowPs, rttPs, over);
    } else {
      boolean calm = nowPs - congestedPs >= settings.haiPeriodPs();
      double step = calm ? settings.haiShare() : settings.aiShare();
      share = Math.min(share * settings.increase(), share + step);
    }
    share = RangeCheck.clamp(share, settings.minShare(), 1);
    cnpSince = false;
    nackSince = false;
    sentBytes = 0;
    answeredPs = nowPs;
  }

  private void fall(long nowPs, long rttPs, double over) {
    congestedPs = nowPs;
    if (!seenCongestion) {
      seenCongestion = true;
      share = Math.min(share, settings.firstShare());
    }
    if (settings.fallsToSent() && answeredPs >= 0 && nowPs > answeredPs) {
      // An RTT may hold few packets, of which one more or less went by at either end of it.
      double sent = Path.bps((double) sentBytes + 2L * packetBytes, nowPs - answeredPs) / lineBps;
      share = Math.min(share, Math.max(sent, share * HYPER)); // it may have had little to send
    }
    boolean hyper = nackSince || rttPs > settings.maxDelayPs();
    double least = hyper ? HYPER : settings.decrease();
    // A CNP alone, with a short RTT, takes as much as the longest that is no hyper decrease.
    share *= over < 1 ? Math.max(least, over) : least;
  }

  /** The RTT aimed at, in picoseconds. */
  public double targetPs() {
    return settings.delayPs() * (1 + settings.alpha() / StrictMath.sqrt(share));
  }
}
