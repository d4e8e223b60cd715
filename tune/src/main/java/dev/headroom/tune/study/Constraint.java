package dev.headroom.tune.study;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.summary.Measure;
import dev.headroom.sim.Precheck;
import java.util.List;
import java.util.Map;

/** Hard constraint on settings: a candidate that violates one is never recommended. */
public sealed interface Constraint {

  /** Name in results: {@code no-lossless-drops}. */
  String name();

  /** Meaning in one line for people. */
  String meaning();

  /** Constraint on the figures of a run. */
  record OfRun(String name, String meaning, Violation of) implements Constraint {}

  /** Constraint that needs no run. */
  record OfScenario(String name, String meaning, StaticViolation of) implements Constraint {}

  /** Amount of a violation. */
  @FunctionalInterface
  interface Violation {
    /** 0 if the constraint holds, else a positive amount. */
    double amount(Map<String, Double> figures);
  }

  /** Amount of a violation that the scenario alone tells. */
  @FunctionalInterface
  interface StaticViolation {
    /** 0 if the constraint holds, else a positive amount. */
    double amount(Scenario scenario);
  }

  /** No packet of a lossless class is dropped for lack of room. */
  Constraint NO_LOSSLESS_DROPS =
      new OfRun(
          "no-lossless-drops",
          "no packet of a lossless class is dropped for lack of room",
          figures -> figures.getOrDefault(Measure.LOSSLESS_DROPS, 0.0));

  /** All flows finish. */
  Constraint ALL_FINISH =
      new OfRun(
          "all-finish",
          "all flows finish",
          figures -> figures.getOrDefault(Measure.UNFINISHED, 0.0));

  /** No circle of switches whose pauses can wait for each other. */
  Constraint NO_PAUSE_CYCLE =
      new OfScenario(
          "no-pause-cycle",
          "no circle of switches can wait for each other's pauses (static check)",
          scenario -> Precheck.withoutDetails(scenario).ring().size());

  /** PFC headroom of every lossless port is at least that of its formula. */
  Constraint HEADROOM =
      new OfScenario(
          "headroom",
          "PFC headroom covers the cable and the peer's response at every port (formula)",
          Precheck::missingHeadroom);

  /** Those that always hold. The room of a chip's buffer is checked when a run is built. */
  static List<Constraint> standard() {
    return List.of(NO_LOSSLESS_DROPS, ALL_FINISH, NO_PAUSE_CYCLE, HEADROOM);
  }

  /**
   * The host that receives least receives at least this share of the mean.
   *
   * @param floor 0 to 1
   */
  static Constraint fairness(double floor) {
    return new OfRun(
        "fairness",
        "the least goodput of a host is at least %.2f of the mean".formatted(floor),
        figures -> {
          double share =
              figures.getOrDefault(Measure.GOODPUT_LEAST, Double.NaN)
                  / figures.getOrDefault(Measure.GOODPUT_MEAN, Double.NaN);
          return share >= floor ? 0 : Double.isNaN(share) ? 1 : floor - share;
        });
  }
}
