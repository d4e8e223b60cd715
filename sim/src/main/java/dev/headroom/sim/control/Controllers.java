package dev.headroom.sim.control;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.DcqcnPaper;
import dev.headroom.congestion.DcqcnParameters;
import dev.headroom.congestion.DcqcnVendor;
import dev.headroom.congestion.Hpcc;
import dev.headroom.congestion.HpccSettings;
import dev.headroom.congestion.LineRate;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Derived;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.unit.Rate;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Makes controllers as the knobs of a scenario say. */
public final class Controllers {
  /** For a controller that is only asked what it watches. */
  private static final long ANY_LINE_BPS = 100_000_000_000L;

  private static final long ANY_RTT_PS = 10_000_000;

  private final Settings settings;
  private final long baseRttPs;

  private Controllers(Settings settings, long baseRttPs) {
    this.settings = settings;
    this.baseRttPs = baseRttPs;
  }

  /**
   * Makes the controllers of a scenario.
   *
   * @param baseRttPs round-trip time of a packet that waits nowhere
   */
  public static ControllerFactory of(Settings settings, long baseRttPs) {
    return new Controllers(settings, baseRttPs).factory();
  }

  /** What the controllers of a scenario watch. */
  public static Set<Signal> watched(Settings settings) {
    return of(settings, ANY_RTT_PS).make(ANY_LINE_BPS).watches();
  }

  private ControllerFactory factory() {
    return switch (settings.get(Knobs.ALGORITHM)) {
      case "none" -> LineRate::new;
      case "hpcc" -> sharing(this::hpcc, Hpcc::new);
      default -> dcqcn();
    };
  }

  /** A factory whose controllers share their settings, as far as their lines are equally fast. */
  private <S> ControllerFactory sharing(Function<Path, S> read, Maker<S> make) {
    Map<Long, S> byLine = new ConcurrentHashMap<>();
    return lineBps -> {
      Path path = new Path(lineBps, baseRttPs, settings.get(Knobs.MTU).intValue());
      return make.make(byLine.computeIfAbsent(lineBps, line -> read.apply(path)), path);
    };
  }

  @FunctionalInterface
  private interface Maker<S> {
    Controller make(S settings, Path path);
  }

  private HpccSettings hpcc(Path path) {
    Rate line = new Rate(path.lineBps());
    return new HpccSettings(
        settings.get(ControllerKnobs.HPCC_ETA),
        settings.get(ControllerKnobs.HPCC_MAX_STAGE).intValue(),
        Derived.hpccRateAi(settings, line).bps(),
        Derived.minRate(settings, line).bps(),
        settings.get(ControllerKnobs.HPCC_FAST_REACT),
        settings.get(ControllerKnobs.HPCC_PER_LINK),
        settings.get(ControllerKnobs.HPCC_SAMPLED));
  }

  private ControllerFactory dcqcn() {
    return "paper".equals(settings.get(Knobs.FORM))
        ? sharing(this::dcqcn, (parameters, path) -> new DcqcnPaper(parameters, path.lineBps()))
        : sharing(this::dcqcn, (parameters, path) -> new DcqcnVendor(parameters, path.lineBps()));
  }

  private DcqcnParameters dcqcn(Path path) {
    Rate line = new Rate(path.lineBps());
    long roundingPs = settings.get(Knobs.ROUNDING).ps();
    return new DcqcnParameters(
        settings.get(Knobs.G),
        settings.get(Knobs.INITIAL_ALPHA),
        settings.get(Knobs.ALPHA_PERIOD).ps(),
        settings.get(Knobs.DECREASE_PERIOD).ps(),
        settings.get(Knobs.INCREASE_TIMER).ps(),
        settings.get(Knobs.BYTE_COUNTER).bytes(),
        settings.get(Knobs.FAST_RECOVERY).intValue(),
        Derived.rateAi(settings, line).bps(),
        Derived.rateHai(settings, line).bps(),
        Derived.minRate(settings, line).bps(),
        settings.get(Knobs.CLAMP_TARGET),
        settings.get(Knobs.CLAMP_TARGET_AFTER_INCREASE),
        settings.get(Knobs.MIN_DECREASE),
        settings.get(Knobs.FIRST_CNP_RATE),
        roundingPs > 1 ? roundingPs : 0);
  }
}
