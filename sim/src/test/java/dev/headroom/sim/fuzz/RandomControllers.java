package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.AdmissionKnobs;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.DctcpKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HpDcqcnKnobs;
import dev.headroom.model.knob.HpccKnobs;
import dev.headroom.model.knob.RttProbeKnobs;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwiftKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TimelyKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.ZtrRttKnobs;

/** The parameters of each congestion control; of the one that is chosen, since others count not. */
final class RandomControllers {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomControllers(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void tune(String algorithm) {
    if (dice.oneIn(2)) {
      return;
    }
    switch (algorithm) {
      case "dcqcn" -> dcqcn();
      case "hp-dcqcn" -> hpDcqcn();
      case "hpcc", "hpcc++", "hpcc-pint" -> hpcc();
      case "timely", "patched-timely" -> timely();
      case "swift" -> swift();
      case "dctcp" -> dctcp();
      case "rtt-probe" -> rttProbe();
      case "ztr-rtt" -> ztrRtt();
      case "admission" -> admission();
      case "nscc" -> {
        nscc();
        knobs.maybe(UetKnobs.NSCC_EDITION, "draft", "early-draft");
      }
      case "rccc" -> rccc();
      case "nscc-rccc" -> {
        nscc();
        rccc();
      }
      case "srd" -> srd();
      case "falcon-swift" -> falcon();
      case "cubic" -> cubic();
      case "bbr" -> bbr();
      default -> {}
    }
  }

  private void dcqcn() {
    knobs.maybe(DcqcnKnobs.FORM, "paper", "vendor");
    knobs.maybe(DcqcnKnobs.G, "0.00390625", "0.5");
    knobs.maybe(DcqcnKnobs.INITIAL_ALPHA, "0", "0.5");
    knobs.maybe(DcqcnKnobs.ALPHA_PERIOD, "100ns", "55us");
    knobs.maybe(DcqcnKnobs.DECREASE_PERIOD, "500ns", "50us");
    knobs.maybe(DcqcnKnobs.INCREASE_TIMER, "5us", "55us");
    knobs.maybe(DcqcnKnobs.BYTE_COUNTER, "1KB", "32767B", "10MB");
    knobs.maybe(DcqcnKnobs.FAST_RECOVERY, 0, 5);
    knobs.maybe(DcqcnKnobs.RATE_AI, "5Mbps", "1Gbps");
    knobs.maybe(DcqcnKnobs.RATE_HAI, "50Mbps", "10Gbps");
    knobs.maybe(DcqcnKnobs.MIN_RATE, "100Mbps", "5Gbps");
    knobs.maybe(DcqcnKnobs.CLAMP_TARGET, "true");
    knobs.maybe(DcqcnKnobs.CLAMP_TARGET_AFTER_INCREASE, "false");
    knobs.maybe(DcqcnKnobs.MIN_DECREASE, "0.1", "0.9");
    knobs.maybe(DcqcnKnobs.FIRST_CNP_RATE, "0.1", "0.7");
  }

  private void hpDcqcn() {
    knobs.maybe(HpDcqcnKnobs.PERIOD, "3us", "300us");
    knobs.maybe(HpDcqcnKnobs.GAIN, "0.01", "0.5");
    knobs.maybe(HpDcqcnKnobs.G, "0.0625", "0.5");
    knobs.maybe(HpDcqcnKnobs.ALPHA, "0", "0.5");
    knobs.maybe(HpDcqcnKnobs.AI, "5Mbps", "1Gbps");
  }

  private void hpcc() {
    knobs.maybe(HpccKnobs.HOPS, 1, 3, 16);
    knobs.maybe(HpccKnobs.PINT_PROBABILITY, "0.1");
    knobs.maybe(HpccKnobs.PINT_BASE, "1.01", "1.5");
    knobs.maybe(HpccKnobs.ETA, "0.5", "0.99");
    knobs.maybe(HpccKnobs.MAX_STAGE, 0, 1, 20);
    knobs.maybe(HpccKnobs.RATE_AI, "10Mbps", "1Gbps");
    knobs.maybe(HpccKnobs.WINDOW, "10KB", "1MB", "0B");
    knobs.maybe(HpccKnobs.WINDOWED, "false");
    knobs.maybe(HpccKnobs.FAST_REACT, "false");
    knobs.maybe(HpccKnobs.PER_LINK, "true");
    knobs.maybe(HpccKnobs.SAMPLED, "true");
    knobs.maybe(HpccKnobs.UNIT, 4, 64);
    knobs.maybe(HpccKnobs.RATE_CAST, "x86-64", "avx-512");
  }

  private void timely() {
    knobs.maybe(TimelyKnobs.COMPLETION, "round-trip");
    knobs.maybe(TimelyKnobs.SEGMENT, "1KB", "64KB");
    knobs.maybe(TimelyKnobs.WEIGHT, "0.02", "1");
    knobs.maybe(TimelyKnobs.BETA, "0.01", "0.5");
    knobs.maybe(TimelyKnobs.LOW, "5us", "20us");
    knobs.maybe(TimelyKnobs.HIGH, "60us", "5ms");
    knobs.maybe(TimelyKnobs.MIN_RTT, "1us", "50us");
    knobs.maybe(TimelyKnobs.DELTA, "1Mbps", "1Gbps");
    knobs.maybe(TimelyKnobs.HYPER, "100Mbps", "10Gbps");
    knobs.maybe(TimelyKnobs.HYPER_AFTER, 1, 50);
    knobs.maybe(TimelyKnobs.START, "1Gbps", "30Gbps");
  }

  private void swift() {
    knobs.maybe(SwiftKnobs.BASE, "5us", "100us");
    knobs.maybe(SwiftKnobs.HOP, "0ns", "10us");
    knobs.maybe(SwiftKnobs.RANGE, "0ns", "20us");
    knobs.maybe(SwiftKnobs.SCALE_FROM, "0.01", "2");
    knobs.maybe(SwiftKnobs.SCALE_TO, "20", "500");
    knobs.maybe(SwiftKnobs.HOST, "100ns", "1ms");
    knobs.maybe(SwiftKnobs.AI, "0.1", "10");
    knobs.maybe(SwiftKnobs.BETA, "0.1", "1");
    knobs.maybe(SwiftKnobs.MDF, "0.1", "0.9");
    knobs.maybe(SwiftKnobs.MIN, "0.1", "1");
    knobs.maybe(SwiftKnobs.MAX, "2", "50");
    knobs.maybe(SwiftKnobs.RESET, 1, 20);
  }

  private void dctcp() {
    knobs.maybe(DctcpKnobs.G, "0.01", "1");
    knobs.maybe(DctcpKnobs.ALPHA, "0", "0.3");
    knobs.maybe(DctcpKnobs.AI, "10Mbps", "1Gbps");
    knobs.maybe(DctcpKnobs.WINDOW, "false");
  }

  private void ztrRtt() {
    knobs.maybe(ZtrRttKnobs.DELAY, "2us", "100us");
    knobs.maybe(ZtrRttKnobs.ALPHA, "0", "1");
    knobs.maybe(ZtrRttKnobs.DECREASE, "0.5", "1");
    knobs.maybe(ZtrRttKnobs.INCREASE, "1", "1.5");
    knobs.maybe(ZtrRttKnobs.AI, "0.001", "0.1");
    knobs.maybe(ZtrRttKnobs.HAI, "0.001", "0.1");
    knobs.maybe(ZtrRttKnobs.HAI_PERIOD, "0ns", "1ms");
    knobs.maybe(ZtrRttKnobs.MAX_DELAY, "110us", "1ms");
    knobs.maybe(ZtrRttKnobs.FIRST, "0.1", "1");
    knobs.maybe(ZtrRttKnobs.FALLS_TO_SENT, "true", "false");
    knobs.maybe(ZtrRttKnobs.CNP_BY_RTT, "true", "false");
    knobs.maybe(ZtrRttKnobs.MIN, "0.01", "0.2");
    knobs.maybe(ZtrRttKnobs.GIVE_UP, "10us", "1ms");
  }

  private void rttProbe() {
    knobs.maybe(RttProbeKnobs.FACTOR, "0.01", "0.2");
    knobs.maybe(RttProbeKnobs.AI, "0.001", "0.5");
    knobs.maybe(RttProbeKnobs.BASE, "2us", "100us");
    knobs.maybe(RttProbeKnobs.MAX, "110us", "1ms");
    knobs.maybe(RttProbeKnobs.START, "0.05", "0.5");
    knobs.maybe(RttProbeKnobs.MIN, "0.01", "0.2");
    knobs.maybe(RttProbeKnobs.GIVE_UP, "10us", "1ms");
  }

  private void admission() {
    knobs.maybe(AdmissionKnobs.SLOT, "1B", "10KB", "100KB");
    knobs.maybe(AdmissionKnobs.CHANNELS, 2, 5);
    knobs.maybe(AdmissionKnobs.SLOTS, 1, 3);
  }

  private void nscc() {
    knobs.maybe(UetKnobs.NSCC_TARGET, "1us", "50us");
    knobs.maybe(UetKnobs.NSCC_GAMMA, "0.1", "1");
    knobs.maybe(UetKnobs.NSCC_MAX_WINDOW, "0.5", "8");
    knobs.maybe(UetKnobs.NSCC_QUICK_SHARE, "0", "0.5");
  }

  private void rccc() {
    knobs.maybe(UetKnobs.RCCC_EDITION, "draft");
    knobs.maybe(UetKnobs.RCCC_MAX_CREDIT, "0.5", "8");
    knobs.maybe(UetKnobs.RCCC_GRANT, "256B", "64KiB");
    knobs.maybe(UetKnobs.RCCC_RATE, "0.5", "1");
    knobs.maybe(UetKnobs.RCCC_LEAST_SHARE, "0.1", "1");
  }

  private void srd() {
    knobs.maybe(SrdKnobs.TARGET, "100ns", "1ms");
    knobs.maybe(SrdKnobs.BETA, "0.05", "1");
    knobs.maybe(SrdKnobs.MARGIN, "0", "0.9");
    knobs.maybe(SrdKnobs.AI, "0.5");
  }

  private void falcon() {
    knobs.maybe(SwiftKnobs.HOP, "0ns", "10us");
    knobs.maybe(SwiftKnobs.AI, "0.1", "10");
    knobs.maybe(SwiftKnobs.MAX, "2", "50");
    knobs.maybe(FalconKnobs.BASE_TARGET, "5us", "100us");
    knobs.maybe(FalconKnobs.DELAY_WEIGHT, "0.01", "0.5");
    knobs.maybe(FalconKnobs.NIC_TARGET, 1, 5);
    knobs.maybe(FalconKnobs.NIC_AI, "0.1", "10");
    knobs.maybe(FalconKnobs.NIC_MDF, "0.1", "0.9");
    knobs.maybe(FalconKnobs.NIC_WINDOW, 1, 7);
  }

  private void cubic() {
    knobs.maybe(TcpKnobs.CUBIC_C, "0.01", "100");
    knobs.maybe(TcpKnobs.CUBIC_BETA, "0.3", "0.95");
    knobs.maybe(TcpKnobs.CUBIC_FAST, "false");
  }

  private void bbr() {
    knobs.maybe(TcpKnobs.BBR_WINDOW_GAIN, "1.2", "5");
    knobs.maybe(TcpKnobs.BBR_ROUNDS, 1, 100);
    knobs.maybe(TcpKnobs.BBR_MIN_RTT, "100us");
    knobs.maybe(TcpKnobs.BBR_PROBE, "10us");
  }
}
