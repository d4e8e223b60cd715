package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.ratio;
import static dev.headroom.app.claims.Claim.run;

import dev.headroom.sim.measure.PortResult;
import java.util.Arrays;
import java.util.List;

/** What the articles say of how traffic spreads over links and rails: each is run. */
final class SpreadingClaims {
  private static final double LINE_BPS = 100e9;

  /** One millisecond shows what the two of the file do. */
  private static final Example TWO_TIERS = Example.of("adaptive-two-tiers", "run.stop=1ms");

  private static final Example THREE_TIERS = Example.of("adaptive-three-tiers", "run.stop=1ms");
  private static final Example SPRAYED = TWO_TIERS.with("routing.algorithm=spray");
  private static final Example PERMUTATION = Example.of("permutation-8-spines");
  private static final Example NEIGHBOURS = PERMUTATION.with("workload.shift=1");
  private static final Example SIXTEEN =
      PERMUTATION.with(
          "fabric.leaves=16",
          "fabric.spines=16",
          "fabric.hostsPerLeaf=16",
          "workload.shift=16",
          "workload.size=64KiB");
  private static final Example ALL_TO_ALL = Example.of("all-to-all-32");
  private static final Example RAILS = Example.of("rails");

  private static final String ADAPTIVE =
      "the article has 70 and 94 % of All-Reduce heavy workloads, on a fabric that it does not name; what is run is a permutation in"
          + " which every flow leaves its leaf, with timers and steps of DCQCN that take free bandwidth within two"
          + " milliseconds";

  private SpreadingClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:82",
            "static ECMP leaves links idle: of 16 uplinks 16 flows use 63 %",
            Stated.about(63.2, "%", 0.03),
            "uplinks that carry anything, of those of all leaves; 1 - (1 - 1/N)^N of N is expected",
            run("N = 16", SIXTEEN, run -> busyUplinks(run, 16)),
            run("N = 16, another seed", SIXTEEN.with("run.seed=2"), run -> busyUplinks(run, 16))),
        numeric(
            "S0:11",
            "adaptive routing prevents hot spots: a permutation ends earlier than with ECMP",
            Stated.atLeast(1.1, "times").withBoundChosenHere(),
            "the last flow's end with ECMP over that with adaptive routing",
            ratio(
                PERMUTATION.with("routing.algorithm=ecmp"),
                PERMUTATION.with("routing.algorithm=adaptive", "transport.recovery=out-of-order"),
                Experiment::lastMs)),
        numeric(
                "S2:84a",
                "without adaptive routing 70 % of the fabric is used",
                Stated.about(70, "%", 0.1),
                "payload, of what all hosts could send",
                hashed("two tiers", TWO_TIERS, 1),
                hashed("two tiers, another seed", TWO_TIERS, 2),
                hashed("two tiers, a third", TWO_TIERS, 3),
                hashed("three tiers", THREE_TIERS, 1),
                hashed("three tiers, another seed", THREE_TIERS, 2))
            .byOwnInputs(ADAPTIVE),
        numeric(
                "S2:84b",
                "with adaptive routing 94 %",
                Stated.atLeast(94, "%"),
                "payload, of what all hosts could send",
                run("two tiers", TWO_TIERS, SpreadingClaims::used),
                run("three tiers", THREE_TIERS, SpreadingClaims::used))
            .byOwnInputs(ADAPTIVE),
        numeric(
                "S2:194",
                "a GPU that uses the NIC of another crosses the host's bus, and collapses: it takes twice as long",
                Stated.atLeast(2, "times").withBoundChosenHere(),
                "the end of two flows that cross from GPU to GPU through such a NIC, over that through the GPU's own, behind"
                    + " the same PCIe switch; and that of an all-to-all of 16 GPUs whose data go over NVLink to the GPU beside"
                    + " the NIC (PXN), over that of one through the GPUs' own NICs",
                acrossBus("400 Gb/s, over the root complex", "phb", "400Gbps"),
                acrossBus("400 Gb/s, between sockets", "sys", "400Gbps"),
                acrossBus("100 Gb/s, over the root complex", "phb", "100Gbps"),
                acrossBus("100 Gb/s, between sockets", "sys", "100Gbps"))
            .beside(
                ratio(
                    "over NVLink (PXN)",
                    RAILS,
                    RAILS.with("workload.pxn=false"),
                    Experiment::lastMs)),
        numeric(
                "S2:214",
                "sprayed flows leave no imbalance between links",
                Stated.atMost(1, "%").withBoundChosenHere(),
                "the busiest uplink above the mean",
                run(
                    "random spraying",
                    PERMUTATION.with("routing.algorithm=spray", "transport.recovery=out-of-order"),
                    SpreadingClaims::imbalance),
                run(
                    "adaptive",
                    PERMUTATION.with(
                        "routing.algorithm=adaptive", "transport.recovery=out-of-order"),
                    SpreadingClaims::imbalance))
            .beside(
                run(
                    "ECMP",
                    PERMUTATION.with("routing.algorithm=ecmp"),
                    SpreadingClaims::imbalance)),
        numeric(
                "S2:264",
                "an all-to-all tests the bisection: with half the spines it takes longer",
                Stated.atLeast(1.5, "times").withBoundChosenHere(),
                "the last flow's end with half the spines over that with all; neighbours stay within leaves",
                ratio(
                    "all-to-all",
                    ALL_TO_ALL.with("fabric.spines=4"),
                    ALL_TO_ALL,
                    Experiment::lastMs))
            .beside(
                ratio(
                    "neighbours",
                    NEIGHBOURS.with("fabric.spines=4"),
                    NEIGHBOURS,
                    Experiment::lastMs)),
        numeric(
            "S2:291",
            "sprayed links stay 99 % saturated",
            Stated.atLeast(99, "%"),
            "payload, of what all hosts could send; headers take 2 %",
            run("of goodput", SPRAYED, SpreadingClaims::used),
            run("headers counted", SPRAYED, run -> used(run) * (4096 + 82) / 4096)
                .takenAs("payload times 4,178 B on the wire for 4,096 B of it")),
        numeric(
            "S2:303",
            "8 queue pairs instead of one give ECMP more entropy: the last flow ends earlier",
            Stated.atLeast(1.2, "times").withBoundChosenHere(),
            "the last flow's end with one over that with eight",
            ratio(PERMUTATION, PERMUTATION.with("workload.queuePairs=8"), Experiment::lastMs)),
        numeric(
            "S4:85a",
            "RDMA takes a packet out of order for an error that ends the flow: none finishes",
            Stated.about(0, "% of flows", 0),
            "flows that finish",
            run(
                PERMUTATION.with(
                    "routing.algorithm=spray",
                    "transport.recovery=go-back-n",
                    "workload.size=1MiB"),
                Experiment::finishedPercent)));
  }

  private static Claim.Trial acrossBus(String condition, String path, String rate) {
    Example own =
        Example.of(
            "pair",
            "hosts.stages=detailed",
            "workload.size=16MiB",
            "hosts.memory.place=gpu",
            "fabric.links.rate=" + rate);
    return ratio(condition, own.with("hosts.memory.gpuPath=" + path), own, Experiment::lastMs);
  }

  /** Percent of the links from leaves to spines over which data went. */
  private static double busyUplinks(Experiment run, int leaves) {
    long[] uplinks = uplinks(run, leaves);
    return 100.0 * Arrays.stream(uplinks).filter(bytes -> bytes > 0).count() / uplinks.length;
  }

  /** By ECMP, which throws its dice anew with each seed. */
  private static Claim.Trial hashed(String condition, Example fabric, int seed) {
    Example ecmp = fabric.with("routing.algorithm=ecmp");
    return run(condition, seed == 1 ? ecmp : ecmp.with("run.seed=" + seed), SpreadingClaims::used);
  }

  private static double used(Experiment run) {
    return run.usedPercent(LINE_BPS);
  }

  /** By how much the busiest link from a leaf to a spine has more than the mean, in percent. */
  private static double imbalance(Experiment run) {
    long[] uplinks = uplinks(run, 8);
    return 100
        * (Arrays.stream(uplinks).max().orElseThrow()
                / Arrays.stream(uplinks).average().orElseThrow()
            - 1);
  }

  /** Bytes of data that each leaf sent to each spine. */
  private static long[] uplinks(Experiment run, int leaves) {
    int hosts = run.scenario().fabric().hosts().size();
    return run.result().ports().stream()
        .filter(port -> port.node() >= hosts && port.node() < hosts + leaves)
        .filter(port -> port.peer() >= hosts)
        .mapToLong(PortResult::dataBytes)
        .toArray();
  }
}
