package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.congestion.fluid.DcqcnFluid;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.FirstCnp;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Presets;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.List;

/** Claims of the articles about DCQCN's settings. */
final class DcqcnClaims {
  private static final Rate FAST = Rate.ofGbps(800);
  private static final Rate LINE = Rate.ofGbps(40);

  /** The paper's R_AI, which is for 40 Gb/s, and as much of the line at 800 Gb/s. */
  private static final Rate PAPER_AI = new Rate(40_000_000);

  private static final Rate SCALED_AI = new Rate(800_000_000);

  /** What the article calls the best alpha gain at 800 Gb/s. */
  private static final double STATED_GAIN = 0.125;

  private static final double PAPER_GAIN = dcqcn("paper", FAST).g();

  private static final String AT_LINE_RATE =
      "headroom calc dcqcn --rate 40Gbps --flows 1 --alpha 100%";
  private static final double JUMBO_BYTES = 9000;
  private static final double KMIN_BYTES = 20e3;
  private static final double RTT_SECONDS = 10e-6;
  private static final String AI = "headroom knobs congestion.rateAi --json";
  private static final String CNP_INTERVAL = "headroom knobs congestion.cnpInterval --json";
  private static final String ALPHA = "headroom knobs congestion.initialAlpha --json";
  private static final String KMIN = "headroom calc ecn --rate 800Gbps --rtt 5us --kmin 20KB";

  private DcqcnClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S2:159",
            trial("value of the paper, at 40G", () -> aiMbps("paper", 40), AI),
            trial("value of the firmware, at 100G", () -> aiMbps("vendor", 100), AI)),
        trials(
            "S2:350",
            trial("value of the paper", () -> cnpUs("paper"), CNP_INTERVAL),
            trial("value of the firmware", () -> cnpUs("vendor"), CNP_INTERVAL)),
        trials(
            "S2:352a",
            trial("value of the paper", () -> dcqcn("paper", FAST).initialAlpha(), ALPHA),
            trial("value of the firmware", () -> dcqcn("vendor", FAST).initialAlpha(), ALPHA)),
        trials(
            "S2:352b",
            () -> afterCnp(FAST, 0.5).left(),
            "headroom calc dcqcn --rate 800Gbps --flows 1 --alpha 50%"),
        trials(
            "S2:152",
            () -> afterCnp(LINE, 0.5).left(),
            "headroom calc dcqcn --rate 40Gbps --flows 1 --alpha 50%"),
        trials("S2:154", () -> afterCnp(LINE, 1).left(), AT_LINE_RATE),
        trials("S2:157", () -> afterCnp(LINE, 1).increaseBps() * 1e-6, AT_LINE_RATE),
        trials(
            "S2:352c",
            resting(2, PAPER_AI),
            resting(8, PAPER_AI),
            resting(64, PAPER_AI),
            resting(2, SCALED_AI),
            resting(8, SCALED_AI),
            resting(64, SCALED_AI)),
        trials(
            "S2:352d",
            converging(2, PAPER_AI, STATED_GAIN),
            converging(8, PAPER_AI, STATED_GAIN),
            converging(2, SCALED_AI, STATED_GAIN),
            converging(8, SCALED_AI, STATED_GAIN),
            converging(2, PAPER_AI, PAPER_GAIN),
            converging(8, PAPER_AI, PAPER_GAIN),
            converging(2, SCALED_AI, PAPER_GAIN),
            converging(8, SCALED_AI, PAPER_GAIN)),
        trials("S2:352e", () -> KMIN_BYTES / JUMBO_BYTES, KMIN),
        trials("S2:352f", () -> KMIN_BYTES * 8 / FAST.bps() * 1e6, KMIN),
        trials("S2:166", tenth(16), tenth(64)),
        trials("S2:352h", () -> 0.1 * (64 << 20) / KMIN_BYTES, KMIN + " --buffer 64MiB"));
  }

  private static Settings preset(String name) {
    return Presets.named(name).map(Presets.Preset::settings).orElse(Settings.DEFAULTS);
  }

  private static Claim.Trial resting(int flows, Rate ai) {
    return trial(
        with(flows, ai),
        () -> fluid(flows, ai, PAPER_GAIN).fixedPoint().alpha(),
        fluidCommand(flows, ai));
  }

  private static Claim.Trial converging(int flows, Rate ai, double gain) {
    boolean stated = gain == STATED_GAIN;
    return trial(
        with(flows, ai) + (stated ? ", g 0.125" : ", g 1/256"),
        () -> fluid(flows, ai, gain).convergence().seconds() / RTT_SECONDS,
        fluidCommand(flows, ai) + (stated ? " --g 0.125" : ""));
  }

  private static String with(int flows, Rate ai) {
    return "%d flows, R_AI %s"
        .formatted(flows, ai.equals(PAPER_AI) ? "as at 40G" : "in proportion");
  }

  private static String fluidCommand(int flows, Rate ai) {
    return ("headroom calc dcqcn --rate 800Gbps --flows %d --feedback-delay 10us --packet 4096B"
            + " --rate-ai %dMbps")
        .formatted(flows, ai.bps() / 1_000_000);
  }

  private static Claim.Trial tenth(int mebibytes) {
    return trial(
        mebibytes + " MiB",
        () -> 0.1 * ((long) mebibytes << 20) * 1e-3,
        "headroom calc ecn --rate 800Gbps --rtt 5us --buffer " + mebibytes + "MiB");
  }

  /** What a preset says to a NIC of a rate. */
  private static DcqcnParameters dcqcn(String preset, Rate rate) {
    return DerivedDefaults.dcqcn(preset(preset), rate);
  }

  /** With the paper's settings. */
  private static FirstCnp afterCnp(Rate rate, double alpha) {
    DcqcnParameters paper = dcqcn("paper", rate);
    return FirstCnp.at(
        rate.bps(), alpha, paper.increaseTimerPs(), paper.fastRecovery(), paper.aiBps());
  }

  private static double aiMbps(String preset, int gbps) {
    return dcqcn(preset, Rate.ofGbps(gbps)).aiBps() * 1e-6;
  }

  private static double cnpUs(String preset) {
    return preset(preset).get(CongestionKnobs.CNP_INTERVAL).seconds() * 1e6;
  }

  /** The paper's settings with thresholds in proportion to the rate, this R_AI and this gain. */
  private static DcqcnFluid fluid(int flows, Rate ai, double gain) {
    Settings paper = preset("paper");
    DcqcnParameters timers = dcqcn("paper", FAST);
    return new DcqcnFluid(
        FAST.bps(),
        flows,
        RTT_SECONDS,
        4096,
        new DcqcnFluid.Curve(
            DerivedDefaults.kmin(paper, FAST).bytes(),
            DerivedDefaults.kmax(paper, FAST).bytes(),
            paper.get(CongestionKnobs.PMAX).at(FAST)),
        new DcqcnFluid.Decrease(
            gain,
            paper.get(CongestionKnobs.CNP_INTERVAL).seconds(),
            new Time(timers.alphaPeriodPs()).seconds()),
        new DcqcnFluid.Recovery(
            new Time(timers.increaseTimerPs()).seconds(),
            timers.byteCounterBytes(),
            timers.fastRecovery(),
            ai.bps()));
  }
}
