package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER_PER_RATE;
import static dev.headroom.model.knob.ValueType.SIZE_PER_RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.controls.ControlTypes;
import dev.headroom.model.choice.CnpTiming;
import dev.headroom.model.choice.MarkFeedback;
import dev.headroom.model.choice.MarkingPoint;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Knobs of congestion control that concern switches, receivers or all controllers. {@link Knobs}
 * lists them with the rest.
 */
public final class CongestionKnobs {
  private CongestionKnobs() {}

  public static final Knob<ControlType> ALGORITHM =
      Knob.of(
              "congestion.algorithm",
              choice(ControlTypes.all()),
              "dcqcn",
              "congestion control of all queue pairs")
          .real("mlx5 sysfs ecn/roce_rp/enable");
  public static final Knob<Boolean> ECN =
      Knob.of("congestion.ecn", SWITCH, "true", "switches mark packets with ECN")
          .real("SONiC CONFIG_DB WRED_PROFILE ecn, PORT_QOS_MAP");
  public static final Knob<Boolean> ECN_TO_HOSTS =
      Knob.derived(
              "congestion.ecnToHosts",
              SWITCH,
              "true; false with congestion.algorithm rccc, which needs no marks on the last hop",
              "switch ports to hosts also mark packets")
          .from("uet-htsim, main_uec.cpp: no marks on links to hosts if receivers grant credit")
          .real("SONiC CONFIG_DB PORT_QOS_MAP, per port");
  public static final Knob<PerRateValue<Size>> KMIN =
      Knob.derived(
              "congestion.kmin",
              SIZE_PER_RATE,
              "4KB per Gb/s of port rate; with transport uec, 0.2 times rate times "
                  + "congestion.baseRtt",
              "egress queue length above which packets are marked")
          .within("0B", "16GiB")
          .from(
              "100 KB at 25 Gb/s: run.py of the HPCC simulator; paper: SIGCOMM 2015; NVIDIA "
                  + "Cumulus Linux uses 150 KB at all rates")
          .real("SONiC CONFIG_DB WRED_PROFILE green_min_threshold");
  public static final Knob<PerRateValue<Size>> KMAX =
      Knob.derived(
              "congestion.kmax",
              SIZE_PER_RATE,
              "16KB per Gb/s of port rate; with transport uec, 0.8 times rate times "
                  + "congestion.baseRtt",
              "egress queue length above which every packet is marked")
          .within("1B", "16GiB")
          .from(
              "400 KB at 25 Gb/s: run.py of the HPCC simulator; paper: SIGCOMM 2015; NVIDIA "
                  + "Cumulus Linux uses 1500 KB at all rates")
          .real("SONiC CONFIG_DB WRED_PROFILE green_max_threshold");
  public static final Knob<PerRateValue<Double>> PMAX =
      Knob.of("congestion.pmax", NUMBER_PER_RATE, "0.2", "marking probability at kmax")
          .within("0", "1")
          .from("run.py of the HPCC simulator; paper: SIGCOMM 2015")
          .real("SONiC CONFIG_DB WRED_PROFILE green_drop_probability, in percent");
  public static final Knob<MarkingPoint> MARKING =
      Knob.of(
              "congestion.marking",
              choice(MarkingPoint.class),
              "dequeue",
              "time of the ECN marking decision")
          .from("ECN or Delay, CoNEXT 2016: the queue does not delay marks that are set at egress");
  public static final Knob<Boolean> PACED =
      Knob.of(
              "congestion.paced",
              SWITCH,
              "true",
              "packets leave at the rate of the congestion control; false: at line rate, and "
                  + "only the window follows that rate")
          .from("RATE_BOUND of the HPCC simulator");
  public static final Knob<MarkFeedback> FEEDBACK =
      Knob.of(
              "congestion.feedback",
              choice(MarkFeedback.class),
              "cnp",
              "signal from the receiver for a mark: CNP packets, or a bit in the ACK")
          .from("cnp: IBTA annex A17; ack: HPCC simulator");
  public static final Knob<Time> CNP_INTERVAL =
      Knob.of("congestion.cnpInterval", TIME, "4us", "minimum time between CNPs for one queue pair")
          .within("0ns", "1s")
          .from(
              "min_time_between_cnps, firmware default: mlxconfig query of ConnectX cards; paper: SIGCOMM 2015")
          .real("mlx5 debugfs cc_params/np_min_time_between_cnps");
  public static final Knob<CnpTiming> CNP_TIMING =
      Knob.derived(
              "congestion.cnpTiming",
              choice(CnpTiming.class),
              "gap; slots with the paper form",
              "handling of marks within an interval after the last CNP: gap ignores them; "
                  + "slots sends one CNP in each of consecutive intervals; window sends it at the "
                  + "end of the interval")
          .from(
              "gap: NVIDIA, and ECN or Delay, CoNEXT 2016, section 3.1; slots: the fluid model there; window: SIGCOMM 2015, section 3.1");
}
