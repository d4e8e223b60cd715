package dev.headroom.congestion.tcp;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import dev.headroom.unit.setting.SameAs;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.Set;

/**
 * BBR, version 1: Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue 2016;
 * draft-cardwell-iccrg-bbr-congestion-control-00; Linux {@code tcp_bbr.c}, which counts where they
 * differ.
 *
 * <pre>
 *   bandwidth  B = greatest delivered/interval of 10 rounds;  a round: a packet sent in it is acked
 *   delay      T = least RTT of 10 s
 *   rate       0.99 g B,   window  h B T + 3 bursts, at least 4 packets
 *
 *   startup    g = h = 2/ln 2, until B grew by less than 25 % in each of 3 rounds
 *   drain      g = ln 2/2, until no more than B T is in flight
 *   probe bw   h = 2; g = 5/4, 3/4, 1, 1, 1, 1, 1, 1, each for T: 5/4 until 5/4 B T is in flight or
 *              packets are lost, 3/4 at most until B T is
 *   probe rtt  where T is 10 s old: g = 1, window 4 packets, for 200 ms and a round
 * </pre>
 *
 * Loss does not lower the rate. The window gives up what is lost, starts recovery at what is in
 * flight, conserves packets for a round, and gets back what it was when recovery is over.
 *
 * <p>Left out: the estimate of policers, the allowance for ACKs that come in lumps, packets already
 * handed to a pacer (all in Linux only). Samples taken while probing the RTT are not counted.
 */
public final class Bbr extends Controller {
  /** g and h of startup: 2/ln 2 = 2.885. */
  private static final double HIGH_GAIN = 2 / StrictMath.log(2);

  /** The least window. */
  private static final int MIN_PACKETS = 4;

  /** Share of the rate that is held back. */
  private static final double PACING_MARGIN = 0.01;

  /** Packets that hosts handle at once, three of which the window allows for. */
  private static final int BURST_PACKETS = 1;

  private static final double[] CYCLE = {5.0 / 4, 3.0 / 4, 1, 1, 1, 1, 1, 1};

  /** Which of the four things it is doing. */
  public enum Mode {
    /** Doubling each round. */
    STARTUP,
    /** Emptying the queue that startup left. */
    DRAIN,
    /** Cycling through gains around the bandwidth. */
    PROBE_BW,
    /** Emptying the pipe to see the least RTT. */
    PROBE_RTT
  }

  /**
   * @param initialPackets first window; 10. 1 or more
   * @param windowGain h of probe bw
   * @param bandwidthRounds rounds that bandwidth is remembered
   * @param minRttPs time that the least RTT is remembered
   * @param probeRttPs how long probe rtt lasts
   */
  public record Settings(
      @SameAs(TcpWindowSettings.class) int initialPackets,
      @Setting(
              key = "congestion.bbr.windowGain",
              fallback = "2",
              least = "1",
              most = "10",
              means = "maximum bytes in flight, in bandwidth-delay products",
              source = "Linux bbr_cwnd_gain")
          double windowGain,
      @Setting(
              key = "congestion.bbr.bandwidthRounds",
              fallback = "10",
              least = "1",
              most = "1000",
              means = "length of the maximum-bandwidth filter in round trips",
              source = "Linux bbr_bw_rtts")
          int bandwidthRounds,
      @Setting(
              key = "congestion.bbr.minRttWindow",
              fallback = "10s",
              least = "1us",
              most = "1000s",
              means = "length of the minimum-RTT filter",
              source = "Linux bbr_min_rtt_win_sec")
          long minRttPs,
      @Setting(
              key = "congestion.bbr.probeRtt",
              fallback = "200ms",
              least = "0ns",
              most = "10s",
              means = "time at a window of four packets to measure the minimum RTT",
              source = "Linux bbr_probe_rtt_mode_ms")
          long probeRttPs) {
    public Settings {
      RangeCheck.check("initial window", initialPackets, 1, Integer.MAX_VALUE);
      RangeCheck.check("window gain", windowGain, 1.0, Double.MAX_VALUE);
      RangeCheck.check("rounds of the bandwidth filter", bandwidthRounds, 1, 1 << 16);
      RangeCheck.check("time of the minimum-RTT filter", minRttPs, 1, Long.MAX_VALUE);
      RangeCheck.check("duration of an RTT probe", probeRttPs, 0, Long.MAX_VALUE);
    }

    /** The defaults. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class).make(SettingValues.NOTHING);
    }
  }

  private final Settings settings;
  private final double lineBps;
  private final double packetBytes;
  private final int firstPhase;
  private final WindowedMax bandwidth;

  private Mode mode = Mode.STARTUP;
  private double rateGain;
  private double windowGain;
  private double pacingBps;
  private double window;
  private double priorWindow;

  private long round;
  private long roundEnds;
  private boolean roundStart;

  private double fullBps;
  private int fullRounds;
  private boolean full;

  private double minRttPs = Double.POSITIVE_INFINITY;
  private long minRttAtPs = Feedback.NONE;
  private long probeDonePs = Feedback.NONE;
  private boolean probeRoundDone;

  private int phase;
  private long phaseAtPs;

  private boolean recovering;
  private boolean conserving;
  private long recoversAt;
  private long lostSince;

  /**
   * @param firstPhase phase of the cycle that probing starts with, 0 or 2 to 7; Linux draws it, so
   *     that flows do not probe together
   */
  public Bbr(Settings settings, Path path, int firstPhase) {
    RangeCheck.check("initial phase", firstPhase, 0, CYCLE.length - 1);
    this.settings = settings;
    this.firstPhase = firstPhase;
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    bandwidth = new WindowedMax(settings.bandwidthRounds());
    window = settings.initialPackets() * packetBytes;
    setGains();
    pacingBps = pacing(Path.bps(window, (double) path.baseRttPs()));
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.DELIVERY_RATE, Signal.RTT, Signal.LOSS);
  }

  @Override
  public long rateBps(long nowPs) {
    return Math.max(1, (long) pacingBps);
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    updateBandwidth(feedback);
    updatePhase(nowPs, feedback);
    checkFull(feedback);
    checkDrain(nowPs, feedback);
    updateMinRtt(nowPs, feedback);
    setGains();
    double wanted = pacing(bandwidth.max());
    if (full || wanted > pacingBps) {
      pacingBps = wanted;
    }
    setWindow(feedback);
    lostSince = 0;
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    lostSince += feedback.missingBytes;
    if (!recovering) {
      saveWindow();
      recovering = true;
      conserving = true;
      roundEnds = feedback.deliveredBytes;
      window = Math.max(packetBytes, feedback.inFlightBytes);
    }
    recoversAt = feedback.sentUpTo;
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    saveWindow();
    recovering = true;
    conserving = false;
    recoversAt = feedback.sentUpTo;
    fullBps = 0;
    window = feedback.inFlightBytes + packetBytes;
  }

  /** What it is doing. */
  public Mode mode() {
    return mode;
  }

  /** B, in bits per second. */
  public double bandwidthBps() {
    return bandwidth.max();
  }

  /** The gain g. */
  public double rateGain() {
    return rateGain;
  }

  private void updateBandwidth(Feedback feedback) {
    roundStart = false;
    double delivered = (double) (feedback.deliveredBytes - feedback.priorDeliveredBytes);
    if (delivered < 0 || feedback.deliveryIntervalPs <= 0) {
      return;
    }
    if (feedback.priorDeliveredBytes >= roundEnds) {
      roundEnds = feedback.deliveredBytes;
      round++;
      roundStart = true;
      conserving = false;
    }
    double bps = Path.bps(delivered, (double) feedback.deliveryIntervalPs);
    boolean limited = feedback.appLimited || mode == Mode.PROBE_RTT;
    if (!limited || bps >= bandwidth.max()) {
      bandwidth.add(round, bps);
    }
  }

  private void updatePhase(long nowPs, Feedback feedback) {
    if (mode != Mode.PROBE_BW) {
      return;
    }
    boolean fullLength = nowPs - phaseAtPs > minRttPs;
    double before = (double) (feedback.inFlightBytes + feedback.ackedBytes);
    double gain = CYCLE[phase];
    boolean over = fullLength;
    if (gain > 1) {
      over = fullLength && (lostSince > 0 || before >= inFlight(gain));
    } else if (gain < 1) {
      over = fullLength || before <= inFlight(1);
    }
    if (over) {
      startPhase((phase + 1) % CYCLE.length, nowPs);
    }
  }

  private void checkFull(Feedback feedback) {
    if (full || !roundStart || feedback.appLimited) {
      return;
    }
    if (bandwidth.max() >= fullBps * 1.25) {
      fullBps = bandwidth.max();
      fullRounds = 0;
      return;
    }
    fullRounds++;
    full = fullRounds >= 3;
  }

  private void checkDrain(long nowPs, Feedback feedback) {
    if (mode == Mode.STARTUP && full) {
      mode = Mode.DRAIN;
    }
    if (mode == Mode.DRAIN && feedback.inFlightBytes <= inFlight(1)) {
      probeBandwidth(nowPs);
    }
  }

  private void updateMinRtt(long nowPs, Feedback feedback) {
    boolean expired = minRttAtPs != Feedback.NONE && nowPs - minRttAtPs > settings.minRttPs();
    if (feedback.rttPs > 0 && (feedback.rttPs <= minRttPs || expired)) {
      minRttPs = feedback.rttPs;
      minRttAtPs = nowPs;
    }
    if (expired && settings.probeRttPs() > 0 && mode != Mode.PROBE_RTT) {
      mode = Mode.PROBE_RTT;
      saveWindow();
      probeDonePs = Feedback.NONE;
    }
    if (mode != Mode.PROBE_RTT) {
      return;
    }
    if (probeDonePs == Feedback.NONE) {
      if (feedback.inFlightBytes <= MIN_PACKETS * packetBytes) {
        probeDonePs = nowPs + settings.probeRttPs();
        probeRoundDone = false;
        roundEnds = feedback.deliveredBytes;
      }
      return;
    }
    probeRoundDone |= roundStart;
    if (probeRoundDone && nowPs > probeDonePs) {
      minRttAtPs = nowPs;
      window = Math.max(window, priorWindow);
      if (full) {
        probeBandwidth(nowPs);
      } else {
        mode = Mode.STARTUP;
      }
    }
  }

  private void probeBandwidth(long nowPs) {
    mode = Mode.PROBE_BW;
    startPhase(firstPhase, nowPs);
  }

  private void startPhase(int next, long nowPs) {
    phase = next;
    phaseAtPs = nowPs;
  }

  private void setGains() {
    switch (mode) {
      case STARTUP -> {
        rateGain = HIGH_GAIN;
        windowGain = HIGH_GAIN;
      }
      case DRAIN -> {
        rateGain = 1 / HIGH_GAIN;
        windowGain = HIGH_GAIN;
      }
      case PROBE_BW -> {
        rateGain = CYCLE[phase];
        windowGain = settings.windowGain();
      }
      case PROBE_RTT -> {
        rateGain = 1;
        windowGain = 1;
      }
    }
  }

  private double pacing(double bps) {
    return Math.min(lineBps, rateGain * bps * (1 - PACING_MARGIN));
  }

  /** What may be in flight at a gain. */
  private double inFlight(double gain) {
    if (minRttAtPs == Feedback.NONE) {
      return settings.initialPackets() * packetBytes;
    }
    double bytes = gain * Path.bytes(bandwidth.max(), minRttPs);
    double extra = 3.0 * BURST_PACKETS;
    boolean up = mode == Mode.PROBE_BW && phase == 0;
    return bytes + (up ? extra + 2 : extra) * packetBytes;
  }

  private void setWindow(Feedback feedback) {
    double acked = feedback.ackedBytes;
    double next = Math.max(packetBytes, window - lostSince);
    if (recovering && feedback.ackedUpTo >= recoversAt) {
      recovering = false;
      conserving = false;
      next = Math.max(next, priorWindow);
    }
    if (conserving) {
      next = Math.max(next, feedback.inFlightBytes + acked);
    } else if (acked > 0) {
      double target = inFlight(windowGain);
      if (full) {
        next = Math.min(next + acked, target);
      } else if (next < target
          || feedback.deliveredBytes < settings.initialPackets() * packetBytes) {
        next += acked;
      }
      next = Math.max(next, MIN_PACKETS * packetBytes);
    }
    window = next;
    if (mode == Mode.PROBE_RTT) {
      window = Math.min(window, MIN_PACKETS * packetBytes);
    }
  }

  private void saveWindow() {
    boolean good = !recovering && mode != Mode.PROBE_RTT;
    priorWindow = good ? window : Math.max(priorWindow, window);
  }

  /**
   * Makes controllers of which each starts with another phase, so that they do not probe together.
   */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    Settings settings = controlConfig.settings(Settings.class);
    return new ControllerFactory() {
      @Override
      public Controller make(long lineBps) {
        return make(lineBps, 0);
      }

      @Override
      public Controller make(long lineBps, long draw) {
        return new Bbr(settings, controlConfig.path(lineBps), phase(draw));
      }
    };
  }

  /** Any of the eight but the one that drains, as Linux draws it. */
  private static int phase(long draw) {
    int seventh = (int) Long.remainderUnsigned(draw, 7);
    return seventh == 0 ? 0 : seventh + 1;
  }
}
