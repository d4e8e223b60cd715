package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.congestion.fluid.DcqcnFluid;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.DcqcnVariant;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for DCQCN's fluid model: a preset of the knobs, and values that override it. */
final class DcqcnOptions {
  @Option(
      names = "--rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of the bottleneck C.")
  private Rate rate = new Rate(0);

  @Option(names = "--flows", required = true, paramLabel = "N", description = "Flows N.")
  private int flows;

  @Option(
      names = "--feedback-delay",
      defaultValue = "0us",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Delay from a mark to its effect, tau*. Default: 0us.")
  private Time feedbackDelay = Time.ZERO;

  @Option(
      names = "--preset",
      defaultValue = "paper",
      paramLabel = "NAME",
      description =
          "Preset of DCQCN settings in the paper form: paper, article, or file:NAME for your "
              + "own file. Default: paper.")
  private String preset = "";

  @Option(
      names = "--packet",
      defaultValue = "1000B",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Packet size. Default: 1000B, as in the paper.")
  private Size packet = Size.ZERO;

  @Option(
      names = "--kmin",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Queue length above which packets are marked (Kmin).")
  private @Nullable Size kmin;

  @Option(
      names = "--kmax",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Queue length above which every packet is marked (Kmax).")
  private @Nullable Size kmax;

  @Option(
      names = "--pmax",
      converter = QuantityConverter.OfShare.class,
      paramLabel = "SHARE",
      description = "Marking probability at Kmax (Pmax).")
  private @Nullable Double pmax;

  @Option(
      names = "--g",
      converter = QuantityConverter.OfShare.class,
      paramLabel = "SHARE",
      description = "Gain of alpha.")
  private @Nullable Double g;

  @Option(
      names = "--rate-ai",
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Additive increase R_AI.")
  private @Nullable Rate rateAi;

  @Option(
      names = "--cnp-interval",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Interval of CNPs, tau.")
  private @Nullable Time cnpInterval;

  @Option(
      names = "--alpha-period",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Interval of alpha updates, tau'.")
  private @Nullable Time alphaPeriod;

  @Option(
      names = "--increase-timer",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Rate increase timer, T.")
  private @Nullable Time increaseTimer;

  @Option(
      names = "--byte-counter",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Bytes per rate increase, B; 0B disables it.")
  private @Nullable Size byteCounter;

  @Option(
      names = "--fast-recovery",
      paramLabel = "N",
      description = "Number of fast-recovery increases, F.")
  private @Nullable Long fastRecovery;

  Rate rate() {
    return rate;
  }

  Time feedbackDelay() {
    return feedbackDelay;
  }

  DcqcnFluid fluid() {
    Settings base = base();
    DcqcnParameters dcqcn = DerivedDefaults.dcqcn(base, rate);
    return new DcqcnFluid(
        rate.bps(),
        flows,
        feedbackDelay.seconds(),
        packet.bytes(),
        new DcqcnFluid.Curve(
            or(kmin, DerivedDefaults.kmin(base, rate)).bytes(),
            or(kmax, DerivedDefaults.kmax(base, rate)).bytes(),
            or(pmax, base.get(CongestionKnobs.PMAX).at(rate))),
        new DcqcnFluid.Decrease(
            or(g, dcqcn.g()),
            or(cnpInterval, base.get(CongestionKnobs.CNP_INTERVAL)).seconds(),
            or(alphaPeriod, new Time(dcqcn.alphaPeriodPs())).seconds()),
        new DcqcnFluid.Recovery(
            or(increaseTimer, new Time(dcqcn.increaseTimerPs())).seconds(),
            or(byteCounter, new Size(dcqcn.byteCounterBytes())).bytes(),
            (int) (long) or(fastRecovery, (long) dcqcn.fastRecovery()),
            or(rateAi, new Rate(dcqcn.aiBps())).bps()));
  }

  /** The preset, which must be of the form that the fluid model is of. */
  private Settings base() {
    Settings settings =
        Presets.chosen(preset, ReferencedFiles.HERE::text)
            .map(Presets.Preset::settings)
            .orElse(Settings.DEFAULTS);
    if (DeclaredKnobs.read(settings, DcqcnVariant.Choice.class).form() != DcqcnVariant.PAPER) {
      throw new IllegalArgumentException(
          ("--preset is '%s'; it must be paper, article, or a file that sets congestion.form "
                  + "to paper, because the fluid model is of that form")
              .formatted(preset));
    }
    return settings;
  }

  /** Adds them to the inputs of a calculation. */
  void describe(Calculation calculation) {
    DcqcnFluid fluid = fluid();
    calculation
        .input("rate", "bottleneck C", rate)
        .input("flows", "flows N", flows)
        .input("feedbackDelay", "feedback delay tau*", feedbackDelay)
        .input("preset", "preset", preset)
        .input("packet", "packet", packet)
        .input("kmin", "Kmin", new Size((long) fluid.curve().kminBytes()))
        .input("kmax", "Kmax", new Size((long) fluid.curve().kmaxBytes()))
        .input("pmax", "Pmax", fluid.curve().pmax())
        .input("g", "g", fluid.decrease().g())
        .input("cnpInterval", "CNP interval tau", time(fluid.decrease().cnpSeconds()))
        .input("alphaPeriod", "alpha period tau'", time(fluid.decrease().alphaSeconds()))
        .input("increaseTimer", "increase timer T", time(fluid.recovery().timerSeconds()))
        .input("byteCounter", "byte counter B", new Size((long) fluid.recovery().byteCounter()))
        .input("fastRecovery", "fast recovery F", fluid.recovery().fastRecovery())
        .input("rateAi", "additive increase R_AI", new Rate((long) fluid.recovery().aiBps()));
  }

  private static Time time(double seconds) {
    return new Time(Math.round(seconds * 1e12));
  }

  private static <T> T or(@Nullable T given, T otherwise) {
    return Objects.requireNonNullElse(given, otherwise);
  }
}
