package dev.headroom.sim;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.DcqcnKnobs;

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
    places.see(ControllerKnobs.HPCC_ETA, KnobsOfControls::hpcc, "0.8");
    places.see(ControllerKnobs.HPCC_MAX_STAGE, KnobsOfControls::hpcc, "0");
    places.see(ControllerKnobs.HPCC_RATE_AI, KnobsOfControls::hpcc, "1Gbps");
    places.see(ControllerKnobs.HPCC_FAST_REACT, KnobsOfControls::hpcc, "false");
    places.see(ControllerKnobs.HPCC_PER_LINK, KnobsOfControls::hpcc, "true");
    places.see(ControllerKnobs.HPCC_SAMPLED, KnobsOfControls::hpcc, "true");
    places.see(ControllerKnobs.HPCC_HOPS, KnobsOfControls::hpcc, "3");
    places.see(ControllerKnobs.HPCC_UNIT, KnobsOfControls::hpcc, "16");
    places.see(ControllerKnobs.PINT_BASE, KnobsOfControls::pint, "1.01");
    places.see(ControllerKnobs.PINT_PROBABILITY, KnobsOfControls::pint, "0.2");
    places.see(ControllerKnobs.TIMELY_COMPLETION, KnobsOfControls::timely, "round-trip");
    places.see(ControllerKnobs.TIMELY_SEGMENT, KnobsOfControls::timely, "64KB");
    places.see(ControllerKnobs.TIMELY_WEIGHT, KnobsOfControls::timely, "0.2");
    places.see(ControllerKnobs.TIMELY_BETA, KnobsOfControls::timely, "0.3");
    places.see(ControllerKnobs.TIMELY_LOW, KnobsOfControls::timely, "20us");
    places.see(ControllerKnobs.TIMELY_HIGH, KnobsOfControls::timely, "60us");
    places.see(ControllerKnobs.TIMELY_MIN_RTT, KnobsOfControls::timely, "10us");
    places.see(ControllerKnobs.TIMELY_DELTA, KnobsOfControls::timely, "2Gbps");
    places.see(ControllerKnobs.TIMELY_HYPER, KnobsOfControls::steady, "9Gbps");
    places.see(ControllerKnobs.TIMELY_HYPER_AFTER, KnobsOfControls::steady, "2");
    places.see(ControllerKnobs.TIMELY_START, KnobsOfControls::timely, "30Gbps");
    places.see(ControllerKnobs.SWIFT_BASE, KnobsOfControls::swift, "5us");
    places.see(ControllerKnobs.SWIFT_HOP, KnobsOfControls::swift, "10us");
    places.see(ControllerKnobs.SWIFT_RANGE, KnobsOfControls::swift, "5us");
    places.see(ControllerKnobs.SWIFT_SCALE_FROM, KnobsOfControls::swift, "2");
    places.see(ControllerKnobs.SWIFT_SCALE_TO, KnobsOfControls::swift, "20");
    places.see(
        ControllerKnobs.SWIFT_HOST, () -> swift().set(ControllerKnobs.SWIFT_MAX, "4"), "1ns");
    places.see(ControllerKnobs.SWIFT_AI, KnobsOfControls::swift, "5");
    places.see(ControllerKnobs.SWIFT_BETA, KnobsOfControls::swift, "0.3");
    places.see(ControllerKnobs.SWIFT_MDF, KnobsOfControls::swift, "0.1");
    places.see(ControllerKnobs.SWIFT_MIN, KnobsOfControls::swift, "50");
    places.see(ControllerKnobs.SWIFT_MAX, KnobsOfControls::swift, "3");
    places.see(ControllerKnobs.DCTCP_G, KnobsOfControls::dctcp, "0.5");
    places.see(ControllerKnobs.DCTCP_ALPHA, KnobsOfControls::dctcp, "0.2");
    places.see(ControllerKnobs.DCTCP_AI, KnobsOfControls::dctcp, "9Gbps");
    places.see(ControllerKnobs.DCTCP_WINDOW, KnobsOfControls::dctcp, "false");
    places.see(ControllerKnobs.PROBE_FACTOR, KnobsOfControls::probes, "0.02");
    places.see(ControllerKnobs.PROBE_AI, KnobsOfControls::probes, "0.2");
    places.see(ControllerKnobs.PROBE_BASE, KnobsOfControls::probes, "3us");
    places.see(
        ControllerKnobs.PROBE_MAX,
        () -> probes().set(ControllerKnobs.PROBE_START, "1").set(CongestionKnobs.ECN, "false"),
        "10ms");
    places.see(ControllerKnobs.PROBE_START, KnobsOfControls::probes, "0.5");
    places.see(ControllerKnobs.PROBE_MIN, KnobsOfControls::probes, "0.2");
    places.see(ControllerKnobs.PROBE_GIVE_UP, KnobsOfControls::probes, "5us");
    places.see(ControllerKnobs.HP_PERIOD, KnobsOfControls::hpDcqcn, "10us");
    places.see(ControllerKnobs.HP_GAIN, KnobsOfControls::hpDcqcn, "0.1");
    places.see(ControllerKnobs.HP_G, () -> hpDcqcn().set(ControllerKnobs.HP_ALPHA, "0.2"), "0.3");
    places.see(ControllerKnobs.HP_ALPHA, KnobsOfControls::hpDcqcn, "0.1");
    places.see(ControllerKnobs.HP_AI, KnobsOfControls::hpDcqcn, "5Gbps");
    places.see(ControllerKnobs.ADMISSION_CHANNELS, KnobsOfControls::admission, "3");
    places.see(ControllerKnobs.ADMISSION_SLOTS, KnobsOfControls::admission, "3");
    places.see(ControllerKnobs.ADMISSION_SLOT, KnobsOfControls::admission, "30KB");
    places.see(ControllerKnobs.SWIFT_RESET, KnobsOfControls::lossySwift, "1");
    places.see(CongestionKnobs.ECN_TO_HOSTS, Scenes::busy, "false");
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
        .set(ControllerKnobs.PROBE_START, "0.1");
  }

  private static Lab hpDcqcn() {
    return Scenes.increasing().set(CongestionKnobs.ALGORITHM, "hp-dcqcn");
  }

  /** Rates that leave no queue, so that the RTT neither rises nor falls. */
  private static Lab steady() {
    return timely()
        .set(ControllerKnobs.TIMELY_LOW, "1us")
        .set(ControllerKnobs.TIMELY_START, "10Gbps");
  }

  private static Lab lossySwift() {
    return Scenes.lossy().set(CongestionKnobs.ALGORITHM, "swift");
  }

  private static Lab admission() {
    return Scenes.busy()
        .set(CongestionKnobs.ALGORITHM, "admission")
        .set(ControllerKnobs.ADMISSION_SLOTS, "2")
        .set(ControllerKnobs.ADMISSION_SLOT, "20KB");
  }

  /** Decreases of which some follow one another without an increase between. */
  private static Lab frequent() {
    return Scenes.increasing().set(CongestionKnobs.CNP_INTERVAL, "4us");
  }
}
