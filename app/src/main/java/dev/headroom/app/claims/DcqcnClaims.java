package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.congestion.fluid.DcqcnFluid;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.FirstCnp;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Presets;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.List;

/** What the articles say of DCQCN's settings. */
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

  static List<Claim> all() {
    return List.of(
        numeric(
                "S2:159",
                "R_AI is 50 or 100 Mb/s",
                Stated.between(50, 100, "Mb/s"),
                "the presets paper and vendor of the setting",
                when("the paper's, at 40G", () -> aiMbps("paper", 40), AI),
                when("the firmware's, at 100G", () -> aiMbps("vendor", 100), AI))
            .ofOwnDefault("the DCQCN paper (SIGCOMM 2015) and mlx5's firmware"),
        numeric(
                "S2:350",
                "at most one CNP in 50 us for each flow",
                Stated.about(50, "us", 0.01),
                "the presets paper and vendor of the setting",
                when("the paper's", () -> cnpUs("paper"), CNP_INTERVAL),
                when("the firmware's", () -> cnpUs("vendor"), CNP_INTERVAL))
            .ofOwnDefault("the DCQCN paper (SIGCOMM 2015) and mlx5's firmware"),
        numeric(
                "S2:352a",
                "alpha begins at 0.5",
                Stated.about(0.5, "", 0.01),
                "where alpha begins; it is state, not a gain",
                when("the paper's", () -> dcqcn("paper", FAST).initialAlpha(), ALPHA),
                when("the firmware's", () -> dcqcn("vendor", FAST).initialAlpha(), ALPHA))
            .ofOwnDefault("the DCQCN paper (SIGCOMM 2015) and mlx5's firmware"),
        numeric(
            "S2:352b",
            "an alpha of 0.5 halves the rate on each CNP",
            Stated.about(0.5, "of the rate", 0.01),
            "a rate limiter with alpha at 0.5 is given a CNP: R = R (1 - alpha/2)",
            () -> afterCnp(FAST, 0.5).left(),
            "headroom calc dcqcn --rate 800Gbps --flows 1 --alpha 50%"),
        numeric(
            "S2:152",
            "a CNP takes the rate to Rc (1 - alpha/2)",
            Stated.about(0.75, "of the rate", 0.01),
            "a rate limiter with alpha at 0.5 is given a CNP",
            () -> afterCnp(LINE, 0.5).left(),
            "headroom calc dcqcn --rate 40Gbps --flows 1 --alpha 50%"),
        numeric(
            "S2:154",
            "with alpha near 1 a CNP halves the rate",
            Stated.about(0.5, "of the rate", 0.01),
            "a rate limiter with alpha at 1 is given a CNP",
            () -> afterCnp(LINE, 1).left(),
            AT_LINE_RATE),
        numeric(
            "S2:157",
            "a timer adds R_AI (40 Mb/s) to the rate",
            Stated.about(40, "Mb/s", 0.05),
            "a rate limiter at 40 Gb/s that had a CNP, at its first timer: half way back, not R_AI",
            () -> afterCnp(LINE, 1).increaseBps() * 1e-6,
            AT_LINE_RATE),
        numeric(
            "S2:352c",
            "at 800G alpha comes to rest at 0.125, which the article calls the best",
            Stated.about(0.125, "", 0.1),
            "where alpha comes to rest by DCQCN's fluid model, thresholds in proportion to the rate",
            resting(2, PAPER_AI),
            resting(8, PAPER_AI),
            resting(64, PAPER_AI),
            resting(2, SCALED_AI),
            resting(8, SCALED_AI),
            resting(64, SCALED_AI)),
        numeric(
            "S2:352d",
            "flows converge in about 4 round trips, with an alpha gain of 0.125",
            Stated.about(4, "round trips of 10 us", 0.1),
            "until all are equal, at most, by DCQCN's fluid model, thresholds in proportion to the rate; g is the gain, 1/256"
                + " in the paper",
            converging(2, PAPER_AI, STATED_GAIN),
            converging(8, PAPER_AI, STATED_GAIN),
            converging(2, SCALED_AI, STATED_GAIN),
            converging(8, SCALED_AI, STATED_GAIN),
            converging(2, PAPER_AI, PAPER_GAIN),
            converging(8, PAPER_AI, PAPER_GAIN),
            converging(2, SCALED_AI, PAPER_GAIN),
            converging(8, SCALED_AI, PAPER_GAIN)),
        numeric(
            "S2:352e",
            "a Kmin of 20 KB is 1.5 jumbo frames",
            Stated.about(1.5, "frames", 0.05),
            "20 KB / 9000 B",
            () -> KMIN_BYTES / JUMBO_BYTES,
            KMIN),
        numeric(
            "S2:352f",
            "a Kmin of 20 KB lets an 800G link stay busy for a round trip of 5 us",
            Stated.atLeast(5, "us"),
            "how long 20 KB last",
            () -> KMIN_BYTES * 8 / FAST.bps() * 1e6,
            KMIN),
        numeric(
            "S2:166",
            "Kmin is 10 % of the buffer, and 20 KB (S2:352)",
            Stated.about(KMIN_BYTES * 1e-3, "KB", 0.1),
            "a tenth of the buffer",
            tenth(16),
            tenth(64)),
        numeric(
            "S2:352h",
            "Kmin is 20 KB here, 10 % of the buffer in S2:166, 50 to 150 KB in S3:189: one value",
            Stated.about(1, "times", 0.1),
            "the largest over the smallest, with a buffer of 64 MiB",
            () -> 0.1 * (64 << 20) / KMIN_BYTES,
            KMIN + " --buffer 64MiB"));
  }

  private static Settings preset(String name) {
    return Presets.named(name).map(Presets.Preset::settings).orElse(Settings.DEFAULTS);
  }

  private static Claim.Trial resting(int flows, Rate ai) {
    return when(
        with(flows, ai),
        () -> fluid(flows, ai, PAPER_GAIN).fixedPoint().alpha(),
        fluidCommand(flows, ai));
  }

  private static Claim.Trial converging(int flows, Rate ai, double gain) {
    boolean stated = gain == STATED_GAIN;
    return when(
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
    return when(
        mebibytes + " MiB",
        () -> 0.1 * ((long) mebibytes << 20) * 1e-3,
        "headroom calc ecn --rate 800Gbps --rtt 5us --buffer " + mebibytes + "MiB");
  }

  /** What a preset says to a NIC of a rate. */
  private static DcqcnParameters dcqcn(String preset, Rate rate) {
    return Derived.dcqcn(preset(preset), rate);
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
            Derived.kmin(paper, FAST).bytes(),
            Derived.kmax(paper, FAST).bytes(),
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
