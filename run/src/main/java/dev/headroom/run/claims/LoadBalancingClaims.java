package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.ratio;
import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.sim.measure.PortResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Claims of the articles about load balancing over links and rails; a simulation runs for each. */
final class LoadBalancingClaims {
  private static final double LINE_BPS = 100e9;

  /** One millisecond shows what the two of the file do. */
  private static final ClaimExample TWO_TIERS =
      ClaimExample.of("adaptive-two-tiers", "run.stop=1ms");

  private static final ClaimExample THREE_TIERS =
      ClaimExample.of("adaptive-three-tiers", "run.stop=1ms");
  private static final ClaimExample SPRAYED = TWO_TIERS.with("routing.algorithm=spray");
  private static final ClaimExample PERMUTATION = ClaimExample.of("permutation-8-spines");
  private static final ClaimExample NEIGHBOURS = PERMUTATION.with("workload.shift=1");
  private static final ClaimExample SIXTEEN =
      PERMUTATION.with(
          "fabric.leaves=16",
          "fabric.spines=16",
          "fabric.hostsPerLeaf=16",
          "workload.shift=16",
          "workload.size=64KiB");
  private static final ClaimExample ALL_TO_ALL = ClaimExample.of("all-to-all-32");
  private static final ClaimExample RAILS = ClaimExample.of("rails");

  private LoadBalancingClaims() {}

  static List<ClaimTrials> all() {
    return Stream.of(routing(), shape()).flatMap(List::stream).toList();
  }

  /** Flows over the links of a fabric. */
  private static List<ClaimTrials> routing() {
    return List.of(
        trials(
            "S2:82",
            run("N = 16", SIXTEEN, run -> busyUplinks(run, 16)),
            run("N = 16, second seed", SIXTEEN.with("run.seed=2"), run -> busyUplinks(run, 16))),
        trials(
            "S0:11",
            ratio(
                PERMUTATION.with("routing.algorithm=ecmp"),
                PERMUTATION.with("routing.algorithm=adaptive", "transport.recovery=out-of-order"),
                ClaimRun::lastMs)),
        trials(
            "S2:84a",
            hashed("two tiers", TWO_TIERS, 1),
            hashed("two tiers, second seed", TWO_TIERS, 2),
            hashed("two tiers, third seed", TWO_TIERS, 3),
            hashed("three tiers", THREE_TIERS, 1),
            hashed("three tiers, second seed", THREE_TIERS, 2)),
        trials(
            "S2:84b",
            run("two tiers", TWO_TIERS, LoadBalancingClaims::used),
            run("three tiers", THREE_TIERS, LoadBalancingClaims::used)),
        trials(
                "S2:214",
                run(
                    "random spraying",
                    PERMUTATION.with("routing.algorithm=spray", "transport.recovery=out-of-order"),
                    LoadBalancingClaims::imbalance),
                run(
                    "adaptive",
                    PERMUTATION.with(
                        "routing.algorithm=adaptive", "transport.recovery=out-of-order"),
                    LoadBalancingClaims::imbalance))
            .comparisons(
                run(
                    "ECMP",
                    PERMUTATION.with("routing.algorithm=ecmp"),
                    LoadBalancingClaims::imbalance)),
        trials(
            "S2:291",
            run("share of the goodput", SPRAYED, LoadBalancingClaims::used),
            run("with headers", SPRAYED, run -> used(run) * (4096 + 82) / 4096)
                .withDerivation("payload times 4,178 B on the wire for 4,096 B of it")),
        trials(
            "S2:303",
            ratio(PERMUTATION, PERMUTATION.with("workload.queuePairs=8"), ClaimRun::lastMs)),
        trials(
            "S4:85a",
            run(
                PERMUTATION.with(
                    "routing.algorithm=spray",
                    "transport.recovery=go-back-n",
                    "workload.size=1MiB"),
                ClaimRun::finishedPercent)));
  }

  /** Rails, and fabrics with half of their links. */
  private static List<ClaimTrials> shape() {
    return List.of(
        trials(
                "S2:194",
                acrossBus("400 Gb/s, over the root complex", "phb", "400Gbps"),
                acrossBus("400 Gb/s, between sockets", "sys", "400Gbps"),
                acrossBus("100 Gb/s, over the root complex", "phb", "100Gbps"),
                acrossBus("100 Gb/s, between sockets", "sys", "100Gbps"))
            .comparisons(
                ratio(
                    "over NVLink (PXN)",
                    RAILS,
                    RAILS.with("workload.pxn=false"),
                    ClaimRun::lastMs)),
        trials(
                "S2:264",
                ratio(
                    "all-to-all", ALL_TO_ALL.with("fabric.spines=4"), ALL_TO_ALL, ClaimRun::lastMs))
            .comparisons(
                ratio(
                    "neighbours",
                    NEIGHBOURS.with("fabric.spines=4"),
                    NEIGHBOURS,
                    ClaimRun::lastMs)));
  }

  private static Claim.Trial acrossBus(String condition, String path, String rate) {
    ClaimExample own =
        ClaimExample.of(
            "pair",
            "hosts.stages=detailed",
            "workload.size=16MiB",
            "hosts.memory.place=gpu",
            "fabric.links.rate=" + rate);
    return ratio(condition, own.with("hosts.memory.gpuPath=" + path), own, ClaimRun::lastMs);
  }

  /** Percent of the links from leaves to spines over which data went. */
  private static double busyUplinks(ClaimRun run, int leaves) {
    long[] uplinks = uplinks(run, leaves);
    return 100.0 * Arrays.stream(uplinks).filter(bytes -> bytes > 0).count() / uplinks.length;
  }

  /** By ECMP, which throws its dice anew with each seed. */
  private static Claim.Trial hashed(String condition, ClaimExample fabric, int seed) {
    ClaimExample ecmp = fabric.with("routing.algorithm=ecmp");
    return run(
        condition, seed == 1 ? ecmp : ecmp.with("run.seed=" + seed), LoadBalancingClaims::used);
  }

  private static double used(ClaimRun run) {
    return run.usedPercent(LINE_BPS);
  }

  /** By how much the busiest link from a leaf to a spine has more than the mean, in percent. */
  private static double imbalance(ClaimRun run) {
    long[] uplinks = uplinks(run, 8);
    return 100
        * (Arrays.stream(uplinks).max().orElseThrow()
                / Arrays.stream(uplinks).average().orElseThrow()
            - 1);
  }

  /** Bytes of data that each leaf sent to each spine. */
  private static long[] uplinks(ClaimRun run, int leaves) {
    int hosts = run.scenario().fabric().hosts().size();
    return run.result().ports().stream()
        .filter(port -> port.node() >= hosts && port.node() < hosts + leaves)
        .filter(port -> port.peer() >= hosts)
        .mapToLong(PortResult::dataBytes)
        .toArray();
  }
}
