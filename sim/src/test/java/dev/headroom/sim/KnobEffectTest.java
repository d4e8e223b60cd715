package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.knob.WatchdogKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.Tap;
import dev.headroom.sim.fabric.UnfitScenarioException;
import dev.headroom.sim.measure.RunResult;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No knob does nothing: for each there is a scenario in which another value changes what comes out.
 */
final class KnobEffectTest {
  /**
   * Where to see a knob at work.
   *
   * @param lab makes the scenario
   * @param value of the knob, instead of the one that it has there
   */
  private record Place(Supplier<Lab> lab, String value) {}

  /**
   * What came of a run, as far as anybody can see.
   *
   * @param psns packet sequence numbers that hosts received, added up
   */
  private record Seen(String digest, long endPs, long completionPs, int samples, long psns) {}

  private static final Map<Knob<?>, Place> PLACES = new HashMap<>();

  private static void see(Knob<?> knob, Supplier<Lab> lab, String value) {
    PLACES.put(knob, new Place(lab, value));
  }

  static {
    see(SwitchKnobs.SWITCH_BUFFER, KnobEffectTest::busy, "64MiB");
    see(SwitchKnobs.SWITCH_CELL, KnobEffectTest::busy, "64B");
    see(SwitchKnobs.FORWARDING, KnobEffectTest::busy, "store-and-forward");
    see(SwitchKnobs.ADMISSION, KnobEffectTest::busy, "tail");
    see(SwitchKnobs.SWITCH_LATENCY, KnobEffectTest::busy, "1us");
    see(SwitchKnobs.ALPHA, KnobEffectTest::busy, "1");
    see(SwitchKnobs.LOSSY_ALPHA, KnobEffectTest::lossy, "0.02");
    see(SwitchKnobs.RESERVED, KnobEffectTest::busy, "20KiB");
    see(SwitchKnobs.SCHEDULING, KnobEffectTest::busy, "strict:none dwrr:3=50,6=1");
    see(HostKnobs.RECEIVE_BUFFER, KnobEffectTest::slowHosts, "300KB");
    see(HostKnobs.DRAIN, KnobEffectTest::slowHosts, "30Gbps");
    see(PcieKnobs.STAGES, KnobEffectTest::detailed, "ideal");
    see(PcieKnobs.MACHINE, () -> busy().set(PcieKnobs.STAGES, "detailed"), "dgx-h100");
    see(PcieKnobs.GENERATION, KnobEffectTest::detailed, "3");
    see(PcieKnobs.LANES, KnobEffectTest::detailed, "4");
    see(PcieKnobs.MAX_PAYLOAD, KnobEffectTest::detailed, "512");
    see(PcieKnobs.MAX_READ_REQUEST, KnobEffectTest::detailed, "128");
    see(PcieKnobs.READ_TAGS, KnobEffectTest::detailed, "4");
    see(PcieKnobs.WRITE_CREDITS, KnobEffectTest::detailed, "1KiB");
    see(PcieKnobs.READ_LATENCY, KnobEffectTest::detailed, "1us");
    see(PcieKnobs.SWITCHES, KnobEffectTest::detailed, "0");
    see(PcieKnobs.SWITCH_LATENCY, KnobEffectTest::detailed, "200ns");
    see(PcieKnobs.RETIMERS, KnobEffectTest::detailed, "0");
    see(PcieKnobs.RETIMER_LATENCY, KnobEffectTest::detailed, "64ns");
    see(PcieKnobs.PEER_RATE, KnobEffectTest::overRoot, "30Gbps");
    see(PcieKnobs.GPU_PATH, KnobEffectTest::overRoot, "pix");
    see(PcieKnobs.STALL_AT, KnobEffectTest::detailed, "20us");
    see(PcieKnobs.STALL_FOR, () -> detailed().set(PcieKnobs.STALL_AT, "20us"), "50us");
    see(PcieKnobs.MEMORY, KnobEffectTest::detailed, "staged");
    see(PcieKnobs.COPY_LATENCY, () -> detailed().set(PcieKnobs.MEMORY, "staged"), "1us");
    see(UplinkKnobs.SHARING, KnobEffectTest::together, "1");
    see(UplinkKnobs.UPLINK_LANES, KnobEffectTest::together, "4");
    see(UplinkKnobs.OTHERS_READ, KnobEffectTest::together, "60Gbps");
    see(UplinkKnobs.OTHERS_WRITE, KnobEffectTest::together, "60Gbps");
    see(PcieFaultKnobs.BIT_ERRORS, KnobEffectTest::detailed, "1e-6");
    see(PcieFaultKnobs.SLOWER_BIT_ERRORS, KnobEffectTest::spoilt, "1e-6");
    see(PcieFaultKnobs.RETRAIN_TIME, KnobEffectTest::spoilt, "20us");
    see(PcieFaultKnobs.SLOWER_AFTER, KnobEffectTest::spoilt, "10");
    see(IommuKnobs.ACS, () -> detailed().set(PcieKnobs.MEMORY, "gpu"), "redirect");
    see(IommuKnobs.TRANSLATION, KnobEffectTest::translated, "off");
    see(IommuKnobs.ENTRIES, KnobEffectTest::translated, "1000");
    see(IommuKnobs.WALK, KnobEffectTest::translated, "100ns");
    see(IommuKnobs.WALK_PERIOD, KnobEffectTest::translated, "1us");
    see(IommuKnobs.PAGE, KnobEffectTest::translated, "64KiB");
    see(IommuKnobs.DEVICE_ENTRIES, KnobEffectTest::translated, "1000");
    see(IommuKnobs.DEVICE_MISS, KnobEffectTest::translated, "300ns");
    see(MemoryKnobs.REGISTRATION, KnobEffectTest::detailed, "each");
    see(MemoryKnobs.REGISTER, KnobEffectTest::registering, "1us");
    see(MemoryKnobs.REGISTER_PAGE, KnobEffectTest::registering, "1us");
    see(MemoryKnobs.BUFFERS, KnobEffectTest::registering, "1");
    see(MemoryKnobs.REGISTRATIONS, KnobEffectTest::registering, "1");
    see(
        MemoryKnobs.PAGE_FAULT,
        () -> detailed().set(MemoryKnobs.REGISTRATION, "on-demand"),
        "10us");
    see(PcieKnobs.PAGE, KnobEffectTest::scattered, "64KiB");
    see(PcieKnobs.BUFFER, KnobEffectTest::scattered, "8KiB");
    see(NicKnobs.TRANSLATIONS, KnobEffectTest::scattered, "100000");
    see(NicKnobs.TRANSLATION_MISS, KnobEffectTest::scattered, "1us");
    see(NicKnobs.POST, KnobEffectTest::detailed, "1us");
    see(NicKnobs.LATENCY, KnobEffectTest::detailed, "100ns");
    see(NicKnobs.BLUE_FLAME, KnobEffectTest::detailed, "false");
    see(NicKnobs.INLINE, KnobEffectTest::tiny, "64B");
    see(NicKnobs.MESSAGE_RATE, KnobEffectTest::tiny, "1");
    see(NicKnobs.READ_RATE, () -> tiny().set(TransportKnobs.OPERATION, "read"), "1");
    see(NicKnobs.CONTEXTS, KnobEffectTest::tiny, "3");
    see(NicKnobs.CONTEXT_RELOAD, KnobEffectTest::tiny, "200ns");
    see(NicKnobs.CONTEXT_CACHE, KnobEffectTest::tiny, "40");
    see(NicKnobs.CONTEXT_MISS, KnobEffectTest::tiny, "900ns");
    see(NicKnobs.HIDDEN, KnobEffectTest::tiny, "1");
    see(NicKnobs.MESSAGE_GAP, () -> detailed().set(TransportKnobs.MESSAGE_SIZE, "8KiB"), "1us");
    see(NicKnobs.TRANSMIT_BUFFER, KnobEffectTest::detailed, "16KiB");
    see(NicKnobs.FUNCTIONS, KnobEffectTest::tenants, "32");
    see(NicKnobs.LOOKUPS, KnobEffectTest::tenants, "64");
    see(
        NicKnobs.MODERATION,
        () ->
            detailed()
                .set(TransportKnobs.MESSAGE_SIZE, "8KiB")
                .set(TransportKnobs.OUTSTANDING, "4"),
        "4");
    see(NicKnobs.FUNCTION, KnobEffectTest::detailed, "virtual");

    see(TransportKnobs.OPERATION, KnobEffectTest::busy, "send");
    see(TransportKnobs.MTU, KnobEffectTest::busy, "1024");
    see(TransportKnobs.MESSAGE_SIZE, KnobEffectTest::busy, "16KiB");
    see(TransportKnobs.OUTSTANDING, KnobEffectTest::smallMessages, "1");
    see(
        TransportKnobs.OUTSTANDING_READS,
        () -> smallMessages().set(TransportKnobs.OPERATION, "read"),
        "1");
    see(TransportKnobs.ACK_EVERY, KnobEffectTest::busy, "1");
    see(TransportKnobs.TRAFFIC_CLASS, KnobEffectTest::busy, "4");
    see(TransportKnobs.ACK_CLASS, KnobEffectTest::busy, "6");
    see(TransportKnobs.ACK_HOST_CLASS, KnobEffectTest::busy, "6");
    see(TransportKnobs.CNP_CLASS, KnobEffectTest::busy, "3");
    see(TransportKnobs.WINDOW, KnobEffectTest::busy, "20KB");
    see(
        TransportKnobs.WINDOW_FOLLOWS_RATE,
        () -> busy().set(TransportKnobs.WINDOW, "100KB"),
        "true");
    see(TransportKnobs.ACK_TIMEOUT, KnobEffectTest::lossy, "4");
    see(TransportKnobs.RETRY_COUNT, KnobEffectTest::cutOff, "1");
    see(TransportKnobs.RECOVERY, () -> busy().set(RoutingKnobs.ROUTING, "spray"), "out-of-order");
    see(TransportKnobs.REORDER_WINDOW, KnobEffectTest::selective, "8");
    see(TransportKnobs.BDP_CAP, KnobEffectTest::selective, "false");
    see(TransportKnobs.RETRANSMIT_TIMEOUT, KnobEffectTest::selective, "300us");
    see(TransportKnobs.SHORT_TIMEOUT, KnobEffectTest::selective, "20us");
    see(
        TransportKnobs.FEW_PACKETS,
        () ->
            selective()
                .set(TransportKnobs.SHORT_TIMEOUT, "20us")
                .set(TransportKnobs.RETRANSMIT_TIMEOUT, "300us"),
        "10");
    see(TransportKnobs.RNR_TIMER, KnobEffectTest::refused, "3");
    see(TransportKnobs.RNR_RETRY, KnobEffectTest::refused, "1");
    see(TransportKnobs.RECEIVE_QUEUE, KnobEffectTest::refused, "3");
    see(TransportKnobs.RECEIVE_REPOST, KnobEffectTest::refused, "100us");
    see(TransportKnobs.INITIAL_PSN, KnobEffectTest::busy, "77");
    see(TransportKnobs.FRAMING, KnobEffectTest::busy, "hpcc-ns3");
    see(TransportKnobs.NAK_INTERVAL, KnobEffectTest::lossy, "1us");

    see(CongestionKnobs.ALGORITHM, KnobEffectTest::busy, "none");
    see(DcqcnKnobs.FORM, KnobEffectTest::busy, "paper");
    see(CongestionKnobs.ECN, KnobEffectTest::busy, "false");
    see(CongestionKnobs.KMIN, KnobEffectTest::busy, "20KB");
    see(CongestionKnobs.KMAX, KnobEffectTest::busy, "100KB");
    see(CongestionKnobs.PMAX, KnobEffectTest::busy, "0.5");
    see(CongestionKnobs.MARKING, KnobEffectTest::busy, "enqueue");
    see(CongestionKnobs.FEEDBACK, KnobEffectTest::busy, "ack");
    see(CongestionKnobs.CNP_INTERVAL, KnobEffectTest::busy, "50us");
    see(CongestionKnobs.CNP_TIMING, KnobEffectTest::busy, "window");
    see(DcqcnKnobs.G, KnobEffectTest::busy, "0.1");
    see(DcqcnKnobs.INITIAL_ALPHA, KnobEffectTest::busy, "0.1");
    see(DcqcnKnobs.ALPHA_PERIOD, KnobEffectTest::busy, "10us");
    see(DcqcnKnobs.DECREASE_PERIOD, KnobEffectTest::busy, "20us");
    see(DcqcnKnobs.INCREASE_TIMER, KnobEffectTest::busy, "20us");
    see(DcqcnKnobs.BYTE_COUNTER, KnobEffectTest::increasing, "10KB");
    see(DcqcnKnobs.FAST_RECOVERY, KnobEffectTest::increasing, "5");
    see(DcqcnKnobs.RATE_AI, KnobEffectTest::increasing, "5Gbps");
    see(DcqcnKnobs.RATE_HAI, KnobEffectTest::increasing, "10Gbps");
    see(DcqcnKnobs.MIN_RATE, KnobEffectTest::busy, "20Gbps");
    see(DcqcnKnobs.CLAMP_TARGET, KnobEffectTest::frequent, "true");
    see(DcqcnKnobs.CLAMP_TARGET_AFTER_INCREASE, KnobEffectTest::increasing, "false");
    see(DcqcnKnobs.MIN_DECREASE, KnobEffectTest::busy, "0.9");
    see(DcqcnKnobs.FIRST_CNP_RATE, KnobEffectTest::busy, "0.5");

    see(ControllerKnobs.BASE_RTT, KnobEffectTest::hpcc, "30us");
    see(ControllerKnobs.HPCC_ETA, KnobEffectTest::hpcc, "0.8");
    see(ControllerKnobs.HPCC_MAX_STAGE, KnobEffectTest::hpcc, "0");
    see(ControllerKnobs.HPCC_RATE_AI, KnobEffectTest::hpcc, "1Gbps");
    see(ControllerKnobs.HPCC_FAST_REACT, KnobEffectTest::hpcc, "false");
    see(ControllerKnobs.HPCC_PER_LINK, KnobEffectTest::hpcc, "true");
    see(ControllerKnobs.HPCC_SAMPLED, KnobEffectTest::hpcc, "true");
    see(ControllerKnobs.HPCC_HOPS, KnobEffectTest::hpcc, "3");
    see(ControllerKnobs.HPCC_UNIT, KnobEffectTest::hpcc, "16");
    see(ControllerKnobs.PINT_BASE, KnobEffectTest::pint, "1.01");
    see(ControllerKnobs.PINT_PROBABILITY, KnobEffectTest::pint, "0.2");
    see(ControllerKnobs.TIMELY_COMPLETION, KnobEffectTest::timely, "round-trip");
    see(ControllerKnobs.TIMELY_SEGMENT, KnobEffectTest::timely, "64KB");
    see(ControllerKnobs.TIMELY_WEIGHT, KnobEffectTest::timely, "0.2");
    see(ControllerKnobs.TIMELY_BETA, KnobEffectTest::timely, "0.3");
    see(ControllerKnobs.TIMELY_LOW, KnobEffectTest::timely, "20us");
    see(ControllerKnobs.TIMELY_HIGH, KnobEffectTest::timely, "60us");
    see(ControllerKnobs.TIMELY_MIN_RTT, KnobEffectTest::timely, "10us");
    see(ControllerKnobs.TIMELY_DELTA, KnobEffectTest::timely, "2Gbps");
    see(ControllerKnobs.TIMELY_HYPER, KnobEffectTest::steady, "9Gbps");
    see(ControllerKnobs.TIMELY_HYPER_AFTER, KnobEffectTest::steady, "2");
    see(ControllerKnobs.TIMELY_START, KnobEffectTest::timely, "30Gbps");
    see(ControllerKnobs.SWIFT_BASE, KnobEffectTest::swift, "5us");
    see(ControllerKnobs.SWIFT_HOP, KnobEffectTest::swift, "10us");
    see(ControllerKnobs.SWIFT_RANGE, KnobEffectTest::swift, "5us");
    see(ControllerKnobs.SWIFT_SCALE_FROM, KnobEffectTest::swift, "2");
    see(ControllerKnobs.SWIFT_SCALE_TO, KnobEffectTest::swift, "20");
    see(ControllerKnobs.SWIFT_HOST, () -> swift().set(ControllerKnobs.SWIFT_MAX, "4"), "1ns");
    see(ControllerKnobs.SWIFT_AI, KnobEffectTest::swift, "5");
    see(ControllerKnobs.SWIFT_BETA, KnobEffectTest::swift, "0.3");
    see(ControllerKnobs.SWIFT_MDF, KnobEffectTest::swift, "0.1");
    see(ControllerKnobs.SWIFT_MIN, KnobEffectTest::swift, "50");
    see(ControllerKnobs.SWIFT_MAX, KnobEffectTest::swift, "3");
    see(ControllerKnobs.DCTCP_G, KnobEffectTest::dctcp, "0.5");
    see(ControllerKnobs.DCTCP_ALPHA, KnobEffectTest::dctcp, "0.2");
    see(ControllerKnobs.DCTCP_AI, KnobEffectTest::dctcp, "9Gbps");
    see(ControllerKnobs.DCTCP_WINDOW, KnobEffectTest::dctcp, "false");
    see(ControllerKnobs.PROBE_FACTOR, KnobEffectTest::probes, "0.02");
    see(ControllerKnobs.PROBE_AI, KnobEffectTest::probes, "0.2");
    see(ControllerKnobs.PROBE_BASE, KnobEffectTest::probes, "3us");
    see(
        ControllerKnobs.PROBE_MAX,
        () -> probes().set(ControllerKnobs.PROBE_START, "1").set(CongestionKnobs.ECN, "false"),
        "10ms");
    see(ControllerKnobs.PROBE_START, KnobEffectTest::probes, "0.5");
    see(ControllerKnobs.PROBE_MIN, KnobEffectTest::probes, "0.2");
    see(ControllerKnobs.PROBE_GIVE_UP, KnobEffectTest::probes, "5us");
    see(ControllerKnobs.HP_PERIOD, KnobEffectTest::hpDcqcn, "10us");
    see(ControllerKnobs.HP_GAIN, KnobEffectTest::hpDcqcn, "0.1");
    see(ControllerKnobs.HP_G, () -> hpDcqcn().set(ControllerKnobs.HP_ALPHA, "0.2"), "0.3");
    see(ControllerKnobs.HP_ALPHA, KnobEffectTest::hpDcqcn, "0.1");
    see(ControllerKnobs.HP_AI, KnobEffectTest::hpDcqcn, "5Gbps");
    see(ControllerKnobs.ADMISSION_CHANNELS, KnobEffectTest::admission, "3");
    see(ControllerKnobs.ADMISSION_SLOTS, KnobEffectTest::admission, "3");
    see(ControllerKnobs.ADMISSION_SLOT, KnobEffectTest::admission, "30KB");
    see(ControllerKnobs.SWIFT_RESET, KnobEffectTest::lossySwift, "1");

    see(
        TransportKnobs.TRANSPORT,
        () -> busy().set(CongestionKnobs.ALGORITHM, "none").set(PfcKnobs.PFC, "false"),
        "uec");
    see(SwitchKnobs.TRIMMING, KnobEffectTest::uec, "false");
    see(SwitchKnobs.TRIM_SIZE, KnobEffectTest::uec, "256B");
    see(SwitchKnobs.TRIM_CLASS, KnobEffectTest::uec, "1");
    see(SwitchKnobs.QUEUE_LIMIT, KnobEffectTest::uec, "30KB");
    see(CongestionKnobs.ECN_TO_HOSTS, KnobEffectTest::busy, "false");
    see(UetKnobs.DELIVERY, KnobEffectTest::uec, "rod");
    see(UetKnobs.SPRAYING, KnobEffectTest::uec, "oblivious");
    see(UetKnobs.ENTROPY_VALUES, KnobEffectTest::uec, "2");
    see(UetKnobs.ACK_BYTES, KnobEffectTest::uec, "4096B");
    see(UetKnobs.TIMEOUT, () -> uec().set(SwitchKnobs.TRIMMING, "false"), "300us");
    see(UetKnobs.NSCC_TARGET, KnobEffectTest::uec, "1us");
    see(UetKnobs.NSCC_GAMMA, () -> uec().set(UetKnobs.NSCC_TARGET, "1us"), "0.1");
    see(UetKnobs.NSCC_MAX_WINDOW, KnobEffectTest::uec, "0.5");
    see(UetKnobs.NSCC_QUICK_SHARE, KnobEffectTest::uec, "0");
    see(UetKnobs.RCCC_MAX_CREDIT, KnobEffectTest::credits, "0.5");
    see(UetKnobs.RCCC_GRANT, KnobEffectTest::credits, "4096B");
    see(UetKnobs.RCCC_RATE, KnobEffectTest::credits, "0.7");

    see(CreditKnobs.CREDITS, KnobEffectTest::busy, "true");
    see(CreditKnobs.CREDIT_CLASSES, KnobEffectTest::onCredit, "0");
    see(CreditKnobs.CREDIT_BUFFER, KnobEffectTest::onCredit, "8KiB");
    see(CreditKnobs.CREDIT_PERIOD, KnobEffectTest::onCredit, "2us");
    see(CreditKnobs.CREDIT_SYNC, KnobEffectTest::onCredit, "2us");
    see(CreditKnobs.CREDIT_FORM, KnobEffectTest::onCredit, "cbfc");
    see(CreditKnobs.CREDIT_UNIT, KnobEffectTest::cbfc, "2KiB");
    see(CreditKnobs.CREDIT_OVERHEAD, KnobEffectTest::cbfc, "127");
    see(CreditKnobs.CREDIT_SPACING, KnobEffectTest::cbfc, "64KiB");

    see(InfinibandKnobs.SL2VL, KnobEffectTest::infiniband, "1,1,2,3,4,5,6,7");
    see(InfinibandKnobs.LMC, KnobEffectTest::infiniband, "2");
    see(InfinibandKnobs.ENGINE, KnobEffectTest::ring, "up-down");
    see(RoutingKnobs.SUBNETS, KnobEffectTest::bridged, "leaf");
    see(CpuKnobs.STACK, KnobEffectTest::tcp, "free");
    see(CpuKnobs.CORES, KnobEffectTest::tcp, "1");
    see(CpuKnobs.INTERRUPT_CORES, KnobEffectTest::tcp, "2");
    see(CpuKnobs.FREQUENCY, KnobEffectTest::tcp, "2.5");
    see(CpuKnobs.RECEIVE_COPY, KnobEffectTest::tcp, "1");
    see(CpuKnobs.SEND_COPY, KnobEffectTest::tcp, "1");
    see(CpuKnobs.PACKET, KnobEffectTest::tcp, "100");
    see(CpuKnobs.AGGREGATE, KnobEffectTest::tcp, "100");
    see(CpuKnobs.ACK, KnobEffectTest::tcp, "100");
    see(CpuKnobs.SYSCALL, KnobEffectTest::tcp, "100");
    see(CpuKnobs.INTERRUPT, KnobEffectTest::tcp, "100");
    see(CpuKnobs.MODERATION, KnobEffectTest::tcp, "1us");
    see(CpuKnobs.ADAPTIVE, () -> tcp().set(CpuKnobs.MODERATION, "1us"), "true");
    see(CpuKnobs.MODERATION_FRAMES, KnobEffectTest::tcp, "2");
    see(CpuKnobs.CALL, KnobEffectTest::tcp, "8KiB");
    see(CpuKnobs.SEND_BUFFER, KnobEffectTest::tcp, "64KiB");
    see(CpuKnobs.RING, KnobEffectTest::tcp, "20");
    see(TcpKnobs.HANDSHAKE, KnobEffectTest::tcp, "false");
    see(TcpKnobs.RECEIVE_WINDOW, () -> tcp().set(TcpKnobs.INITIAL_WINDOW, "100"), "64KiB");
    see(TcpKnobs.ACK_EVERY, KnobEffectTest::tcp, "1");
    see(TcpKnobs.ACK_DELAY, () -> tcp().set(TcpKnobs.ACK_EVERY, "64"), "20us");
    see(TcpKnobs.MIN_TIMEOUT, KnobEffectTest::lossyTcp, "20ms");
    see(TcpKnobs.TAIL_PROBE, KnobEffectTest::slowTcp, "false");
    see(TcpKnobs.PROBE_SLACK, KnobEffectTest::slowTcp, "10us");
    see(TcpKnobs.INITIAL_WINDOW, KnobEffectTest::tcp, "2");
    see(TcpKnobs.CUBIC_C, KnobEffectTest::slowTcp, "100");
    see(TcpKnobs.CUBIC_BETA, KnobEffectTest::lossyTcp, "0.3");
    see(TcpKnobs.CUBIC_FAST, () -> slowTcp().set(TcpKnobs.CUBIC_C, "100"), "false");
    see(TcpKnobs.BBR_WINDOW_GAIN, KnobEffectTest::bbr, "1");
    see(TcpKnobs.BBR_ROUNDS, KnobEffectTest::bbr, "2");
    see(TcpKnobs.BBR_MIN_RTT, KnobEffectTest::bbr, "30us");
    see(
        TcpKnobs.BBR_PROBE,
        () -> bbr().set(TcpKnobs.BBR_MIN_RTT, "30us").set(TcpKnobs.BBR_PROBE, "10us"),
        "100us");

    see(SrdKnobs.WAYS, KnobEffectTest::srd, "2");
    see(SrdKnobs.WAY_MEMORY, KnobEffectTest::srd, "10us");
    see(SrdKnobs.TARGET, KnobEffectTest::srd, "1us");
    see(SrdKnobs.BETA, KnobEffectTest::srd, "0.1");
    see(SrdKnobs.MARGIN, KnobEffectTest::srd, "0");
    see(SrdKnobs.AI, KnobEffectTest::srd, "0.1");
    see(SrdKnobs.MIN_TIMEOUT, () -> lossyPair("srd"), "500us");
    see(SrdKnobs.TIMEOUT_SCALE, () -> lossyPair("srd").set(SrdKnobs.MIN_TIMEOUT, "1us"), "30");

    see(FalconKnobs.RECOVERY, () -> lossyPair("falcon"), "eack");
    see(FalconKnobs.REORDERING, KnobEffectTest::gaps, "20");
    see(FalconKnobs.RECEIVE_WINDOW, KnobEffectTest::gaps, "2");
    see(FalconKnobs.TIMEOUT_SCALE, () -> gaps().set(FalconKnobs.MIN_TIMEOUT, "1us"), "30");
    see(FalconKnobs.MIN_TIMEOUT, KnobEffectTest::gaps, "500us");
    see(FalconKnobs.ACK_WINDOW, KnobEffectTest::colliding, "1000");
    see(FalconKnobs.ACK_SHARE, KnobEffectTest::colliding, "1");
    see(FalconKnobs.ACK_DELAY, KnobEffectTest::colliding, "100ns");
    see(FalconKnobs.PATH_CHANGE, KnobEffectTest::colliding, "false");
    see(FalconKnobs.PLB_DELAY, KnobEffectTest::colliding, "0.1");
    see(FalconKnobs.PLB_SHARE, KnobEffectTest::colliding, "0");
    see(FalconKnobs.PLB_ROUNDS, KnobEffectTest::colliding, "1");
    see(FalconKnobs.BASE_TARGET, KnobEffectTest::colliding, "5us");
    see(FalconKnobs.DELAY_WEIGHT, KnobEffectTest::colliding, "0.1");
    see(FalconKnobs.NIC_TARGET, KnobEffectTest::falconToSlowHosts, "2");
    see(FalconKnobs.NIC_AI, KnobEffectTest::falconToSlowHosts, "20");
    see(FalconKnobs.NIC_MDF, KnobEffectTest::falconToSlowHosts, "0.1");
    see(FalconKnobs.NIC_WINDOW, KnobEffectTest::colliding, "2");

    see(PfcKnobs.PFC, KnobEffectTest::busy, "false");
    see(PfcKnobs.PFC_CLASSES, KnobEffectTest::busy, "0");
    see(PfcKnobs.HEADROOM, KnobEffectTest::busy, "200KB");
    see(PfcKnobs.XOFF, KnobEffectTest::busy, "50KB");
    see(PfcKnobs.XON_OFFSET, KnobEffectTest::busy, "50KB");
    see(PfcKnobs.PFC_RESPONSE, KnobEffectTest::busy, "100ns");
    see(PfcKnobs.PAUSE_QUANTA, KnobEffectTest::busy, "20");

    see(RoutingKnobs.ROUTING, KnobEffectTest::busy, "spray");
    see(RoutingKnobs.VALLEY, KnobEffectTest::cutApart, "allow");
    see(RoutingKnobs.BUCKETS, () -> busy().set(RoutingKnobs.ROUTING, "resilient"), "5");
    see(RoutingKnobs.FLOWLET_GAP, KnobEffectTest::flowlets, "1us");
    see(RoutingKnobs.FLOWLET_CHOICE, KnobEffectTest::flowlets, "queue");
    see(RoutingKnobs.FLOWLET_TABLE, KnobEffectTest::flowlets, "4");
    see(RoutingKnobs.GRADES, () -> busy().set(RoutingKnobs.ROUTING, "adaptive"), "none");
    see(
        RoutingKnobs.GRADE_PERIOD,
        () -> busy().set(RoutingKnobs.ROUTING, "adaptive-remote").set(RoutingKnobs.GRADES, "none"),
        "3us");
    see(RoutingKnobs.CELL, KnobEffectTest::inCells, "512B");
    see(RoutingKnobs.CELL_HEADER, KnobEffectTest::inCells, "8B");
    see(RoutingKnobs.CELL_CHOICE, KnobEffectTest::inCells, "queue");
    see(RoutingKnobs.REASSEMBLY, () -> inCells().linkDown(16, 20 * Lab.US), "20us");
    see(RoutingKnobs.VOQ, KnobEffectTest::inCells, "false");
    see(RoutingKnobs.VOQ_CREDIT, KnobEffectTest::inCells, "16KiB");
    see(RoutingKnobs.VOQ_SPEEDUP, KnobEffectTest::inCells, "1.2");
    see(RoutingKnobs.VOQ_LIMIT, KnobEffectTest::inCells, "8KiB");
    see(RoutingKnobs.HASH, KnobEffectTest::busy, "murmur3");
    see(RoutingKnobs.SALT, KnobEffectTest::busy, "none");
    see(RoutingKnobs.UDP_PORT, KnobEffectTest::busy, "nic");

    see(ClassKnobs.DSCP, KnobEffectTest::busy, "0");
    see(ClassKnobs.SWITCH_DSCP_MAP, KnobEffectTest::busy, "24-31=1");
    see(ClassKnobs.QUEUE_MAP_OF_SWITCHES, KnobEffectTest::busy, "3=0");
    see(ClassKnobs.HOST_DSCP_MAP, KnobEffectTest::busy, "24-31=0");
    see(WatchdogKnobs.ACTION, KnobEffectTest::stormed, "forward");
    see(WatchdogKnobs.DETECTION, KnobEffectTest::stormed, "25us");
    see(WatchdogKnobs.RESTORATION, KnobEffectTest::stormed, "200us");
    see(WatchdogKnobs.POLL, KnobEffectTest::stormed, "3us");

    see(FailureKnobs.DETECTION, KnobEffectTest::failing, "5us");
    see(FailureKnobs.CONVERGENCE, KnobEffectTest::failing, "50us");
    see(FailureKnobs.QUEUED, KnobEffectTest::failing, "wait");
    see(FailureKnobs.LINK_RETRY, KnobEffectTest::erring, "true");
    see(FailureKnobs.LINK_RETRIES, () -> erring().set(FailureKnobs.LINK_RETRY, "true"), "1");

    see(RunKnobs.SEED, KnobEffectTest::busy, "2");
    see(RunKnobs.STOP, KnobEffectTest::busy, "50us");
    see(RunKnobs.GRID, KnobEffectTest::busy, "7us");
    see(RunKnobs.PROBE_PERIOD, KnobEffectTest::busy, "10us");
    see(RunKnobs.TIES, KnobEffectTest::busy, "insertion");
    see(RunKnobs.DRAWS, KnobEffectTest::busy, "ns-3");
    see(RunKnobs.ROUNDING, KnobEffectTest::busy, "1ns");
  }

  /** Queues that are marked, and pauses that reach the hosts, in a fabric with choices of way. */
  private static Lab busy() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=4", "fabric.hostsPerLeaf=4")
            .set(SwitchKnobs.SWITCH_BUFFER, "3MiB")
            .set(CongestionKnobs.KMIN, "5KB")
            .set(CongestionKnobs.KMAX, "50KB");
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 60; i++) {
      int source = random.nextInt(16);
      int destination = (source + 1 + random.nextInt(15)) % 16;
      lab.flow(source, destination, random.nextInt(300_000), random.nextInt(50) * Lab.US);
    }
    for (int i = 1; i < 16; i++) {
      lab.flow(i, 0, 200_000, 10 * Lab.US);
    }
    return lab;
  }

  private static Lab inCells() {
    return busy().set(RoutingKnobs.ROUTING, "cells");
  }

  /** Hosts that are not ideal. */
  private static Lab detailed() {
    return busy()
        .set(PcieKnobs.STAGES, "detailed")
        .set(PcieKnobs.SWITCHES, "1")
        .set(PcieKnobs.RETIMERS, "1");
  }

  /** Memory is registered as it is used, two buffers in turn. */
  private static Lab registering() {
    return detailed()
        .set(MemoryKnobs.REGISTRATION, "cached")
        .set(MemoryKnobs.BUFFERS, "2")
        .set(MemoryKnobs.REGISTER, "3us")
        .set(MemoryKnobs.REGISTER_PAGE, "300ns")
        .set(TransportKnobs.MESSAGE_SIZE, "8KiB");
  }

  /** Small pages, few of which are at hand. */
  private static Lab scattered() {
    return detailed()
        .set(PcieKnobs.PAGE, "4KiB")
        .set(PcieKnobs.BUFFER, "64KiB")
        .set(NicKnobs.TRANSLATIONS, "20")
        .set(NicKnobs.TRANSLATION_MISS, "300ns");
  }

  /** One virtual function of more than switches know. */
  private static Lab tenants() {
    return detailed()
        .set(PcieKnobs.MEMORY, "gpu")
        .set(NicKnobs.FUNCTION, "virtual")
        .set(NicKnobs.FUNCTIONS, "40")
        .set(NicKnobs.LOOKUPS, "32");
  }

  /** Servers whose NICs share a link. */
  private static Lab together() {
    Lab lab =
        Lab.shape("rail-optimized", "fabric.servers=2", "fabric.rails=4", "fabric.spines=1")
            .set(PcieKnobs.STAGES, "detailed")
            .set(PcieKnobs.GENERATION, "3")
            .set(UplinkKnobs.SHARING, "4");
    for (int rail = 0; rail < 4; rail++) {
      lab.flow(rail, 4 + rail, 300_000, 0);
    }
    return lab;
  }

  /** Links inside hosts that lose bits until they are slower. */
  private static Lab spoilt() {
    return detailed()
        .set(PcieFaultKnobs.BIT_ERRORS, "1e-4")
        .set(PcieFaultKnobs.RETRAIN_TIME, "5us");
  }

  /** NICs that ask for translations, of which few are at hand. */
  private static Lab translated() {
    return scattered()
        .set(IommuKnobs.TRANSLATION, "ats")
        .set(IommuKnobs.PAGE, "4KiB")
        .set(IommuKnobs.DEVICE_ENTRIES, "10")
        .set(IommuKnobs.ENTRIES, "20");
  }

  private static Lab overRoot() {
    return detailed().set(PcieKnobs.MEMORY, "gpu").set(PcieKnobs.GPU_PATH, "phb");
  }

  /** Small messages of many queue pairs, whose contexts do not all fit. */
  private static Lab tiny() {
    Lab lab =
        Lab.star(4, "100Gbps", "100ns")
            .set(PcieKnobs.STAGES, "detailed")
            .set(NicKnobs.POST, "0ns")
            .set(NicKnobs.CONTEXT_CACHE, "50")
            .set(NicKnobs.CONTEXT_RELOAD, "100ns")
            .set(NicKnobs.CONTEXT_MISS, "300ns")
            .set(NicKnobs.HIDDEN, "0.5")
            .set(TransportKnobs.MESSAGE_SIZE, "64B");
    for (int pair = 0; pair < 300; pair++) {
      lab.flow(pair % 4, (pair + 1) % 4, 640, 0);
    }
    return lab;
  }

  private static Lab flowlets() {
    return busy().set(RoutingKnobs.ROUTING, "flowlet");
  }

  private static Lab hpcc() {
    return busy().set(CongestionKnobs.ALGORITHM, "hpcc");
  }

  private static Lab pint() {
    return busy().set(CongestionKnobs.ALGORITHM, "hpcc-pint");
  }

  private static Lab timely() {
    return increasing().set(CongestionKnobs.ALGORITHM, "timely");
  }

  private static Lab swift() {
    return busy().set(CongestionKnobs.ALGORITHM, "swift");
  }

  private static Lab dctcp() {
    return busy().set(CongestionKnobs.ALGORITHM, "dctcp");
  }

  private static Lab probes() {
    return increasing()
        .set(CongestionKnobs.ALGORITHM, "rtt-probe")
        .set(ControllerKnobs.PROBE_START, "0.1");
  }

  private static Lab hpDcqcn() {
    return increasing().set(CongestionKnobs.ALGORITHM, "hp-dcqcn");
  }

  /** Rates that leave no queue, so that the RTT neither rises nor falls. */
  private static Lab steady() {
    return timely()
        .set(ControllerKnobs.TIMELY_LOW, "1us")
        .set(ControllerKnobs.TIMELY_START, "10Gbps");
  }

  private static Lab lossySwift() {
    return lossy().set(CongestionKnobs.ALGORITHM, "swift");
  }

  private static Lab admission() {
    return busy()
        .set(CongestionKnobs.ALGORITHM, "admission")
        .set(ControllerKnobs.ADMISSION_SLOTS, "2")
        .set(ControllerKnobs.ADMISSION_SLOT, "20KB");
  }

  /** Queues that are marked and overflow. */
  private static Lab uec() {
    return busy()
        .set(Presets.named("uec").orElseThrow().settings())
        .set(SwitchKnobs.SWITCH_BUFFER, "32MiB")
        .set(SwitchKnobs.QUEUE_LIMIT, "60KB");
  }

  private static Lab onCredit() {
    return busy().set(CreditKnobs.CREDITS, "true");
  }

  private static Lab cbfc() {
    return onCredit().set(CreditKnobs.CREDIT_FORM, "cbfc").set(CreditKnobs.CREDIT_BUFFER, "12KiB");
  }

  private static Lab infiniband() {
    return busy().set(Presets.named("infiniband").orElseThrow().settings());
  }

  private static Lab bridged() {
    return busy()
        .set(Presets.named("rocev1").orElseThrow().settings())
        .set(RoutingKnobs.SUBNETS, "fabric");
  }

  private static Lab ring() {
    Lab lab = Lab.shape("ring", "fabric.length=5", "fabric.hostsPerSwitch=1");
    for (int host = 0; host < 5; host++) {
      lab.flow(host, (host + 2) % 5, 300_000, 0);
    }
    return lab;
  }

  /** Buffers that overflow. */
  private static Lab srd() {
    return busy()
        .set(Presets.named("srd").orElseThrow().settings())
        .set(TransportKnobs.MTU, "4096")
        .set(SwitchKnobs.SWITCH_BUFFER, "400KiB");
  }

  /** Flows of several lengths over links that lose a fifth of all packets. */
  private static Lab lossyPair(String transport) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", 0.1).lossyLink(b, hub, "100Gbps", "1us", 0.1);
    for (int i = 0; i < 20; i++) {
      lab.flow(0, 1, 1_000 + 30_000L * i, 1_000L * i * Lab.US);
    }
    return lab.set(Presets.named(transport).orElseThrow().settings());
  }

  private static Lab gaps() {
    return lossyPair("falcon").set(FalconKnobs.RECOVERY, "eack");
  }

  /** A permutation whose flows collide on their ways. */
  private static Lab colliding() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.hostsPerLeaf=4", "fabric.links.rate=100Gbps")
            .set(Presets.named("falcon").orElseThrow().settings())
            .set(FalconKnobs.PLB_ROUNDS, "3");
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 4) % 16, 5_000_000, 0);
    }
    return lab;
  }

  private static Lab falconToSlowHosts() {
    return busy()
        .set(Presets.named("falcon").orElseThrow().settings())
        .set(HostKnobs.DRAIN, "10Gbps")
        .set(HostKnobs.RECEIVE_BUFFER, "100KB")
        .set(FalconKnobs.NIC_TARGET, "8");
  }

  private static Lab credits() {
    return uec().set(CongestionKnobs.ALGORITHM, "rccc");
  }

  private static Lab tcp() {
    return busy()
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(TransportKnobs.MTU, "1500");
  }

  /** Queues that overflow, and timeouts that pass within the run. */
  private static Lab lossyTcp() {
    return tcp()
        .set(CpuKnobs.STACK, "free")
        .set(SwitchKnobs.SWITCH_BUFFER, "64KiB")
        .set(TcpKnobs.MIN_TIMEOUT, "1ms")
        .set(TcpKnobs.PROBE_SLACK, "100us");
  }

  /** A long way on which packets are lost now and then, the last of a flight among them. */
  private static Lab slowTcp() {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    lab.lossyLink(a, b, "100Mbps", "5ms", 0.04);
    for (int flow = 0; flow < 60; flow++) {
      lab.flow(0, 1, flow % 20 == 0 ? 300_000 : 5_000, flow * 50L * Lab.MS);
    }
    return lab.onOneQueuePair()
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(TransportKnobs.MTU, "1500");
  }

  private static Lab bbr() {
    return increasing()
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(CongestionKnobs.ALGORITHM, "bbr");
  }

  private static Lab smallMessages() {
    return busy().set(TransportKnobs.MESSAGE_SIZE, "8KiB");
  }

  private static Lab lossy() {
    return busy()
        .set(PfcKnobs.PFC, "false")
        .set(SwitchKnobs.SWITCH_BUFFER, "64KiB")
        .set(TransportKnobs.ACK_TIMEOUT, "5");
  }

  private static Lab selective() {
    return lossy().set(TransportKnobs.RECOVERY, "selective-repeat");
  }

  private static Lab slowHosts() {
    return busy()
        .set(HostKnobs.DRAIN, "20Gbps")
        .set(HostKnobs.RECEIVE_BUFFER, "200KB")
        .set(CongestionKnobs.ALGORITHM, "none");
  }

  private static Lab cutOff() {
    return busy().set(TransportKnobs.ACK_TIMEOUT, "1").linkDown(0, 20 * Lab.US);
  }

  /** A host pauses its switch, and a watchdog looks after the queue. */
  private static Lab stormed() {
    return busy()
        .set(WatchdogKnobs.ACTION, "drop")
        .set(WatchdogKnobs.DETECTION, "10us")
        .set(TransportKnobs.ACK_TIMEOUT, "3")
        .storm(0, 5 * Lab.US, 60 * Lab.US);
  }

  private static Lab failing() {
    return busy().set(TransportKnobs.ACK_TIMEOUT, "3").linkDown(16, 20 * Lab.US);
  }

  /** One frame in twelve is bad on the way to the first leaf. */
  private static Lab erring() {
    return busy().set(TransportKnobs.ACK_TIMEOUT, "3").worse(0, 1, 0, 1, 2.5e-6);
  }

  /** Between the first two leaves there is no spine that both can reach. */
  private static Lab cutApart() {
    Lab lab = busy().set(TransportKnobs.ACK_TIMEOUT, "3");
    for (int link : new int[] {16, 17, 18, 23}) {
      lab.linkDown(link, 20 * Lab.US);
    }
    return lab;
  }

  private static Lab refused() {
    return smallMessages()
        .set(TransportKnobs.OPERATION, "send")
        .set(TransportKnobs.RECEIVE_QUEUE, "1")
        .set(TransportKnobs.RECEIVE_REPOST, "30us")
        .set(TransportKnobs.RNR_TIMER, "1");
  }

  /** Long flows whose rates rise a few times, but not to the full, before the next decrease. */
  private static Lab increasing() {
    Lab lab =
        Lab.star(7, "100Gbps", "1us")
            .set(CongestionKnobs.KMIN, "5KB")
            .set(CongestionKnobs.KMAX, "50KB")
            .set(DcqcnKnobs.INCREASE_TIMER, "5us")
            .set(CongestionKnobs.CNP_INTERVAL, "12us");
    for (int host = 1; host < 7; host++) {
      lab.flow(host, 0, 3_000_000, host * Lab.US);
    }
    return lab;
  }

  /** Decreases of which some follow one another without an increase between. */
  private static Lab frequent() {
    return increasing().set(CongestionKnobs.CNP_INTERVAL, "4us");
  }

  /** All but those that have one value only. */
  static Stream<String> knobs() {
    return Knobs.all().stream().filter(knob -> knob.type().words().size() != 1).map(Knob::name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("knobs")
  void shouldChangeWhatComesOut(String name) {
    Knob<?> knob = Knobs.named(name).orElseThrow();
    Place place = PLACES.get(knob);
    if (place == null) {
      fail("nobody has shown that %s does anything".formatted(name));
      return;
    }
    Seen before = seen(place.lab.get());
    assertThat(seen(place.lab.get().set(knob, place.value))).as(name).isNotEqualTo(before);
    assertThat(seen(place.lab.get())).as("it was the knob").isEqualTo(before);
  }

  static Stream<String> knobsOfNodes() {
    return Knobs.ofNodes().stream().map(Knob::name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("knobsOfNodes")
  void shouldDoTheSameWhereItIsSetForEachNode(String name) {
    Knob<?> knob = Knobs.named(name).orElseThrow();
    Place place = PLACES.get(knob);
    if (place == null) {
      fail("nobody has shown that %s does anything".formatted(name));
      return;
    }
    assertThat(seen(place.lab.get().at("*", knob, place.value)))
        .isEqualTo(seen(place.lab.get().set(knob, place.value)));
  }

  private static Seen seen(Lab lab) {
    try {
      return ran(lab);
    } catch (UnfitScenarioException refused) {
      return new Seen("refused: " + refused.getMessage(), 0, 0, 0, 0);
    }
  }

  private static Seen ran(Lab lab) {
    Scenario scenario = lab.scenario();
    AtomicLong psns = new AtomicLong();
    Assembly assembly =
        Assembly.of(
            scenario,
            1,
            false,
            hosts -> Tap.around(hosts, (packet, nowPs) -> psns.addAndGet(packet.psn)));
    RunResult result =
        Simulation.run(
            scenario,
            assembly,
            new CpuClock(),
            new RunOptions(1, 1, false),
            flow -> {},
            Progress.SILENT);
    return new Seen(
        result.digest(),
        result.endPs(),
        result.completionTimePs(),
        result.samples().count(),
        psns.get());
  }
}
