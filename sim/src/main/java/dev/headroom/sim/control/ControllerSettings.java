package dev.headroom.sim.control;

import dev.headroom.congestion.Bbr;
import dev.headroom.congestion.Cubic;
import dev.headroom.congestion.DcqcnParameters;
import dev.headroom.congestion.Dctcp;
import dev.headroom.congestion.DctcpRdma;
import dev.headroom.congestion.FalconSwift;
import dev.headroom.congestion.HpDcqcn;
import dev.headroom.congestion.HpccSettings;
import dev.headroom.congestion.Nscc;
import dev.headroom.congestion.NsccDraft;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RateCast;
import dev.headroom.congestion.Rccc;
import dev.headroom.congestion.RttProbe;
import dev.headroom.congestion.Srd;
import dev.headroom.congestion.Swift;
import dev.headroom.congestion.TcpWindows;
import dev.headroom.congestion.TimelySettings;
import dev.headroom.congestion.ZtrRtt;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.DctcpKnobs;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HpDcqcnKnobs;
import dev.headroom.model.knob.HpccKnobs;
import dev.headroom.model.knob.RttProbeKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwiftKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TimelyKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.ZtrRttKnobs;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/** What the knobs of a scenario say to each controller, in the controllers' own terms. */
final class ControllerSettings {
  /**
   * Swift's base target where the way is short; {@code congestion.swift.baseTarget} says whence.
   */
  private static final long SWIFT_TARGET_PS = 20_000_000;

  /**
   * The RTT that is long to controls that probe, where the way is short; {@code
   * congestion.rttProbe.baseRtt} and {@code congestion.ztrRtt.delay} say whence.
   */
  private static final long PROBE_BASE_PS = 13_000_000;

  private final Settings settings;

  ControllerSettings(Settings settings) {
    this.settings = settings;
  }

  HpccSettings hpcc(Path path) {
    Rate line = new Rate(path.lineBps());
    return new HpccSettings(
        settings.get(HpccKnobs.ETA),
        settings.get(HpccKnobs.MAX_STAGE).intValue(),
        hpccRateAi(path),
        Derived.minRate(settings, line).bps(),
        settings.get(HpccKnobs.FAST_REACT),
        settings.get(HpccKnobs.PER_LINK),
        settings.get(HpccKnobs.SAMPLED),
        settings.find(HpccKnobs.WINDOW).stream().mapToLong(Size::bytes).findFirst(),
        settings.get(HpccKnobs.WINDOWED),
        rateCast());
  }

  private RateCast rateCast() {
    return switch (settings.get(HpccKnobs.RATE_CAST)) {
      case "x86-64" -> RateCast.X86_64;
      case "avx-512" -> RateCast.AVX_512;
      default -> RateCast.LINE;
    };
  }

  /**
   * The paper's Wai is for packets that are small beside the BDP. Less than a sixteenth of a packet
   * a round trip does not make up for what senders in step see of each other's packets, and shares
   * stay as they happen to be.
   */
  private long hpccRateAi(Path path) {
    long sixteenth = (long) (path.packetBytes() * 8e12 / 16 / path.baseRttPs());
    return settings
        .find(HpccKnobs.RATE_AI)
        .map(Rate::bps)
        .orElseGet(() ->
            Math.max(sixteenth, Derived.hpccRateAi(settings, new Rate(path.lineBps())).bps()));
  }

  TimelySettings timely(Path path, double beta) {
    long line = path.lineBps();
    long delta = settings.find(TimelyKnobs.DELTA).map(Rate::bps).orElse(Math.max(1, line / 1_000));
    return new TimelySettings(
        settings.get(TimelyKnobs.WEIGHT),
        settings.find(TimelyKnobs.BETA).orElse(beta),
        settings.get(TimelyKnobs.LOW).ps(),
        settings.get(TimelyKnobs.HIGH).ps(),
        settings.get(TimelyKnobs.MIN_RTT).ps(),
        delta,
        settings.get(TimelyKnobs.HYPER_AFTER).intValue(),
        settings.find(TimelyKnobs.HYPER).map(Rate::bps).orElse(5 * delta),
        settings.get(TimelyKnobs.SEGMENT).bytes(),
        Derived.minRate(settings, new Rate(line)).bps(),
        settings.find(TimelyKnobs.START).map(Rate::bps).orElse(line));
  }

  /** A time that a control is published with, or what a longer way asks for. */
  private static long forLongWays(long publishedPs, Path path) {
    return Math.max(publishedPs, path.baseRttPs() * 3 / 2);
  }

  Swift.Settings swift(Path path) {
    return new Swift.Settings(
        settings
            .find(SwiftKnobs.BASE)
            .map(Time::ps)
            .orElseGet(() -> forLongWays(SWIFT_TARGET_PS, path)),
        settings.get(SwiftKnobs.HOP).ps(),
        settings.get(SwiftKnobs.RANGE).ps(),
        settings.get(SwiftKnobs.SCALE_FROM),
        settings.get(SwiftKnobs.SCALE_TO),
        settings.get(SwiftKnobs.HOST).ps(),
        settings.get(SwiftKnobs.AI),
        settings.get(SwiftKnobs.BETA),
        settings.get(SwiftKnobs.MDF),
        settings.get(SwiftKnobs.MIN),
        settings.get(SwiftKnobs.MAX),
        settings.get(SwiftKnobs.RESET).intValue());
  }

  Srd.Settings srd(Path path) {
    Srd.Settings usual = Srd.Settings.defaults(path);
    return new Srd.Settings(
        settings.find(SrdKnobs.TARGET).map(Time::ps).orElse(usual.targetPs()),
        settings.get(SrdKnobs.BETA),
        settings.get(SrdKnobs.MARGIN),
        settings.get(SrdKnobs.AI),
        usual.minBps());
  }

  /** Swift's settings, with a base target of its own. */
  FalconSwift.Settings falcon(Path path) {
    Swift.Settings swift = swift(path);
    long basePs = settings.find(FalconKnobs.BASE_TARGET).map(Time::ps).orElse(swift.baseTargetPs());
    return new FalconSwift.Settings(
        swift.withBaseTarget(basePs),
        settings.get(FalconKnobs.DELAY_WEIGHT),
        settings.get(FalconKnobs.NIC_AI),
        settings.get(FalconKnobs.NIC_MDF),
        settings.get(FalconKnobs.NIC_TARGET).intValue(),
        settings.get(FalconKnobs.NIC_WINDOW));
  }

  DctcpRdma.Settings dctcp(Path path) {
    return new DctcpRdma.Settings(
        settings.get(DctcpKnobs.G),
        settings.get(DctcpKnobs.ALPHA),
        settings
            .find(DctcpKnobs.AI)
            .map(Rate::bps)
            .orElse(DctcpRdma.Settings.defaults(path).aiBps()),
        Derived.minRate(settings, new Rate(path.lineBps())).bps(),
        settings.get(DctcpKnobs.WINDOW));
  }

  Dctcp.Settings dctcpOfTcp(Path path) {
    return new Dctcp.Settings(
        settings.get(DctcpKnobs.G), settings.get(DctcpKnobs.ALPHA), windows());
  }

  TcpWindows windows() {
    return new TcpWindows(
        settings.get(TcpKnobs.INITIAL_WINDOW).intValue(), TcpWindows.defaults().maxPackets());
  }

  Cubic.Settings cubic(Path path) {
    return new Cubic.Settings(
        settings.get(TcpKnobs.CUBIC_C),
        settings.get(TcpKnobs.CUBIC_BETA),
        settings.get(TcpKnobs.CUBIC_FAST),
        windows());
  }

  Bbr.Settings bbr() {
    Bbr.Settings linux = Bbr.Settings.defaults();
    return new Bbr.Settings(
        settings.get(TcpKnobs.INITIAL_WINDOW).intValue(),
        linux.highGain(),
        settings.get(TcpKnobs.BBR_WINDOW_GAIN),
        settings.get(TcpKnobs.BBR_ROUNDS).intValue(),
        settings.get(TcpKnobs.BBR_MIN_RTT).ps(),
        settings.get(TcpKnobs.BBR_PROBE).ps(),
        linux.minPackets(),
        linux.pacingMargin(),
        linux.burstPackets());
  }

  RttProbe.Settings rttProbe(Path path) {
    long basePs =
        settings
            .find(RttProbeKnobs.BASE)
            .map(Time::ps)
            .orElseGet(() -> forLongWays(PROBE_BASE_PS, path));
    return new RttProbe.Settings(
        settings.get(RttProbeKnobs.FACTOR),
        settings.get(RttProbeKnobs.AI),
        basePs,
        Math.max(basePs, settings.get(RttProbeKnobs.MAX).ps()),
        settings.get(RttProbeKnobs.START),
        settings.get(RttProbeKnobs.MIN),
        settings.get(RttProbeKnobs.GIVE_UP).ps());
  }

  ZtrRtt.Settings ztrRtt(Path path) {
    long delayPs =
        settings
            .find(ZtrRttKnobs.DELAY)
            .map(Time::ps)
            .orElseGet(() -> forLongWays(PROBE_BASE_PS, path));
    return new ZtrRtt.Settings(
        delayPs,
        settings.get(ZtrRttKnobs.ALPHA),
        settings.get(ZtrRttKnobs.DECREASE),
        settings.get(ZtrRttKnobs.INCREASE),
        settings.get(ZtrRttKnobs.AI),
        settings.get(ZtrRttKnobs.HAI),
        settings.get(ZtrRttKnobs.HAI_PERIOD).ps(),
        Math.max(delayPs, settings.get(ZtrRttKnobs.MAX_DELAY).ps()),
        settings.get(ZtrRttKnobs.FIRST),
        settings.get(ZtrRttKnobs.FALLS_TO_SENT),
        settings.get(ZtrRttKnobs.CNP_BY_RTT),
        settings.get(ZtrRttKnobs.MIN),
        settings.get(ZtrRttKnobs.GIVE_UP).ps());
  }

  HpDcqcn.Settings hpDcqcn(Path path) {
    return new HpDcqcn.Settings(
        settings.get(HpDcqcnKnobs.PERIOD).ps(),
        settings.get(HpDcqcnKnobs.GAIN),
        settings.get(HpDcqcnKnobs.G),
        settings.get(HpDcqcnKnobs.ALPHA),
        settings.get(HpDcqcnKnobs.AI).bps(),
        Derived.minRate(settings, new Rate(path.lineBps())).bps());
  }

  Nscc.Settings nscc(Path path, boolean receiverCredits) {
    Nscc.Settings usual = Nscc.Settings.defaults(path, settings.get(SwitchKnobs.TRIMMING));
    return new Nscc.Settings(
        usual.networkRttPs(),
        settings.find(UetKnobs.NSCC_TARGET).map(Time::ps).orElse(usual.targetPs()),
        settings.get(UetKnobs.NSCC_GAMMA),
        usual.delayWeight(),
        usual.fastUnderPs(),
        settings.get(UetKnobs.NSCC_MAX_WINDOW),
        usual.adjustPackets(),
        usual.quickDelay(),
        settings.get(UetKnobs.NSCC_QUICK_SHARE),
        receiverCredits);
  }

  NsccDraft.Settings nsccDraft() {
    NsccDraft.Edition edition =
        "draft".equals(settings.get(UetKnobs.NSCC_EDITION))
            ? NsccDraft.Edition.SCALED
            : NsccDraft.Edition.EARLY;
    return new NsccDraft.Settings(
        edition,
        settings.find(UetKnobs.NSCC_TARGET).map(Time::ps).orElse(NsccDraft.Settings.TARGET_PS),
        settings.get(UetKnobs.NSCC_GAMMA),
        settings.get(UetKnobs.NSCC_MAX_WINDOW),
        settings.get(UetKnobs.NSCC_QUICK_SHARE));
  }

  Rccc.Settings rccc() {
    return new Rccc.Settings(settings.get(UetKnobs.RCCC_MAX_CREDIT));
  }

  DcqcnParameters dcqcn(Path path) {
    Rate line = new Rate(path.lineBps());
    long roundingPs = settings.get(RunKnobs.ROUNDING).ps();
    return new DcqcnParameters(
        settings.get(DcqcnKnobs.G),
        settings.get(DcqcnKnobs.INITIAL_ALPHA),
        settings.get(DcqcnKnobs.ALPHA_PERIOD).ps(),
        settings.get(DcqcnKnobs.DECREASE_PERIOD).ps(),
        settings.get(DcqcnKnobs.INCREASE_TIMER).ps(),
        settings.get(DcqcnKnobs.BYTE_COUNTER).bytes(),
        settings.get(DcqcnKnobs.FAST_RECOVERY).intValue(),
        Derived.rateAi(settings, line).bps(),
        Derived.rateHai(settings, line).bps(),
        Derived.minRate(settings, line).bps(),
        settings.get(DcqcnKnobs.CLAMP_TARGET),
        settings.get(DcqcnKnobs.CLAMP_TARGET_AFTER_INCREASE),
        settings.get(DcqcnKnobs.MIN_DECREASE),
        settings.get(DcqcnKnobs.FIRST_CNP_RATE),
        roundingPs > 1 ? roundingPs : 0);
  }
}
