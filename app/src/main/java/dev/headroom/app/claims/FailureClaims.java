package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.ratio;
import static dev.headroom.app.claims.Claim.run;

import dev.headroom.sim.measure.FlowResult;
import java.util.List;

/** What the articles say of failures, storms of pauses and deadlocks: each is run. */
final class FailureClaims {
  private static final Example WATCHED = Example.of("deadlock-watchdog");

  /** It locks up within a millisecond; ten are as good as half a second. */
  private static final Claim.Trial UNWATCHED =
      run(
          "none",
          WATCHED.with("pfc.watchdog.action=off", "run.stop=10ms"),
          Experiment::finishedPercent);

  private static final Example STORM = Example.of("storm");
  private static final Example QUIET = STORM.with("fabric.failures=[]");

  /** The host whose NIC pauses in the storm. */
  private static final int STORMING = 0;

  private FailureClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:88",
            "a switch finds another path within 50 ns when a link is 85 % busy or fails",
            Stated.atMost(50, "ns"),
            "how much later a flow of 16 MiB ends because five others make its leaf's links six sevenths busy; of a link that"
                + " fails, within what time half of the flows that were hit receive again",
            later("busy, queues told apart in grades"),
            later("busy, queues told apart by the byte", "routing.grades=none"),
            failover("500ns", "failed, detected in 500 ns", 1e9),
            Claim.published("failed, at most", 100_000, "REPS, arXiv 2407.21625"),
            Claim.published("failed, its timeout", 250_000, "Stellar, SIGCOMM 2025")),
        numeric(
            "S2:163",
            "only a reset of the cluster ends a deadlock: no flow finishes without",
            Stated.about(0, "% of flows", 0),
            "flows that finish",
            run("watchdog", WATCHED, Experiment::finishedPercent),
            UNWATCHED),
        numeric(
            "S2:163b",
            "pauses that wait for each other in a circle are a deadlock: no flow finishes",
            Stated.about(0, "% of flows", 0),
            "flows that finish",
            named("", UNWATCHED)),
        numeric(
            "S2:217",
            "failover takes less than 10 ms",
            Stated.atMost(10, "ms"),
            "half of the flows that were hit receive again within",
            failover("500ns", "detected in 500 ns", 1e3),
            failover("50us", "detected in 50 us", 1e3),
            failover("10ms", "detected in 10 ms", 1e3)),
        numeric(
            "S2:295",
            "a Kmin that is too high leads to deadlock: flows do not finish",
            Stated.atMost(99, "% of flows").withBoundChosenHere(),
            "flows that finish; a ring locks up with any Kmin",
            run("Clos, Kmin 15 MB", Example.of("kmin-and-deadlock"), Experiment::finishedPercent),
            named("ring, no marks at all", UNWATCHED)),
        numeric(
            "S2:323",
            "a rail that is lost costs its share of the bandwidth, one of eight, and stops nothing",
            Stated.about(87.5, "% of the bandwidth", 0.01),
            "of the flows those that finish, which are alike; of NCCL's all-reduce all or nothing. Its GPUs wait for"
                + " each other, and for none less with NCCL_IB_RESILIENCY_PORT_FAILOVER (2.29.7 on), which needs"
                + " several ports merged into a NIC",
            run(
                "flows that wait for no other",
                Example.of("rail-loss-flows"),
                Experiment::finishedPercent),
            run("NCCL's all-reduce", Example.of("rail-loss"), FailureClaims::donePercent)),
        numeric(
            "S4:83b",
            "one sluggish server pauses the fabric behind it: flows of others take twice as long",
            Stated.atLeast(2, "times").withBoundChosenHere(),
            "within what time nine of ten flows of the other hosts are done, with a storm over without",
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
    Example all = Example.of("rerouted", sets);
    Example alone = all.with("workload.flows=[{from: host-0, to: host-6, size: 16MiB}]");
    return new Claim.Trial(
        condition,
        List.of(all, alone),
        runs -> (firstEndPs(runs.get(0)) - firstEndPs(runs.get(1))) * 1e-3);
  }

  private static long firstEndPs(Experiment run) {
    return run.flows().stream()
        .filter(flow -> flow.flow() == 0)
        .mapToLong(FlowResult::completedPs)
        .findFirst()
        .orElseThrow();
  }

  private static Claim.Trial failover(String detection, String condition, double unitsInSecond) {
    return run(
        condition,
        Example.of("failover", "failure.detection=" + detection),
        run -> unitsInSecond * (run.result().disruptions().failover().quantilePs(0.5) * 1e-12));
  }

  /** All or nothing: whether the collective of a run was done. */
  private static double donePercent(Experiment run) {
    boolean done = run.result().schedules().stream().allMatch(each -> each.donePs() >= 0);
    return done ? 100 : 0;
  }

  private static double othersMs(Experiment run) {
    return run.fctMs(0.9, FailureClaims::isOfOthers);
  }

  private static boolean isOfOthers(FlowResult flow) {
    return flow.source() != STORMING && flow.destination() != STORMING;
  }
}
