package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.RateCast;
import dev.headroom.unit.setting.SameAs;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.OptionalLong;

/**
 * Settings of both forms of HPCC: Li et al., SIGCOMM 2019, section 3.3, and further options of the
 * authors' simulator.
 *
 * @param eta target load of the busiest link
 * @param maxStage additive increases in a row before one multiplicative
 * @param aiBps Rai, additive increase
 * @param minBps least rate; 100 Mb/s, default of {@code MinRate} in the authors' simulator. Over 0
 * @param windowBytes W at the rate of the line, in bytes
 * @param windowed whether bytes in flight are limited to the window's share R/line
 * @param fastReact whether every ACK sets the rate, and not only the first of a round trip
 * @param perLink whether each link has a reference of its own and the least of their rates counts
 * @param sampled whether, between updates, links without a queue are passed over
 * @param cast what a rate becomes that is endless or no number
 */
public record HpccSettings(
    @Setting(
            key = "congestion.hpcc.eta",
            fallback = "0.95",
            least = "0.01",
            most = "1",
            means = "target utilization of the busiest link",
            source = "HPCC, SIGCOMM 2019, section 3.3; U_TARGET of its simulator")
        double eta,
    @Setting(
            key = "congestion.hpcc.maxStage",
            fallback = "5",
            least = "0",
            most = "1000",
            means =
                "consecutive additive increases before a multiplicative update at any utilization",
            source =
                "HPCC, SIGCOMM 2019, section 3.3; MI_THRESH of its simulator, whose run.py sets 0")
        int maxStage,
    @Setting(
            key = "congestion.hpcc.rateAi",
            derived =
                "1/100 of the rate that eta leaves free, 0.5 Mb/s per Gb/s of line rate at "
                    + "eta 0.95; at least 1/16 of a packet per base RTT",
            least = "1bps",
            most = "1Tbps",
            means = "additive increase",
            source =
                "Wai = BDP (1 - eta)/N for N = 100 flows: HPCC, SIGCOMM 2019, section 3.3; "
                    + "the minimum is ours; RATE_AI of its simulator")
        long aiBps,
    @SameAs(DcqcnParameters.class) long minBps,
    @Setting(
            key = "congestion.hpcc.window",
            derived = "the line rate times the base RTT",
            least = "0B",
            most = "1TiB",
            means =
                "window at line rate, which is also the unit for queue lengths; with 0B the "
                    + "window is zero, and every queue counts as infinite",
            source =
                "HPCC, SIGCOMM 2019, section 3.2: B T; its simulator uses the largest BDP of "
                    + "any two hosts, which is smaller where NICs are faster than the fabric")
        OptionalLong windowBytes,
    @Setting(
            key = "congestion.hpcc.windowed",
            fallback = "true",
            means =
                "limits bytes in flight to the window times R / line rate, in addition to "
                    + "transport.window",
            source = "HPCC, SIGCOMM 2019, section 3.2; VAR_WIN of its simulator")
        boolean windowed,
    @Setting(
            key = "congestion.hpcc.fastReact",
            fallback = "true",
            means = "every ACK updates the rate; false: only the first ACK of a round trip does",
            source = "HPCC, SIGCOMM 2019, section 3.2; FAST_REACT of its simulator")
        boolean fastReact,
    @Setting(
            key = "congestion.hpcc.perLink",
            fallback = "false",
            means = "keeps a separate rate for each link of the path and uses the lowest",
            source = "MULTI_RATE of the HPCC simulator, whose run.py sets 0")
        boolean perLink,
    @Setting(
            key = "congestion.hpcc.sampled",
            fallback = "false",
            means = "ignores links without a queue, except once per round trip",
            source = "SAMPLE_FEEDBACK of the HPCC simulator, whose run.py sets 0")
        boolean sampled,
    @Setting(
            key = "congestion.hpcc.rateCast",
            fallback = "line",
            means =
                "rate that replaces an infinite rate (load 0) and NaN (a queue with a zero "
                    + "window): line rate and minimum rate; minimum rate and line rate; minimum "
                    + "rate for both",
            source =
                "C++ does not define the conversion of such a double to an integer. x86-64: "
                    + "cvttsd2si, as in a default build of the HPCC simulator; avx-512: "
                    + "vcvttsd2usi, with -march=native (profile optimized), and ARM")
        RateCast cast) {
  public HpccSettings {
    RangeCheck.check("eta", eta, Double.MIN_VALUE, 1);
    RangeCheck.check("maxStage", maxStage, 0, Integer.MAX_VALUE);
    RangeCheck.check("additive increase", aiBps, 0, Long.MAX_VALUE >> 1);
    RangeCheck.check("minimum rate", minBps, 1, Long.MAX_VALUE);
    RangeCheck.check("window", windowBytes.orElse(0), 0, Long.MAX_VALUE);
  }

  /**
   * What the target load leaves free, for a hundred flows. The paper's Wai is for packets that are
   * small beside the BDP: less than a sixteenth of a packet a round trip does not make up for what
   * senders in step see of each other's packets, and shares stay as they happen to be.
   */
  static long aiBps(double eta, Path path) {
    long sixteenth = (long) (path.packetBytes() * 8e12 / 16 / path.baseRttPs());
    double free = 1 - eta;
    return Math.max(sixteenth, (long) (path.lineBps() * free / 100));
  }

  /** The paper's algorithm for a way. */
  public static HpccSettings defaults(Path path) {
    return SettingsType.of(HpccSettings.class)
        .make(SettingValues.NOTHING, path, ControlEnvironment.USUAL);
  }

  /** W at the rate of the line, in whole bytes as the authors' simulator has it. */
  double fullWindow(Path path) {
    return windowBytes.isPresent() ? windowBytes.getAsLong() : Math.floor(path.bdpBytes());
  }
}
