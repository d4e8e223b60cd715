package dev.headroom.sim;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.ValueType;
import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.Marker;
import dev.headroom.sim.plugin.PluginControl;
import dev.headroom.sim.plugin.PluginMarker;

/** Where to see the knobs of marking and congestion control at work. */
final class KnobsOfControls {
  private KnobsOfControls() {}

  static void enter(KnobPlaces places) {
    places.see(CongestionKnobs.ALGORITHM, Scenes::busy, "none");
    places.see(Knobs.get("congestion.form"), Scenes::busy, "paper");
    places.see(CongestionKnobs.ECN, Scenes::busy, "false");
    places.see(CongestionKnobs.KMIN, Scenes::busy, "20KB");
    places.see(CongestionKnobs.KMAX, Scenes::busy, "100KB");
    places.see(CongestionKnobs.PMAX, Scenes::busy, "0.5");
    places.see(CongestionKnobs.MARKING, Scenes::busy, "enqueue");
    places.see(CongestionKnobs.FEEDBACK, Scenes::busy, "ack");
    places.see(CongestionKnobs.CNP_INTERVAL, Scenes::busy, "50us");
    places.see(CongestionKnobs.CNP_TIMING, Scenes::busy, "window");
    places.see(Knobs.named("congestion.g", ValueType.NUMBER), Scenes::busy, "0.1");
    places.see(Knobs.named("congestion.initialAlpha", ValueType.NUMBER), Scenes::busy, "0.1");
    places.see(Knobs.named("congestion.alphaPeriod", ValueType.TIME), Scenes::busy, "10us");
    places.see(Knobs.named("congestion.decreasePeriod", ValueType.TIME), Scenes::busy, "20us");
    places.see(Knobs.named("congestion.increaseTimer", ValueType.TIME), Scenes::busy, "20us");
    places.see(Knobs.named("congestion.byteCounter", ValueType.SIZE), Scenes::increasing, "10KB");
    places.see(Knobs.named("congestion.fastRecovery", ValueType.WHOLE), Scenes::increasing, "5");
    places.see(Knobs.named("congestion.rateAi", ValueType.RATE), Scenes::increasing, "5Gbps");
    places.see(Knobs.named("congestion.rateHai", ValueType.RATE), Scenes::increasing, "10Gbps");
    places.see(Knobs.named("congestion.minRate", ValueType.RATE), Scenes::busy, "20Gbps");
    places.see(
        Knobs.named("congestion.clampTarget", ValueType.SWITCH), KnobsOfControls::frequent, "true");
    places.see(
        Knobs.named("congestion.clampTargetAfterIncrease", ValueType.SWITCH),
        Scenes::increasing,
        "false");
    places.see(Knobs.named("congestion.minDecreaseFactor", ValueType.NUMBER), Scenes::busy, "0.9");
    places.see(Knobs.named("congestion.rateOnFirstCnp", ValueType.NUMBER), Scenes::busy, "0.5");
    places.see(ControllerKnobs.BASE_RTT, KnobsOfControls::hpcc, "30us");
    places.see(Knobs.named("congestion.hpcc.eta", ValueType.NUMBER), KnobsOfControls::hpcc, "0.8");
    places.see(
        Knobs.named("congestion.hpcc.maxStage", ValueType.WHOLE), KnobsOfControls::hpcc, "0");
    places.see(
        Knobs.named("congestion.hpcc.rateAi", ValueType.RATE), KnobsOfControls::hpcc, "1Gbps");
    places.see(
        Knobs.named("congestion.hpcc.window", ValueType.SIZE), KnobsOfControls::hpcc, "20KB");
    places.see(
        Knobs.named("congestion.hpcc.windowed", ValueType.SWITCH), KnobsOfControls::hpcc, "false");
    places.see(CongestionKnobs.PACED, KnobsOfControls::hpcc, "false");
    places.see(
        Knobs.named("congestion.hpcc.fastReact", ValueType.SWITCH), KnobsOfControls::hpcc, "false");
    places.see(
        Knobs.named("congestion.hpcc.perLink", ValueType.SWITCH), KnobsOfControls::hpcc, "true");
    places.see(
        Knobs.named("congestion.hpcc.sampled", ValueType.SWITCH), KnobsOfControls::hpcc, "true");
    places.see(
        Knobs.get("congestion.hpcc.rateCast"),
        () ->
            hpcc()
                .set(Knobs.named("congestion.hpcc.window", ValueType.SIZE), "0B")
                .set(Knobs.named("congestion.hpcc.maxStage", ValueType.WHOLE), "0"),
        "x86-64");
    places.see(
        Knobs.named("congestion.hpcc.telemetryHops", ValueType.WHOLE), KnobsOfControls::hpcc, "3");
    places.see(
        Knobs.named("congestion.hpcc.telemetryUnit", ValueType.WHOLE), KnobsOfControls::hpcc, "16");
    places.see(
        Knobs.named("congestion.pint.base", ValueType.NUMBER), KnobsOfControls::pint, "1.01");
    places.see(
        Knobs.named("congestion.pint.probability", ValueType.NUMBER), KnobsOfControls::pint, "0.2");
    places.see(Knobs.get("congestion.timely.completion"), KnobsOfControls::timely, "round-trip");
    places.see(
        Knobs.named("congestion.timely.segment", ValueType.SIZE), KnobsOfControls::timely, "64KB");
    places.see(
        Knobs.named("congestion.timely.weight", ValueType.NUMBER), KnobsOfControls::timely, "0.2");
    places.see(
        Knobs.named("congestion.timely.beta", ValueType.NUMBER), KnobsOfControls::timely, "0.3");
    places.see(
        Knobs.named("congestion.timely.low", ValueType.TIME), KnobsOfControls::timely, "20us");
    places.see(
        Knobs.named("congestion.timely.high", ValueType.TIME), KnobsOfControls::timely, "60us");
    places.see(
        Knobs.named("congestion.timely.minRtt", ValueType.TIME), KnobsOfControls::timely, "10us");
    places.see(
        Knobs.named("congestion.timely.delta", ValueType.RATE), KnobsOfControls::timely, "2Gbps");
    places.see(
        Knobs.named("congestion.timely.hyperDelta", ValueType.RATE),
        KnobsOfControls::steady,
        "9Gbps");
    places.see(
        Knobs.named("congestion.timely.hyperAfter", ValueType.WHOLE), KnobsOfControls::steady, "2");
    places.see(
        Knobs.named("congestion.timely.startRate", ValueType.RATE),
        KnobsOfControls::timely,
        "30Gbps");
    places.see(
        Knobs.named("congestion.swift.baseTarget", ValueType.TIME), KnobsOfControls::swift, "5us");
    places.see(
        Knobs.named("congestion.swift.perHop", ValueType.TIME), KnobsOfControls::swift, "10us");
    places.see(
        Knobs.named("congestion.swift.range", ValueType.TIME), KnobsOfControls::swift, "5us");
    places.see(
        Knobs.named("congestion.swift.scaleFrom", ValueType.NUMBER), KnobsOfControls::swift, "2");
    places.see(
        Knobs.named("congestion.swift.scaleTo", ValueType.NUMBER), KnobsOfControls::swift, "20");
    places.see(
        Knobs.named("congestion.swift.hostTarget", ValueType.TIME),
        () -> swift().set(Knobs.named("congestion.swift.maxWindow", ValueType.NUMBER), "4"),
        "1ns");
    places.see(Knobs.named("congestion.swift.ai", ValueType.NUMBER), KnobsOfControls::swift, "5");
    places.see(
        Knobs.named("congestion.swift.beta", ValueType.NUMBER), KnobsOfControls::swift, "0.3");
    places.see(
        Knobs.named("congestion.swift.mostDecrease", ValueType.NUMBER),
        KnobsOfControls::swift,
        "0.1");
    places.see(
        Knobs.named("congestion.swift.minWindow", ValueType.NUMBER), KnobsOfControls::swift, "50");
    places.see(
        Knobs.named("congestion.swift.maxWindow", ValueType.NUMBER), KnobsOfControls::swift, "3");
    places.see(Knobs.named("congestion.dctcp.g", ValueType.NUMBER), KnobsOfControls::dctcp, "0.5");
    places.see(
        Knobs.named("congestion.dctcp.initialAlpha", ValueType.NUMBER),
        KnobsOfControls::dctcp,
        "0.2");
    places.see(
        Knobs.named("congestion.dctcp.rateAi", ValueType.RATE), KnobsOfControls::dctcp, "9Gbps");
    places.see(
        Knobs.named("congestion.dctcp.window", ValueType.SWITCH), KnobsOfControls::dctcp, "false");
    places.see(
        Knobs.named("congestion.rttProbe.factor", ValueType.NUMBER),
        KnobsOfControls::probes,
        "0.02");
    places.see(
        Knobs.named("congestion.rttProbe.ai", ValueType.NUMBER), KnobsOfControls::probes, "0.2");
    places.see(
        Knobs.named("congestion.rttProbe.baseRtt", ValueType.TIME), KnobsOfControls::probes, "3us");
    places.see(
        Knobs.named("congestion.rttProbe.maxRtt", ValueType.TIME),
        () ->
            probes()
                .set(Knobs.named("congestion.rttProbe.start", ValueType.NUMBER), "1")
                .set(CongestionKnobs.ECN, "false"),
        "10ms");
    places.see(
        Knobs.named("congestion.rttProbe.start", ValueType.NUMBER), KnobsOfControls::probes, "0.5");
    places.see(
        Knobs.named("congestion.rttProbe.min", ValueType.NUMBER), KnobsOfControls::probes, "0.2");
    places.see(
        Knobs.named("congestion.rttProbe.giveUp", ValueType.TIME), KnobsOfControls::probes, "5us");
    places.see(Knobs.named("congestion.ztrRtt.delay", ValueType.TIME), KnobsOfControls::ztr, "5us");
    places.see(
        Knobs.named("congestion.ztrRtt.alpha", ValueType.NUMBER),
        () -> ztr().set(Knobs.named("congestion.ztrRtt.delay", ValueType.TIME), "6us"),
        "1");
    places.see(
        Knobs.named("congestion.ztrRtt.decrease", ValueType.NUMBER), KnobsOfControls::ztr, "0.8");
    places.see(
        Knobs.named("congestion.ztrRtt.increase", ValueType.NUMBER),
        () -> ztr().set(Knobs.named("congestion.ztrRtt.ai", ValueType.NUMBER), "0.1"),
        "1.2");
    places.see(Knobs.named("congestion.ztrRtt.ai", ValueType.NUMBER), KnobsOfControls::ztr, "0.1");
    places.see(
        Knobs.named("congestion.ztrRtt.hai", ValueType.NUMBER),
        () -> ztr().set(Knobs.named("congestion.ztrRtt.haiPeriod", ValueType.TIME), "1us"),
        "0.1");
    places.see(
        Knobs.named("congestion.ztrRtt.haiPeriod", ValueType.TIME),
        () -> ztr().set(Knobs.named("congestion.ztrRtt.hai", ValueType.NUMBER), "0.1"),
        "1us");
    places.see(
        Knobs.named("congestion.ztrRtt.maxDelay", ValueType.TIME), KnobsOfControls::ztr, "20us");
    places.see(
        Knobs.named("congestion.ztrRtt.first", ValueType.NUMBER), KnobsOfControls::ztr, "0.1");
    places.see(
        Knobs.named("congestion.ztrRtt.fallsToSent", ValueType.SWITCH),
        KnobsOfControls::held,
        "false");
    places.see(
        Knobs.named("congestion.ztrRtt.cnpByRtt", ValueType.SWITCH), KnobsOfControls::ztr, "false");
    places.see(Knobs.named("congestion.ztrRtt.min", ValueType.NUMBER), KnobsOfControls::ztr, "0.6");
    places.see(
        Knobs.named("congestion.ztrRtt.giveUp", ValueType.TIME), KnobsOfControls::ztr, "5us");
    places.see(
        Knobs.named("congestion.hpDcqcn.period", ValueType.TIME), KnobsOfControls::hpDcqcn, "10us");
    places.see(
        Knobs.named("congestion.hpDcqcn.gain", ValueType.NUMBER), KnobsOfControls::hpDcqcn, "0.1");
    places.see(
        Knobs.named("congestion.hpDcqcn.g", ValueType.NUMBER),
        () ->
            hpDcqcn().set(Knobs.named("congestion.hpDcqcn.initialAlpha", ValueType.NUMBER), "0.2"),
        "0.3");
    places.see(
        Knobs.named("congestion.hpDcqcn.initialAlpha", ValueType.NUMBER),
        KnobsOfControls::hpDcqcn,
        "0.1");
    places.see(
        Knobs.named("congestion.hpDcqcn.rateAi", ValueType.RATE),
        KnobsOfControls::hpDcqcn,
        "5Gbps");
    places.see(
        Knobs.named("congestion.admission.channels", ValueType.WHOLE),
        KnobsOfControls::admission,
        "3");
    places.see(
        Knobs.named("congestion.admission.slots", ValueType.WHOLE),
        KnobsOfControls::admission,
        "3");
    places.see(
        Knobs.named("congestion.admission.slotSize", ValueType.SIZE),
        KnobsOfControls::admission,
        "30KB");
    places.see(
        Knobs.named("congestion.swift.resetAfter", ValueType.WHOLE),
        KnobsOfControls::lossySwift,
        "1");
    places.see(CongestionKnobs.ECN_TO_HOSTS, Scenes::busy, "false");
    places.see(PluginMarkingKnobs.ALGORITHM, KnobsOfControls::markers, Plugin.WORD);
    places.see(PluginMarkingKnobs.NAME, KnobsOfControls::marked, "Another");
    places.see(PluginMarkingKnobs.SETTINGS, KnobsOfControls::marked, "30000");
    places.see(PluginControlKnobs.NAME, KnobsOfControls::brought, "Another");
    places.see(PluginControlKnobs.SETTINGS, KnobsOfControls::brought, "0.25");
  }

  /** A control that takes a share of the line, whatever happens. */
  private record Share(String name) implements PluginControl {
    @Override
    public PluginControl.Maker with(String settings) {
      double share = settings.isEmpty() ? 0.5 : Double.parseDouble(settings);
      return path -> new LineRateController((long) (share * path.lineBps()));
    }
  }

  private static Lab brought() {
    return Scenes.busy()
        .set(CongestionKnobs.ALGORITHM, Plugin.WORD)
        .set(Settings.DEFAULTS.with(PluginControlKnobs.NAME, new Share("Share")));
  }

  /** Marks what finds more than so many bytes queued. */
  private record Over(String name) implements PluginMarker {
    @Override
    public PluginMarker.Maker with(String settings) {
      long bytes = settings.isEmpty() ? 10_000 : Long.parseLong(settings);
      return queue ->
          new Marker() {
            @Override
            public boolean marksComing(DataPacket packet, long nowPs) {
              return queue.queuedBytes() > bytes;
            }
          };
    }
  }

  private static Lab markers() {
    return Scenes.busy().set(Settings.DEFAULTS.with(PluginMarkingKnobs.NAME, new Over("Over")));
  }

  private static Lab marked() {
    return markers().set(PluginMarkingKnobs.ALGORITHM, Plugin.WORD);
  }

  private static Lab hpcc() {
    return Scenes.busy().set(CongestionKnobs.ALGORITHM, "hpcc");
  }

  private static Lab pint() {
    return Scenes.busy().set(CongestionKnobs.ALGORITHM, "hpcc-pint");
  }

  private static Lab timely() {
    return Scenes.increasing().set(CongestionKnobs.ALGORITHM, "timely");
  }

  private static Lab swift() {
    return Scenes.busy().set(CongestionKnobs.ALGORITHM, "swift");
  }

  private static Lab dctcp() {
    return Scenes.busy().set(CongestionKnobs.ALGORITHM, "dctcp");
  }

  private static Lab probes() {
    return Scenes.increasing()
        .set(CongestionKnobs.ALGORITHM, "rtt-probe")
        .set(Knobs.named("congestion.rttProbe.start", ValueType.NUMBER), "0.1");
  }

  /** Two flows, which are soon below the target and then rise. */
  private static Lab ztr() {
    return ztr(1, 2);
  }

  /** Three of four flows share a line, so that each sends less than its rate. */
  private static Lab held() {
    return ztr(1, 1, 1, 2);
  }

  private static Lab ztr(int... sources) {
    Lab lab =
        Lab.star(3, "100Gbps", "1us")
            .set(CongestionKnobs.KMIN, "5KB")
            .set(CongestionKnobs.KMAX, "50KB")
            .set(CongestionKnobs.ALGORITHM, "ztr-rtt");
    for (int source : sources) {
      lab.flow(source, 0, 12_000_000 / sources.length, 0);
    }
    return lab;
  }

  private static Lab hpDcqcn() {
    return Scenes.increasing().set(CongestionKnobs.ALGORITHM, "hp-dcqcn");
  }

  /** Rates that leave no queue, so that the RTT neither rises nor falls. */
  private static Lab steady() {
    return timely()
        .set(Knobs.named("congestion.timely.low", ValueType.TIME), "1us")
        .set(Knobs.named("congestion.timely.startRate", ValueType.RATE), "10Gbps");
  }

  private static Lab lossySwift() {
    return Scenes.lossy().set(CongestionKnobs.ALGORITHM, "swift");
  }

  private static Lab admission() {
    return Scenes.busy()
        .set(CongestionKnobs.ALGORITHM, "admission")
        .set(Knobs.named("congestion.admission.slots", ValueType.WHOLE), "2")
        .set(Knobs.named("congestion.admission.slotSize", ValueType.SIZE), "20KB");
  }

  /** Decreases of which some follow one another without an increase between. */
  private static Lab frequent() {
    return Scenes.increasing().set(CongestionKnobs.CNP_INTERVAL, "4us");
  }
}
