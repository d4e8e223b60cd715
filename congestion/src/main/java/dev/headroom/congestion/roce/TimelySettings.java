package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.unit.setting.SameAs;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * Settings of both variants of TIMELY: Mittal et al., SIGCOMM 2015; values of Zhu et al., "ECN or
 * Delay", CoNEXT 2016, section 4.
 *
 * @param segmentBytes bytes acknowledged that make a completion, of which the RTT is taken
 * @param ewmaWeight alpha, weight of the newest RTT difference
 * @param beta decrease factor
 * @param lowPs Tlow, RTT under which the rate rises whatever the gradient
 * @param highPs Thigh, RTT over which it falls whatever the gradient
 * @param minRttPs Dmin, what RTT differences are measured in, and least time between two changes
 * @param deltaBps delta, additive increase
 * @param hyperBps what is then added
 * @param hyperAfter completions in a row without rising RTT from which more is added
 * @param minBps least rate; 10 Mb/s, one delta. Over 0
 * @param startBps rate of the first packet
 */
public record TimelySettings(
    @Setting(
            key = "congestion.timely.segment",
            fallback = "16KB",
            least = "1B",
            most = "16MiB",
            means = "acknowledged bytes that count as one completion",
            source = "ECN or Delay, CoNEXT 2016, section 4: 16 to 64 KB")
        long segmentBytes,
    @Setting(
            key = "congestion.timely.weight",
            fallback = "0.875",
            least = "0.001",
            most = "1",
            means = "weight of the newest RTT difference (alpha)",
            source = "ECN or Delay, CoNEXT 2016, section 4; TimelyAlpha of the HPCC simulator")
        double ewmaWeight,
    @Setting(
            key = "congestion.timely.beta",
            derived = "0.8; 0.008 patched",
            least = "0.0001",
            most = "1",
            means = "decrease factor (beta)",
            source = "ECN or Delay, CoNEXT 2016, sections 4.1 and 4.3")
        double beta,
    @Setting(
            key = "congestion.timely.low",
            fallback = "50us",
            least = "1ns",
            most = "1s",
            means = "RTT below which the rate always increases (Tlow)",
            source = "TIMELY, SIGCOMM 2015; ECN or Delay, CoNEXT 2016, section 4",
            under = "congestion.timely.high")
        long lowPs,
    @Setting(
            key = "congestion.timely.high",
            fallback = "500us",
            least = "1ns",
            most = "1s",
            means = "RTT above which the rate always decreases (Thigh)",
            source = "TIMELY, SIGCOMM 2015; ECN or Delay, CoNEXT 2016, section 4")
        long highPs,
    @Setting(
            key = "congestion.timely.minRtt",
            fallback = "20us",
            least = "1ns",
            most = "1s",
            means = "unit of RTT differences, and minimum time between two updates (Dmin)",
            source = "ECN or Delay, CoNEXT 2016, section 4")
        long minRttPs,
    @Setting(
            key = "congestion.timely.delta",
            derived = "1 Mb/s per Gb/s of line rate",
            least = "1bps",
            most = "1Tbps",
            means = "additive increase (delta)",
            source = "10 Mb/s at 10 Gb/s: ECN or Delay, CoNEXT 2016, section 4")
        long deltaBps,
    @Setting(
            key = "congestion.timely.hyperDelta",
            derived = "5 times delta",
            least = "1bps",
            most = "1Tbps",
            means = "increase per update after hyperAfter consecutive increases",
            source = "TIMELY, SIGCOMM 2015, algorithm 1: N = 5; RATE_HAI of the HPCC simulator")
        long hyperBps,
    @Setting(
            key = "congestion.timely.hyperAfter",
            fallback = "5",
            least = "1",
            most = "1000",
            means =
                "consecutive completions without rising RTT before hyper increase; patched "
                    + "does not use it",
            source = "TIMELY, SIGCOMM 2015, algorithm 1")
        int hyperAfter,
    @SameAs(DcqcnParameters.class) long minBps,
    @Setting(
            key = "congestion.timely.startRate",
            derived = "line rate",
            least = "1Mbps",
            most = "10Tbps",
            means = "initial rate",
            source = "TIMELY, SIGCOMM 2015: line/(N + 1) for a host that already has N flows")
        long startBps) {
  public TimelySettings {
    RangeCheck.check("weight of the newest RTT difference", ewmaWeight, Double.MIN_VALUE, 1);
    RangeCheck.check("beta", beta, 0.0, 1.0);
    RangeCheck.check("Tlow", lowPs, 1, Long.MAX_VALUE);
    RangeCheck.check("Thigh", highPs, lowPs, Long.MAX_VALUE);
    RangeCheck.check("minimum RTT", minRttPs, 1, Long.MAX_VALUE);
    RangeCheck.check("delta", deltaBps, 0, Long.MAX_VALUE);
    RangeCheck.check(
        "number of completions before hyper increase", hyperAfter, 1, Integer.MAX_VALUE);
    RangeCheck.check("hyper increase", hyperBps, 0, Long.MAX_VALUE);
    RangeCheck.check("segment", segmentBytes, 1, Long.MAX_VALUE);
    RangeCheck.check("minimum rate", minBps, 1, Long.MAX_VALUE);
    RangeCheck.check("initial rate", startBps, 1, Long.MAX_VALUE);
  }

  /** 10 Mb/s at 10 Gb/s, in proportion. */
  static long deltaBps(Path path) {
    return Math.max(1, path.lineBps() / 1_000);
  }

  static long hyperBps(long deltaBps) {
    return 5 * deltaBps;
  }

  static long startBps(Path path) {
    return path.lineBps();
  }

  static double beta(TimelyVariant form) {
    return form.beta();
  }

  /** The defaults for a way. */
  public static TimelySettings defaults(TimelyVariant form, Path path) {
    return SettingsType.of(TimelySettings.class)
        .make(SettingValues.NOTHING, path, ControlEnvironment.USUAL, form);
  }
}
