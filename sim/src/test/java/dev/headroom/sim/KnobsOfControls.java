package dev.headroom.sim;

import dev.headroom.congestion.LineRate;
import dev.headroom.model.knob.AdmissionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.DctcpKnobs;
import dev.headroom.model.knob.HpDcqcnKnobs;
import dev.headroom.model.knob.HpccKnobs;
import dev.headroom.model.knob.OwnClass;
import dev.headroom.model.knob.OwnControlKnobs;
import dev.headroom.model.knob.OwnMarkingKnobs;
import dev.headroom.model.knob.RttProbeKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwiftKnobs;
import dev.headroom.model.knob.TimelyKnobs;
import dev.headroom.model.knob.ZtrRttKnobs;
import dev.headroom.sim.balance.DataPacket;
import dev.headroom.sim.control.BroughtControl;
import dev.headroom.sim.mark.BroughtMarker;
import dev.headroom.sim.mark.Marker;

/** Where to see the knobs of marking and congestion control at work. */
final class KnobsOfControls {
  private KnobsOfControls() {}

  static void enter(KnobPlaces places) {
    places.see(CongestionKnobs.ALGORITHM, Scenes::busy, "none");
    places.see(DcqcnKnobs.FORM, Scenes::busy, "paper");
    places.see(CongestionKnobs.ECN, Scenes::busy, "false");
    places.see(CongestionKnobs.KMIN, Scenes::busy, "20KB");
    places.see(CongestionKnobs.KMAX, Scenes::busy, "100KB");
    places.see(CongestionKnobs.PMAX, Scenes::busy, "0.5");
    places.see(CongestionKnobs.MARKING, Scenes::busy, "enqueue");
    places.see(CongestionKnobs.FEEDBACK, Scenes::busy, "ack");
    places.see(CongestionKnobs.CNP_INTERVAL, Scenes::busy, "50us");
    places.see(CongestionKnobs.CNP_TIMING, Scenes::busy, "window");
    places.see(DcqcnKnobs.G, Scenes::busy, "0.1");
    places.see(DcqcnKnobs.INITIAL_ALPHA, Scenes::busy, "0.1");
    places.see(DcqcnKnobs.ALPHA_PERIOD, Scenes::busy, "10us");
    places.see(DcqcnKnobs.DECREASE_PERIOD, Scenes::busy, "20us");
    places.see(DcqcnKnobs.INCREASE_TIMER, Scenes::busy, "20us");
    places.see(DcqcnKnobs.BYTE_COUNTER, Scenes::increasing, "10KB");
    places.see(DcqcnKnobs.FAST_RECOVERY, Scenes::increasing, "5");
    places.see(DcqcnKnobs.RATE_AI, Scenes::increasing, "5Gbps");
    places.see(DcqcnKnobs.RATE_HAI, Scenes::increasing, "10Gbps");
    places.see(DcqcnKnobs.MIN_RATE, Scenes::busy, "20Gbps");
    places.see(DcqcnKnobs.CLAMP_TARGET, KnobsOfControls::frequent, "true");
    places.see(DcqcnKnobs.CLAMP_TARGET_AFTER_INCREASE, Scenes::increasing, "false");
    places.see(DcqcnKnobs.MIN_DECREASE, Scenes::busy, "0.9");
    places.see(DcqcnKnobs.FIRST_CNP_RATE, Scenes::busy, "0.5");
    places.see(ControllerKnobs.BASE_RTT, KnobsOfControls::hpcc, "30us");
    places.see(HpccKnobs.ETA, KnobsOfControls::hpcc, "0.8");
    places.see(HpccKnobs.MAX_STAGE, KnobsOfControls::hpcc, "0");
    places.see(HpccKnobs.RATE_AI, KnobsOfControls::hpcc, "1Gbps");
    places.see(HpccKnobs.WINDOW, KnobsOfControls::hpcc, "20KB");
    places.see(HpccKnobs.WINDOWED, KnobsOfControls::hpcc, "false");
    places.see(CongestionKnobs.PACED, KnobsOfControls::hpcc, "false");
    places.see(HpccKnobs.FAST_REACT, KnobsOfControls::hpcc, "false");
    places.see(HpccKnobs.PER_LINK, KnobsOfControls::hpcc, "true");
    places.see(HpccKnobs.SAMPLED, KnobsOfControls::hpcc, "true");
    places.see(
        HpccKnobs.RATE_CAST,
        () -> hpcc().set(HpccKnobs.WINDOW, "0B").set(HpccKnobs.MAX_STAGE, "0"),
        "x86-64");
    places.see(HpccKnobs.HOPS, KnobsOfControls::hpcc, "3");
    places.see(HpccKnobs.UNIT, KnobsOfControls::hpcc, "16");
    places.see(HpccKnobs.PINT_BASE, KnobsOfControls::pint, "1.01");
    places.see(HpccKnobs.PINT_PROBABILITY, KnobsOfControls::pint, "0.2");
    places.see(TimelyKnobs.COMPLETION, KnobsOfControls::timely, "round-trip");
    places.see(TimelyKnobs.SEGMENT, KnobsOfControls::timely, "64KB");
    places.see(TimelyKnobs.WEIGHT, KnobsOfControls::timely, "0.2");
    places.see(TimelyKnobs.BETA, KnobsOfControls::timely, "0.3");
    places.see(TimelyKnobs.LOW, KnobsOfControls::timely, "20us");
    places.see(TimelyKnobs.HIGH, KnobsOfControls::timely, "60us");
    places.see(TimelyKnobs.MIN_RTT, KnobsOfControls::timely, "10us");
    places.see(TimelyKnobs.DELTA, KnobsOfControls::timely, "2Gbps");
    places.see(TimelyKnobs.HYPER, KnobsOfControls::steady, "9Gbps");
    places.see(TimelyKnobs.HYPER_AFTER, KnobsOfControls::steady, "2");
    places.see(TimelyKnobs.START, KnobsOfControls::timely, "30Gbps");
    places.see(SwiftKnobs.BASE, KnobsOfControls::swift, "5us");
    places.see(SwiftKnobs.HOP, KnobsOfControls::swift, "10us");
    places.see(SwiftKnobs.RANGE, KnobsOfControls::swift, "5us");
    places.see(SwiftKnobs.SCALE_FROM, KnobsOfControls::swift, "2");
    places.see(SwiftKnobs.SCALE_TO, KnobsOfControls::swift, "20");
    places.see(SwiftKnobs.HOST, () -> swift().set(SwiftKnobs.MAX, "4"), "1ns");
    places.see(SwiftKnobs.AI, KnobsOfControls::swift, "5");
    places.see(SwiftKnobs.BETA, KnobsOfControls::swift, "0.3");
    places.see(SwiftKnobs.MDF, KnobsOfControls::swift, "0.1");
    places.see(SwiftKnobs.MIN, KnobsOfControls::swift, "50");
    places.see(SwiftKnobs.MAX, KnobsOfControls::swift, "3");
    places.see(DctcpKnobs.G, KnobsOfControls::dctcp, "0.5");
    places.see(DctcpKnobs.ALPHA, KnobsOfControls::dctcp, "0.2");
    places.see(DctcpKnobs.AI, KnobsOfControls::dctcp, "9Gbps");
    places.see(DctcpKnobs.WINDOW, KnobsOfControls::dctcp, "false");
    places.see(RttProbeKnobs.FACTOR, KnobsOfControls::probes, "0.02");
    places.see(RttProbeKnobs.AI, KnobsOfControls::probes, "0.2");
    places.see(RttProbeKnobs.BASE, KnobsOfControls::probes, "3us");
    places.see(
        RttProbeKnobs.MAX,
        () -> probes().set(RttProbeKnobs.START, "1").set(CongestionKnobs.ECN, "false"),
        "10ms");
    places.see(RttProbeKnobs.START, KnobsOfControls::probes, "0.5");
    places.see(RttProbeKnobs.MIN, KnobsOfControls::probes, "0.2");
    places.see(RttProbeKnobs.GIVE_UP, KnobsOfControls::probes, "5us");
    places.see(ZtrRttKnobs.DELAY, KnobsOfControls::ztr, "5us");
    places.see(ZtrRttKnobs.ALPHA, () -> ztr().set(ZtrRttKnobs.DELAY, "6us"), "1");
    places.see(ZtrRttKnobs.DECREASE, KnobsOfControls::ztr, "0.8");
    places.see(ZtrRttKnobs.INCREASE, () -> ztr().set(ZtrRttKnobs.AI, "0.1"), "1.2");
    places.see(ZtrRttKnobs.AI, KnobsOfControls::ztr, "0.1");
    places.see(ZtrRttKnobs.HAI, () -> ztr().set(ZtrRttKnobs.HAI_PERIOD, "1us"), "0.1");
    places.see(ZtrRttKnobs.HAI_PERIOD, () -> ztr().set(ZtrRttKnobs.HAI, "0.1"), "1us");
    places.see(ZtrRttKnobs.MAX_DELAY, KnobsOfControls::ztr, "20us");
    places.see(ZtrRttKnobs.FIRST, KnobsOfControls::ztr, "0.1");
    places.see(ZtrRttKnobs.FALLS_TO_SENT, KnobsOfControls::held, "false");
    places.see(ZtrRttKnobs.CNP_BY_RTT, KnobsOfControls::ztr, "false");
    places.see(ZtrRttKnobs.MIN, KnobsOfControls::ztr, "0.6");
    places.see(ZtrRttKnobs.GIVE_UP, KnobsOfControls::ztr, "5us");
    places.see(HpDcqcnKnobs.PERIOD, KnobsOfControls::hpDcqcn, "10us");
    places.see(HpDcqcnKnobs.GAIN, KnobsOfControls::hpDcqcn, "0.1");
    places.see(HpDcqcnKnobs.G, () -> hpDcqcn().set(HpDcqcnKnobs.ALPHA, "0.2"), "0.3");
    places.see(HpDcqcnKnobs.ALPHA, KnobsOfControls::hpDcqcn, "0.1");
    places.see(HpDcqcnKnobs.AI, KnobsOfControls::hpDcqcn, "5Gbps");
    places.see(AdmissionKnobs.CHANNELS, KnobsOfControls::admission, "3");
    places.see(AdmissionKnobs.SLOTS, KnobsOfControls::admission, "3");
    places.see(AdmissionKnobs.SLOT, KnobsOfControls::admission, "30KB");
    places.see(SwiftKnobs.RESET, KnobsOfControls::lossySwift, "1");
    places.see(CongestionKnobs.ECN_TO_HOSTS, Scenes::busy, "false");
    places.see(OwnMarkingKnobs.ALGORITHM, KnobsOfControls::markers, OwnClass.WORD);
    places.see(OwnMarkingKnobs.NAME, KnobsOfControls::marked, "Another");
    places.see(OwnMarkingKnobs.SETTINGS, KnobsOfControls::marked, "30000");
    places.see(OwnControlKnobs.NAME, KnobsOfControls::brought, "Another");
    places.see(OwnControlKnobs.SETTINGS, KnobsOfControls::brought, "0.25");
  }

  /** A control that takes a share of the line, whatever happens. */
  private record Share(String name) implements BroughtControl {
    @Override
    public BroughtControl.Maker with(String settings) {
      double share = settings.isEmpty() ? 0.5 : Double.parseDouble(settings);
      return path -> new LineRate((long) (share * path.lineBps()));
    }
  }

  private static Lab brought() {
    return Scenes.busy()
        .set(CongestionKnobs.ALGORITHM, OwnClass.WORD)
        .set(Settings.DEFAULTS.with(OwnControlKnobs.NAME, new Share("Share")));
  }

  /** Marks what finds more than so many bytes queued. */
  private record Over(String name) implements BroughtMarker {
    @Override
    public BroughtMarker.Maker with(String settings) {
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
    return Scenes.busy().set(Settings.DEFAULTS.with(OwnMarkingKnobs.NAME, new Over("Over")));
  }

  private static Lab marked() {
    return markers().set(OwnMarkingKnobs.ALGORITHM, OwnClass.WORD);
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
        .set(RttProbeKnobs.START, "0.1");
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
    return timely().set(TimelyKnobs.LOW, "1us").set(TimelyKnobs.START, "10Gbps");
  }

  private static Lab lossySwift() {
    return Scenes.lossy().set(CongestionKnobs.ALGORITHM, "swift");
  }

  private static Lab admission() {
    return Scenes.busy()
        .set(CongestionKnobs.ALGORITHM, "admission")
        .set(AdmissionKnobs.SLOTS, "2")
        .set(AdmissionKnobs.SLOT, "20KB");
  }

  /** Decreases of which some follow one another without an increase between. */
  private static Lab frequent() {
    return Scenes.increasing().set(CongestionKnobs.CNP_INTERVAL, "4us");
  }
}
