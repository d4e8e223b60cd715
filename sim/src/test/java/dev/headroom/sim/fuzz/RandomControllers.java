package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.ValueType;

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
        knobs.maybe(Knobs.get("congestion.nscc.edition"), "draft", "early-draft");
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
    knobs.maybe(Knobs.get("congestion.form"), "paper", "vendor");
    knobs.maybe(Knobs.named("congestion.g", ValueType.NUMBER), "0.00390625", "0.5");
    knobs.maybe(Knobs.named("congestion.initialAlpha", ValueType.NUMBER), "0", "0.5");
    knobs.maybe(Knobs.named("congestion.alphaPeriod", ValueType.TIME), "100ns", "55us");
    knobs.maybe(Knobs.named("congestion.decreasePeriod", ValueType.TIME), "500ns", "50us");
    knobs.maybe(Knobs.named("congestion.increaseTimer", ValueType.TIME), "5us", "55us");
    knobs.maybe(Knobs.named("congestion.byteCounter", ValueType.SIZE), "1KB", "32767B", "10MB");
    knobs.maybe(Knobs.named("congestion.fastRecovery", ValueType.WHOLE), 0, 5);
    knobs.maybe(Knobs.named("congestion.rateAi", ValueType.RATE), "5Mbps", "1Gbps");
    knobs.maybe(Knobs.named("congestion.rateHai", ValueType.RATE), "50Mbps", "10Gbps");
    knobs.maybe(Knobs.named("congestion.minRate", ValueType.RATE), "100Mbps", "5Gbps");
    knobs.maybe(Knobs.named("congestion.clampTarget", ValueType.SWITCH), "true");
    knobs.maybe(Knobs.named("congestion.clampTargetAfterIncrease", ValueType.SWITCH), "false");
    knobs.maybe(Knobs.named("congestion.minDecreaseFactor", ValueType.NUMBER), "0.1", "0.9");
    knobs.maybe(Knobs.named("congestion.rateOnFirstCnp", ValueType.NUMBER), "0.1", "0.7");
  }

  private void hpDcqcn() {
    knobs.maybe(Knobs.named("congestion.hpDcqcn.period", ValueType.TIME), "3us", "300us");
    knobs.maybe(Knobs.named("congestion.hpDcqcn.gain", ValueType.NUMBER), "0.01", "0.5");
    knobs.maybe(Knobs.named("congestion.hpDcqcn.g", ValueType.NUMBER), "0.0625", "0.5");
    knobs.maybe(Knobs.named("congestion.hpDcqcn.initialAlpha", ValueType.NUMBER), "0", "0.5");
    knobs.maybe(Knobs.named("congestion.hpDcqcn.rateAi", ValueType.RATE), "5Mbps", "1Gbps");
  }

  private void hpcc() {
    knobs.maybe(Knobs.named("congestion.hpcc.telemetryHops", ValueType.WHOLE), 1, 3, 16);
    knobs.maybe(Knobs.named("congestion.pint.probability", ValueType.NUMBER), "0.1");
    knobs.maybe(Knobs.named("congestion.pint.base", ValueType.NUMBER), "1.01", "1.5");
    knobs.maybe(Knobs.named("congestion.hpcc.eta", ValueType.NUMBER), "0.5", "0.99");
    knobs.maybe(Knobs.named("congestion.hpcc.maxStage", ValueType.WHOLE), 0, 1, 20);
    knobs.maybe(Knobs.named("congestion.hpcc.rateAi", ValueType.RATE), "10Mbps", "1Gbps");
    knobs.maybe(Knobs.named("congestion.hpcc.window", ValueType.SIZE), "10KB", "1MB", "0B");
    knobs.maybe(Knobs.named("congestion.hpcc.windowed", ValueType.SWITCH), "false");
    knobs.maybe(Knobs.named("congestion.hpcc.fastReact", ValueType.SWITCH), "false");
    knobs.maybe(Knobs.named("congestion.hpcc.perLink", ValueType.SWITCH), "true");
    knobs.maybe(Knobs.named("congestion.hpcc.sampled", ValueType.SWITCH), "true");
    knobs.maybe(Knobs.named("congestion.hpcc.telemetryUnit", ValueType.WHOLE), 4, 64);
    knobs.maybe(Knobs.get("congestion.hpcc.rateCast"), "x86-64", "avx-512");
  }

  private void timely() {
    knobs.maybe(Knobs.get("congestion.timely.completion"), "round-trip");
    knobs.maybe(Knobs.named("congestion.timely.segment", ValueType.SIZE), "1KB", "64KB");
    knobs.maybe(Knobs.named("congestion.timely.weight", ValueType.NUMBER), "0.02", "1");
    knobs.maybe(Knobs.named("congestion.timely.beta", ValueType.NUMBER), "0.01", "0.5");
    knobs.maybe(Knobs.named("congestion.timely.low", ValueType.TIME), "5us", "20us");
    knobs.maybe(Knobs.named("congestion.timely.high", ValueType.TIME), "60us", "5ms");
    knobs.maybe(Knobs.named("congestion.timely.minRtt", ValueType.TIME), "1us", "50us");
    knobs.maybe(Knobs.named("congestion.timely.delta", ValueType.RATE), "1Mbps", "1Gbps");
    knobs.maybe(Knobs.named("congestion.timely.hyperDelta", ValueType.RATE), "100Mbps", "10Gbps");
    knobs.maybe(Knobs.named("congestion.timely.hyperAfter", ValueType.WHOLE), 1, 50);
    knobs.maybe(Knobs.named("congestion.timely.startRate", ValueType.RATE), "1Gbps", "30Gbps");
  }

  private void swift() {
    knobs.maybe(Knobs.named("congestion.swift.baseTarget", ValueType.TIME), "5us", "100us");
    knobs.maybe(Knobs.named("congestion.swift.perHop", ValueType.TIME), "0ns", "10us");
    knobs.maybe(Knobs.named("congestion.swift.range", ValueType.TIME), "0ns", "20us");
    knobs.maybe(Knobs.named("congestion.swift.scaleFrom", ValueType.NUMBER), "0.01", "2");
    knobs.maybe(Knobs.named("congestion.swift.scaleTo", ValueType.NUMBER), "20", "500");
    knobs.maybe(Knobs.named("congestion.swift.hostTarget", ValueType.TIME), "100ns", "1ms");
    knobs.maybe(Knobs.named("congestion.swift.ai", ValueType.NUMBER), "0.1", "10");
    knobs.maybe(Knobs.named("congestion.swift.beta", ValueType.NUMBER), "0.1", "1");
    knobs.maybe(Knobs.named("congestion.swift.mostDecrease", ValueType.NUMBER), "0.1", "0.9");
    knobs.maybe(Knobs.named("congestion.swift.minWindow", ValueType.NUMBER), "0.1", "1");
    knobs.maybe(Knobs.named("congestion.swift.maxWindow", ValueType.NUMBER), "2", "50");
    knobs.maybe(Knobs.named("congestion.swift.resetAfter", ValueType.WHOLE), 1, 20);
  }

  private void dctcp() {
    knobs.maybe(Knobs.named("congestion.dctcp.g", ValueType.NUMBER), "0.01", "1");
    knobs.maybe(Knobs.named("congestion.dctcp.initialAlpha", ValueType.NUMBER), "0", "0.3");
    knobs.maybe(Knobs.named("congestion.dctcp.rateAi", ValueType.RATE), "10Mbps", "1Gbps");
    knobs.maybe(Knobs.named("congestion.dctcp.window", ValueType.SWITCH), "false");
  }

  private void ztrRtt() {
    knobs.maybe(Knobs.named("congestion.ztrRtt.delay", ValueType.TIME), "2us", "100us");
    knobs.maybe(Knobs.named("congestion.ztrRtt.alpha", ValueType.NUMBER), "0", "1");
    knobs.maybe(Knobs.named("congestion.ztrRtt.decrease", ValueType.NUMBER), "0.5", "1");
    knobs.maybe(Knobs.named("congestion.ztrRtt.increase", ValueType.NUMBER), "1", "1.5");
    knobs.maybe(Knobs.named("congestion.ztrRtt.ai", ValueType.NUMBER), "0.001", "0.1");
    knobs.maybe(Knobs.named("congestion.ztrRtt.hai", ValueType.NUMBER), "0.001", "0.1");
    knobs.maybe(Knobs.named("congestion.ztrRtt.haiPeriod", ValueType.TIME), "0ns", "1ms");
    knobs.maybe(Knobs.named("congestion.ztrRtt.maxDelay", ValueType.TIME), "110us", "1ms");
    knobs.maybe(Knobs.named("congestion.ztrRtt.first", ValueType.NUMBER), "0.1", "1");
    knobs.maybe(Knobs.named("congestion.ztrRtt.fallsToSent", ValueType.SWITCH), "true", "false");
    knobs.maybe(Knobs.named("congestion.ztrRtt.cnpByRtt", ValueType.SWITCH), "true", "false");
    knobs.maybe(Knobs.named("congestion.ztrRtt.min", ValueType.NUMBER), "0.01", "0.2");
    knobs.maybe(Knobs.named("congestion.ztrRtt.giveUp", ValueType.TIME), "10us", "1ms");
  }

  private void rttProbe() {
    knobs.maybe(Knobs.named("congestion.rttProbe.factor", ValueType.NUMBER), "0.01", "0.2");
    knobs.maybe(Knobs.named("congestion.rttProbe.ai", ValueType.NUMBER), "0.001", "0.5");
    knobs.maybe(Knobs.named("congestion.rttProbe.baseRtt", ValueType.TIME), "2us", "100us");
    knobs.maybe(Knobs.named("congestion.rttProbe.maxRtt", ValueType.TIME), "110us", "1ms");
    knobs.maybe(Knobs.named("congestion.rttProbe.start", ValueType.NUMBER), "0.05", "0.5");
    knobs.maybe(Knobs.named("congestion.rttProbe.min", ValueType.NUMBER), "0.01", "0.2");
    knobs.maybe(Knobs.named("congestion.rttProbe.giveUp", ValueType.TIME), "10us", "1ms");
  }

  private void admission() {
    knobs.maybe(
        Knobs.named("congestion.admission.slotSize", ValueType.SIZE), "1B", "10KB", "100KB");
    knobs.maybe(Knobs.named("congestion.admission.channels", ValueType.WHOLE), 2, 5);
    knobs.maybe(Knobs.named("congestion.admission.slots", ValueType.WHOLE), 1, 3);
  }

  private void nscc() {
    knobs.maybe(Knobs.named("congestion.nscc.target", ValueType.TIME), "1us", "50us");
    knobs.maybe(Knobs.named("congestion.nscc.gamma", ValueType.NUMBER), "0.1", "1");
    knobs.maybe(Knobs.named("congestion.nscc.maxWindow", ValueType.NUMBER), "0.5", "8");
    knobs.maybe(Knobs.named("congestion.nscc.quickShare", ValueType.NUMBER), "0", "0.5");
  }

  private void rccc() {
    knobs.maybe(Knobs.get("congestion.rccc.edition"), "draft");
    knobs.maybe(Knobs.named("congestion.rccc.maxCredit", ValueType.NUMBER), "0.5", "8");
    knobs.maybe(Knobs.named("congestion.rccc.grant", ValueType.SIZE), "256B", "64KiB");
    knobs.maybe(Knobs.named("congestion.rccc.rateShare", ValueType.NUMBER), "0.5", "1");
    knobs.maybe(Knobs.named("congestion.rccc.leastShare", ValueType.NUMBER), "0.1", "1");
  }

  private void srd() {
    knobs.maybe(Knobs.named("congestion.srd.target", ValueType.TIME), "100ns", "1ms");
    knobs.maybe(Knobs.named("congestion.srd.beta", ValueType.NUMBER), "0.05", "1");
    knobs.maybe(Knobs.named("congestion.srd.margin", ValueType.NUMBER), "0", "0.9");
    knobs.maybe(Knobs.named("congestion.srd.ai", ValueType.NUMBER), "0.5");
  }

  private void falcon() {
    knobs.maybe(Knobs.named("congestion.swift.perHop", ValueType.TIME), "0ns", "10us");
    knobs.maybe(Knobs.named("congestion.swift.ai", ValueType.NUMBER), "0.1", "10");
    knobs.maybe(Knobs.named("congestion.swift.maxWindow", ValueType.NUMBER), "2", "50");
    knobs.maybe(Knobs.named("congestion.falcon.baseTarget", ValueType.TIME), "5us", "100us");
    knobs.maybe(Knobs.named("congestion.falcon.delayWeight", ValueType.NUMBER), "0.01", "0.5");
    knobs.maybe(Knobs.named("congestion.falcon.bufferTarget", ValueType.WHOLE), 1, 5);
    knobs.maybe(Knobs.named("congestion.falcon.nicAi", ValueType.NUMBER), "0.1", "10");
    knobs.maybe(Knobs.named("congestion.falcon.nicMostDecrease", ValueType.NUMBER), "0.1", "0.9");
    knobs.maybe(Knobs.named("congestion.falcon.nicWindow", ValueType.WHOLE), 1, 7);
  }

  private void cubic() {
    knobs.maybe(Knobs.named("congestion.cubic.c", ValueType.NUMBER), "0.01", "100");
    knobs.maybe(Knobs.named("congestion.cubic.beta", ValueType.NUMBER), "0.3", "0.95");
    knobs.maybe(Knobs.named("congestion.cubic.fastConvergence", ValueType.SWITCH), "false");
  }

  private void bbr() {
    knobs.maybe(Knobs.named("congestion.bbr.windowGain", ValueType.NUMBER), "1.2", "5");
    knobs.maybe(Knobs.named("congestion.bbr.bandwidthRounds", ValueType.WHOLE), 1, 100);
    knobs.maybe(Knobs.named("congestion.bbr.minRttWindow", ValueType.TIME), "100us");
    knobs.maybe(Knobs.named("congestion.bbr.probeRtt", ValueType.TIME), "10us");
  }
}
