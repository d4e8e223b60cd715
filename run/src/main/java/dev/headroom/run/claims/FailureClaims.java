package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.ratio;
import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.sim.measure.FlowResult;
import java.util.List;

/** Claims of the articles about failures, PFC storms and deadlocks; a simulation runs for each. */
final class FailureClaims {
  private static final ClaimExample WATCHED = ClaimExample.of("deadlock-watchdog");

  /** It locks up within a millisecond; ten are as good as half a second. */
  private static final Claim.Trial UNWATCHED =
      run(
          "none",
          WATCHED.with("pfc.watchdog.action=off", "run.stop=10ms"),
          ClaimRun::finishedPercent);

  private static final ClaimExample STORM = ClaimExample.of("storm");
  private static final ClaimExample QUIET = STORM.with("fabric.failures=[]");

  /** The host whose NIC pauses in the storm. */
  private static final int STORMING = 0;

  private FailureClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S2:88",
            later("busy, queue depths in grades"),
            later("busy, queue depths in bytes", "routing.grades=none"),
            failover("500ns", "failed, detected in 500 ns", 1e9)),
        trials("S2:163", run("watchdog", WATCHED, ClaimRun::finishedPercent), UNWATCHED),
        trials("S2:163b", named("", UNWATCHED)),
        trials(
            "S2:217",
            failover("500ns", "detected in 500 ns", 1e3),
            failover("50us", "detected in 50 us", 1e3),
            failover("10ms", "detected in 10 ms", 1e3)),
        trials(
            "S2:295",
            run(
                "Clos, Kmin 15 MB",
                ClaimExample.of("kmin-and-deadlock"),
                ClaimRun::finishedPercent),
            named("ring, no marks at all", UNWATCHED)),
        trials(
            "S2:323",
            run("independent flows", ClaimExample.of("rail-loss-flows"), ClaimRun::finishedPercent),
            run("NCCL all-reduce", ClaimExample.of("rail-loss"), FailureClaims::donePercent)),
        trials(
            "S4:83b",
            ratio("no watchdog", STORM, QUIET, FailureClaims::othersMs),
            ratio(
                "watchdog",
                STORM.with("pfc.watchdog.action=drop"),
                QUIET,
                FailureClaims::othersMs)));
  }

  private static Claim.Trial named(String condition, Claim.Trial trial) {
    return new Claim.Trial(condition, trial.examples(), trial.figure());
  }

  /** What the other flows of the file cost the first. */
  private static Claim.Trial later(String condition, String... sets) {
    ClaimExample all = ClaimExample.of("rerouted", sets);
    ClaimExample alone = all.with("workload.flows=[{from: host-0, to: host-6, size: 16MiB}]");
    return new Claim.Trial(
        condition,
        List.of(all, alone),
        runs -> (firstEndPs(runs.get(0)) - firstEndPs(runs.get(1))) * 1e-3);
  }

  private static long firstEndPs(ClaimRun run) {
    return run.flows().stream()
        .filter(flow -> flow.flow() == 0)
        .mapToLong(FlowResult::completedPs)
        .findFirst()
        .orElseThrow();
  }

  private static Claim.Trial failover(String detection, String condition, double unitsInSecond) {
    return run(
        condition,
        ClaimExample.of("failover", "failure.detection=" + detection),
        run -> unitsInSecond * (run.result().disruptions().failover().quantilePs(0.5) * 1e-12));
  }

  /** All or nothing: whether the collective of a run was done. */
  private static double donePercent(ClaimRun run) {
    boolean done = run.result().schedules().stream().allMatch(each -> each.donePs() >= 0);
    return done ? 100 : 0;
  }

  private static double othersMs(ClaimRun run) {
    return run.fctMs(0.9, FailureClaims::isOfOthers);
  }

  private static boolean isOfOthers(FlowResult flow) {
    return flow.source() != STORMING && flow.destination() != STORMING;
  }
}
