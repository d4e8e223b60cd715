package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.congestion.DcqcnPaper;
import dev.headroom.congestion.DcqcnParameters;
import dev.headroom.congestion.fluid.DcqcnFluid;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.unit.Rate;
import java.util.List;

/** What the articles say of DCQCN's settings. */
final class DcqcnClaims {
  private static final Rate FAST = Rate.ofGbps(800);
  private static final double JUMBO_BYTES = 9000;
  private static final double KMIN_BYTES = 20e3;
  private static final double RTT_SECONDS = 10e-6;
  private static final String CALC =
      "headroom calc dcqcn --rate 800Gbps --flows 8 --feedback-delay 10us --preset paper";

  private DcqcnClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:159",
            "R_AI is 50 or 100 Mb/s",
            Stated.between(50, 100, "Mb/s"),
            "headroom knobs congestion.rateAi --json",
            when("the paper's, at 40G", () -> aiMbps("paper", 40)),
            when("the firmware's, at 100G", () -> aiMbps("vendor", 100))),
        numeric(
            "S2:350",
            "at most one CNP in 50 us for each flow",
            Stated.about(50, "us", 0.01),
            "headroom knobs cnpInterval --json",
            when("the paper's", () -> cnpUs("paper")),
            when("the firmware's", () -> cnpUs("vendor"))),
        numeric(
            "S2:352a",
            "alpha begins at 0.5",
            Stated.about(0.5, "", 0.01),
            "headroom knobs congestion.initialAlpha --json: where alpha begins; it is state, not a gain",
            when("the paper's", () -> preset("paper").get(DcqcnKnobs.INITIAL_ALPHA)),
            when("the firmware's", () -> preset("vendor").get(DcqcnKnobs.INITIAL_ALPHA))),
        numeric(
            "S2:352b",
            "an alpha of 0.5 halves the rate on each CNP",
            Stated.about(0.5, "of the rate", 0.01),
            "a rate limiter with alpha at 0.5 is given a CNP: R = R (1 - alpha/2)",
            () -> afterCnp(0.5)),
        numeric(
            "S2:352c",
            "at 800G the best alpha is 0.125",
            Stated.about(0.125, "", 0.1),
            CALC + ": where alpha comes to rest",
            when("2 flows", () -> fluid(2).fixedPoint().alpha()),
            when("8 flows", () -> fluid(8).fixedPoint().alpha()),
            when("64 flows", () -> fluid(64).fixedPoint().alpha())),
        numeric(
            "S2:352d",
            "flows converge in about 4 round trips",
            Stated.between(2, 8, "round trips of 10 us"),
            CALC + ": until all are equal, at most",
            when("2 flows", () -> fluid(2).convergence().seconds() / RTT_SECONDS),
            when("8 flows", () -> fluid(8).convergence().seconds() / RTT_SECONDS)),
        numeric(
            "S2:352e",
            "a Kmin of 20 KB is 1.5 jumbo frames",
            Stated.about(1.5, "frames", 0.05),
            "20 KB / 9000 B",
            () -> KMIN_BYTES / JUMBO_BYTES),
        numeric(
            "S2:352f",
            "a Kmin of 20 KB lets an 800G link stay busy for a round trip of 5 us",
            Stated.atLeast(5, "us"),
            "headroom calc ecn --rate 800Gbps --rtt 5us: how long 20 KB last",
            () -> KMIN_BYTES * 8 / FAST.bps() * 1e6),
        numeric(
            "S2:166",
            "Kmin is 10 % of the buffer, and 20 KB (S2:352)",
            Stated.about(KMIN_BYTES * 1e-3, "KB", 0.1),
            "10 % of 16, 32 and 64 MiB",
            when("16 MiB", () -> 0.1 * (16 << 20) * 1e-3),
            when("64 MiB", () -> 0.1 * (64 << 20) * 1e-3)));
  }

  private static Settings preset(String name) {
    return Presets.named(name).map(Presets.Preset::settings).orElse(Settings.DEFAULTS);
  }

  /** What is left of a rate after one CNP. */
  private static double afterCnp(double alpha) {
    DcqcnParameters settings =
        new DcqcnParameters(
            1 / 256.0, alpha, 55_000_000, 0, 55_000_000, 0, 5, 0, 0, 0, false, false, 0, 1, 0);
    DcqcnPaper limiter = new DcqcnPaper(settings, FAST.bps());
    limiter.congested(0);
    return (double) limiter.rateBps(0) / FAST.bps();
  }

  private static double aiMbps(String preset, int gbps) {
    return Derived.rateAi(preset(preset), Rate.ofGbps(gbps)).bps() * 1e-6;
  }

  private static double cnpUs(String preset) {
    return preset(preset).get(CongestionKnobs.CNP_INTERVAL).seconds() * 1e6;
  }

  /** The paper's settings with thresholds that are in proportion to the rate. */
  private static DcqcnFluid fluid(int flows) {
    Settings paper = preset("paper");
    return new DcqcnFluid(
        FAST.bps(),
        flows,
        RTT_SECONDS,
        4096,
        Derived.kmin(paper, FAST).bytes(),
        Derived.kmax(paper, FAST).bytes(),
        paper.get(CongestionKnobs.PMAX).at(FAST),
        paper.get(DcqcnKnobs.G),
        paper.get(CongestionKnobs.CNP_INTERVAL).seconds(),
        paper.get(DcqcnKnobs.ALPHA_PERIOD).seconds(),
        paper.get(DcqcnKnobs.INCREASE_TIMER).seconds(),
        paper.get(DcqcnKnobs.BYTE_COUNTER).bytes(),
        (int) (long) paper.get(DcqcnKnobs.FAST_RECOVERY),
        Derived.rateAi(paper, FAST).bps());
  }
}
