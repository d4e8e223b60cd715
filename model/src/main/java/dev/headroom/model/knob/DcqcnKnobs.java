package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/** The knobs of DCQCN. {@link Knobs} lists them with the rest. */
public final class DcqcnKnobs {
  private DcqcnKnobs() {}

  public static final Knob<String> FORM =
      Knob.of(
              "congestion.form",
              choice("vendor", "paper"),
              "vendor",
              "which DCQCN: NVIDIA's firmware or the paper's")
          .from(
              "paper: Zhu et al., SIGCOMM 2015; vendor: rdma-hw.cc of the HPCC simulator, which follows NVIDIA's firmware");
  public static final Knob<Double> G =
      Knob.of("congestion.g", NUMBER, "0.0048828125", "gain of the alpha estimate")
          .within("0.000001", "1")
          .from("5/1024: dce_tcp_g is 1019 of 1024, the share kept; paper: 1/256")
          .real("mlx5 debugfs cc_params/rp_dce_tcp_g, as 1024 * (1 - g)");
  public static final Knob<Double> INITIAL_ALPHA =
      Knob.of("congestion.initialAlpha", NUMBER, "1", "alpha at the first CNP")
          .within("0", "1")
          .from(
              "paper: 1; firmware default: mlxconfig query of ConnectX cards: 1023/1024. The article takes 0.5 for a setting; alpha is state")
          .real("mlx5 debugfs cc_params/rp_initial_alpha_value, in 1/1024");
  public static final Knob<Time> ALPHA_PERIOD =
      Knob.of("congestion.alphaPeriod", TIME, "1us", "period of the alpha update")
          .within("1ns", "1s")
          .from(
              "dce_tcp_rtt, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_dce_tcp_rtt");
  public static final Knob<Time> DECREASE_PERIOD =
      Knob.of(
              "congestion.decreasePeriod",
              TIME,
              "4us",
              "vendor form: period of the rate decrease check")
          .within("1ns", "1s")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_rate_reduce_monitor_period");
  public static final Knob<Time> INCREASE_TIMER =
      Knob.of("congestion.increaseTimer", TIME, "300us", "period of the rate increase timer")
          .within("1ns", "1s")
          .from(
              "rpg_time_reset, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_time_reset");
  public static final Knob<Size> BYTE_COUNTER =
      Knob.of(
              "congestion.byteCounter",
              SIZE,
              "0B",
              "bytes sent per byte-counter increase; 0 turns it off")
          .within("0B", "16GiB")
          .from(
              "0: the HPCC simulator (SIGCOMM 2019) has none, and steps in proportion to the rate never"
                  + " become fair (Chiu and Jain 1989); vendor: rpg_byte_reset, firmware default:"
                  + " mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_byte_reset");
  public static final Knob<Long> FAST_RECOVERY =
      Knob.of(
              "congestion.fastRecovery",
              WHOLE,
              "1",
              "increases that only recover before additive increase (F)")
          .within("0", "1000")
          .from(
              "rpg_threshold, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/rp_threshold");
  public static final Knob<Rate> RATE_AI =
      Knob.derived("congestion.rateAi", RATE, "0.2 Mb/s per Gb/s of line rate", "additive increase")
          .within("1Kbps", "1Tbps")
          .from(
              "the firmware's 5 Mb/s is for 25 Gb/s and scaled by run.py of the HPCC simulator; paper: SIGCOMM 2015; the article: 50 to 100 Mb/s")
          .real("mlx5 debugfs cc_params/rp_ai_rate");
  public static final Knob<Rate> RATE_HAI =
      Knob.derived("congestion.rateHai", RATE, "2 Mb/s per Gb/s of line rate", "hyper increase")
          .within("1Kbps", "1Tbps")
          .from(
              "the firmware's 50 Mb/s is for 25 Gb/s and scaled by run.py of the HPCC simulator; paper: sample configuration of its authors' ns-3 simulator")
          .real("mlx5 debugfs cc_params/rp_hai_rate");
  public static final Knob<Rate> MIN_RATE =
      Knob.derived("congestion.minRate", RATE, "1 % of line rate", "least rate of a queue pair")
          .within("1Kbps", "1Tbps")
          .from(
              "run.py of the HPCC simulator: 1 Gb/s at 100 Gb/s; firmware default 1 Mb/s, which strands a fast flow for milliseconds; the paper has no floor")
          .real("mlx5 debugfs cc_params/rp_min_rate");
  public static final Knob<Boolean> CLAMP_TARGET =
      Knob.of(
              "congestion.clampTarget",
              SWITCH,
              "false",
              "vendor form: the target rate follows every decrease")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_clamp_tgt_rate");
  public static final Knob<Boolean> CLAMP_TARGET_AFTER_INCREASE =
      Knob.of(
              "congestion.clampTargetAfterIncrease",
              SWITCH,
              "true",
              "vendor form: the target rate follows a decrease that comes after an increase")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_clamp_tgt_rate_ati");
  public static final Knob<Double> MIN_DECREASE =
      Knob.of(
              "congestion.minDecreaseFactor",
              NUMBER,
              "0.5",
              "vendor form: a decrease leaves at least this share of the rate")
          .within("0.01", "1")
          .from("firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_min_dec_fac, in percent");
  public static final Knob<Double> FIRST_CNP_RATE =
      Knob.of("congestion.rateOnFirstCnp", NUMBER, "1", "share of the rate kept at the first CNP")
          .within("0.0001", "1")
          .from(
              "rate_to_set_on_first_cnp = 0, which is off: firmware default: mlxconfig query of ConnectX cards")
          .real("mlx5 debugfs cc_params/rp_rate_to_set_on_first_cnp");
}
