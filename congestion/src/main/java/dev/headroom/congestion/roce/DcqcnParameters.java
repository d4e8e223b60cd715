package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Path;
import dev.headroom.unit.setting.Setting;

/**
 * Parameters of both variants of DCQCN.
 *
 * @param g gain of the alpha estimate: 1/256 in the paper, 5/1024 in NVIDIA's firmware
 * @param initialAlpha alpha at the first CNP
 * @param alphaPeriodPs period of the alpha update
 * @param decreasePeriodPs vendor form: period of the decrease check ({@code
 *     rate_reduce_monitor_period})
 * @param increaseTimerPs period of the rate increase timer ({@code rpg_time_reset})
 * @param byteCounterBytes bytes per byte-counter increase ({@code rpg_byte_reset})
 * @param fastRecovery F, increases that only recover ({@code rpg_threshold})
 * @param aiBps additive increase
 * @param haiBps hyper increase
 * @param minBps least rate
 * @param clampTarget vendor form: target follows every decrease ({@code clamp_tgt_rate})
 * @param clampAfterIncrease vendor form: target follows a decrease after an increase ({@code
 *     clamp_tgt_rate_after_time_inc})
 * @param minDecrease vendor form: share of the rate that one decrease leaves at least ({@code
 *     rpg_min_dec_fac})
 * @param firstCnpRate share of the rate kept at the first CNP
 * @param afterAlphaPs vendor form: by how much the first decrease check comes after the alpha
 *     update
 */
public record DcqcnParameters(
    @Setting(
            key = "congestion.g",
            fallback = "0.0048828125",
            least = "0.000001",
            most = "1",
            means = "gain of the alpha estimate",
            source = "5/1024: dce_tcp_g is 1019 of 1024, the fraction kept; paper: 1/256",
            real = "mlx5 debugfs cc_params/rp_dce_tcp_g, as 1024 * (1 - g)")
        double g,
    @Setting(
            key = "congestion.initialAlpha",
            fallback = "1",
            least = "0",
            most = "1",
            means = "alpha at the first CNP",
            source =
                "paper: 1; firmware default: mlxconfig query of ConnectX cards: 1023/1024. The article takes 0.5 for a setting; alpha is state",
            real = "mlx5 debugfs cc_params/rp_initial_alpha_value, in 1/1024")
        double initialAlpha,
    @Setting(
            key = "congestion.alphaPeriod",
            fallback = "1us",
            least = "1ns",
            most = "1s",
            means = "interval between alpha updates",
            source =
                "dce_tcp_rtt, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015",
            real = "mlx5 debugfs cc_params/rp_dce_tcp_rtt")
        long alphaPeriodPs,
    @Setting(
            key = "congestion.decreasePeriod",
            fallback = "4us",
            least = "1ns",
            most = "1s",
            means = "vendor form: interval between rate decrease checks",
            source = "firmware default: mlxconfig query of ConnectX cards",
            real = "mlx5 debugfs cc_params/rp_rate_reduce_monitor_period")
        long decreasePeriodPs,
    @Setting(
            key = "congestion.increaseTimer",
            fallback = "300us",
            least = "1ns",
            most = "1s",
            means = "interval of the rate increase timer",
            source =
                "rpg_time_reset, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015",
            real = "mlx5 debugfs cc_params/rp_time_reset")
        long increaseTimerPs,
    @Setting(
            key = "congestion.byteCounter",
            fallback = "0B",
            least = "0B",
            most = "16GiB",
            means = "bytes sent per byte-counter increase; 0 disables the byte counter",
            source =
                "0: the HPCC simulator (SIGCOMM 2019) has no byte counter, and steps in "
                    + "proportion to the rate never converge to fairness (Chiu and Jain 1989); "
                    + "vendor: rpg_byte_reset, firmware default: mlxconfig query of ConnectX "
                    + "cards; paper: SIGCOMM 2015",
            real = "mlx5 debugfs cc_params/rp_byte_reset")
        long byteCounterBytes,
    @Setting(
            key = "congestion.fastRecovery",
            fallback = "1",
            least = "0",
            most = "1000",
            means = "number of fast-recovery increases before additive increase starts (F)",
            source =
                "rpg_threshold, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015",
            real = "mlx5 debugfs cc_params/rp_threshold")
        int fastRecovery,
    @Setting(
            key = "congestion.rateAi",
            derived = "0.2 Mb/s per Gb/s of line rate",
            least = "1Kbps",
            most = "1Tbps",
            means = "additive increase",
            source =
                "the firmware's 5 Mb/s is for 25 Gb/s and scaled by run.py of the HPCC simulator; paper: SIGCOMM 2015; the article: 50 to 100 Mb/s",
            real = "mlx5 debugfs cc_params/rp_ai_rate")
        long aiBps,
    @Setting(
            key = "congestion.rateHai",
            derived = "2 Mb/s per Gb/s of line rate",
            least = "1Kbps",
            most = "1Tbps",
            means = "hyper increase",
            source =
                "the firmware's 50 Mb/s is for 25 Gb/s and scaled by run.py of the HPCC simulator; paper: sample configuration of its authors' ns-3 simulator",
            real = "mlx5 debugfs cc_params/rp_hai_rate")
        long haiBps,
    @Setting(
            key = "congestion.minRate",
            derived = "1 % of line rate",
            least = "1Kbps",
            most = "1Tbps",
            means = "minimum rate of a queue pair",
            source =
                "run.py of the HPCC simulator: 1 Gb/s at 100 Gb/s; firmware default 1 Mb/s, "
                    + "which stalls a fast flow for milliseconds; the paper has no minimum",
            real = "mlx5 debugfs cc_params/rp_min_rate")
        long minBps,
    @Setting(
            key = "congestion.clampTarget",
            fallback = "false",
            means = "vendor form: the target rate follows every decrease",
            source = "firmware default: mlxconfig query of ConnectX cards",
            real = "mlx5 debugfs cc_params/rp_clamp_tgt_rate")
        boolean clampTarget,
    @Setting(
            key = "congestion.clampTargetAfterIncrease",
            fallback = "true",
            means = "vendor form: the target rate follows a decrease that comes after an increase",
            source = "firmware default: mlxconfig query of ConnectX cards",
            real = "mlx5 debugfs cc_params/rp_clamp_tgt_rate_ati")
        boolean clampAfterIncrease,
    @Setting(
            key = "congestion.minDecreaseFactor",
            fallback = "0.5",
            least = "0.01",
            most = "1",
            means = "vendor form: minimum fraction of the rate that remains after a decrease",
            source = "firmware default: mlxconfig query of ConnectX cards",
            real = "mlx5 debugfs cc_params/rp_min_dec_fac, in percent")
        double minDecrease,
    @Setting(
            key = "congestion.rateOnFirstCnp",
            fallback = "1",
            least = "0.0001",
            most = "1",
            means = "fraction of the rate kept at the first CNP",
            source =
                "rate_to_set_on_first_cnp = 0, which disables it: firmware default: "
                    + "mlxconfig query of ConnectX cards",
            real = "mlx5 debugfs cc_params/rp_rate_to_set_on_first_cnp")
        double firstCnpRate,
    long afterAlphaPs) {
  /** As with thresholds, the firmware's 5 Mb/s is for 25 Gb/s and scales with the line. */
  static long aiBps(Path path) {
    return path.lineBps() / 5_000;
  }

  /** 50 Mb/s at 25 Gb/s, in proportion. */
  static long haiBps(Path path) {
    return path.lineBps() / 500;
  }

  /**
   * 1 % of the line, 1 Gb/s at 100 Gb/s as in {@code run.py} of the HPCC simulator. The firmware's
   * own 1 Mb/s strands a fast flow for milliseconds.
   */
  static long minBps(Path path) {
    return path.lineBps() / 100;
  }

  /** Nothing, but where a simulator rounds times up. */
  static long afterAlphaPs(ControlEnvironment around) {
    return around.roundingPs() > 1 ? around.roundingPs() : 0;
  }
}
