package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.sizing.QueuePairs;
import dev.headroom.sim.measure.Failover;
import java.util.List;

/** What the articles say of fabrics: most of it is run. */
final class FabricClaims {
  private static final double LINE_BPS = 100e9;
  private static final int HOSTS = 256;

  private static final String TWO_TIERS =
      """
      fabric: {topology: leaf-spine, leaves: 16, spines: 16, hostsPerLeaf: 16, links: {rate: 100Gbps}}
      workload: {type: permutation, size: 1TiB, shift: 16}
      transport: {recovery: out-of-order}
      congestion: {increaseTimer: 20us, rateAi: 500Mbps, rateHai: 500Mbps}
      run: {stop: 1ms}
      """;

  private static final String FAT_TREE =
      """
      fabric: {topology: fat-tree, k: 8, links: {rate: 100Gbps}}
      workload: {type: permutation, size: 1TiB}
      transport: {recovery: out-of-order}
      congestion: {increaseTimer: 20us, rateAi: 500Mbps, rateHai: 500Mbps}
      run: {stop: 1ms}
      """;

  private static final String FAILURE =
      """
      fabric:
        topology: leaf-spine
        leaves: 4
        spines: 4
        hostsPerLeaf: 8
        links: {rate: 100Gbps}
        failures: [{link: "spine-1/*", down: 300us}]
      preset: fast-failover
      workload: {type: permutation, shift: 8, size: 16MiB}
      run: {stop: 200ms}
      """;

  private static final String RING =
      """
      fabric:
        topology: ring
        length: 5
        hostsPerSwitch: 2
        links: {rate: 100Gbps, delay: 1us}
        switches: {buffer: 4MiB}
      congestion: none
      transport: {ackTimeout: 10}
      pfc: {watchdog: {action: drop, detectionTime: 1ms, restorationTime: 1ms}}
      workload: {type: permutation, shift: 4, size: 8MiB}
      run: {stop: 500ms}
      """;

  private static final String CLOS =
      """
      fabric:
        topology: leaf-spine
        leaves: 8
        spines: 4
        hostsPerLeaf: 8
        links: {rate: 100Gbps}
        switches: {buffer: 16MiB}
      congestion: {kmin: 15MB, kmax: 16MB}
      workload: {type: all-to-all, size: 64KiB}
      run: {stop: 200ms}
      """;

  private FabricClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:69",
            "HPCC++ loses nothing without PFC",
            Stated.about(0, "drops", 0),
            "an incast of 8 with congestion.algorithm=hpcc++, pfc.enabled=false",
            when(
                "8 to 1, HPCC++", () -> incast("congestion.algorithm=hpcc++", "pfc.enabled=false")),
            when("8 to 1, DCQCN", () -> incast("pfc.enabled=false"))),
        numeric(
            "S2:75",
            "Ultra Ethernet avoids congestion entirely: no packet is marked or trimmed",
            Stated.about(0, "packets", 0),
            "an incast of 8 with transport=uec",
            FabricClaims::uecSignals),
        numeric(
            "S2:82",
            "static ECMP leaves links idle: of 16 uplinks 16 flows use 63 %",
            Stated.about(63.2, "%", 0.03),
            "1 - (1 - 1/N)^N; EcmpTest counts it over 1,000 salts",
            when("N = 16", () -> 100 * (1 - StrictMath.pow(1 - 1 / 16.0, 16))),
            when("N = 64", () -> 100 * (1 - StrictMath.pow(1 - 1 / 64.0, 64)))),
        numeric(
            "S2:84a",
            "without adaptive routing 70 % of the fabric is used",
            Stated.about(70, "%", 0.15),
            "examples/claims/adaptive-two-tiers.yaml, adaptive-three-tiers.yaml with routing.algorithm=ecmp",
            when("two tiers", () -> used(TWO_TIERS, HOSTS, "ecmp")),
            when("three tiers", () -> used(FAT_TREE, 128, "ecmp"))),
        numeric(
            "S2:84b",
            "with adaptive routing 94 %",
            Stated.atLeast(94, "%"),
            "examples/claims/adaptive-two-tiers.yaml, adaptive-three-tiers.yaml",
            when("two tiers", () -> used(TWO_TIERS, HOSTS, "adaptive")),
            when("three tiers", () -> used(FAT_TREE, 128, "adaptive"))),
        numeric(
            "S2:88",
            "flows are on another path within 50 ns",
            Stated.atMost(50, "ns"),
            "examples/claims/failover.yaml: half of the flows that were hit receive again within",
            when("detected in 500 ns", () -> 1e9 * failover("500ns"))),
        numeric(
            "S2:163",
            "only a reset of the cluster ends a deadlock: no flow finishes without",
            Stated.about(0, "% of flows", 0),
            "examples/claims/deadlock-watchdog.yaml, and with pfc.watchdog.action=off",
            when("watchdog", () -> Experiment.of(RING).finishedPercent()),
            when("none", FabricClaims::lockedRing)),
        numeric(
            "S2:163b",
            "pauses that wait for each other in a circle are a deadlock: no flow finishes",
            Stated.about(0, "% of flows", 0),
            "examples/claims/deadlock-watchdog.yaml with pfc.watchdog.action=off",
            FabricClaims::lockedRing),
        numeric(
            "S2:217",
            "failover takes less than 10 ms",
            Stated.atMost(10, "ms"),
            "examples/claims/failover.yaml with failure.detection=…",
            when("detected in 500 ns", () -> 1e3 * failover("500ns")),
            when("detected in 50 us", () -> 1e3 * failover("50us")),
            when("detected in 10 ms", () -> 1e3 * failover("10ms"))),
        numeric(
            "S2:259",
            "PFC fires before ECN where DCQCN is set right: an incast has pauses",
            Stated.atLeast(1, "pauses"),
            "an incast of 8: the marks come first, and are enough",
            () -> Experiment.of(Traffic.INCAST).result().counts().pauses()),
        numeric(
            "S2:291",
            "sprayed links stay 99 % saturated",
            Stated.atLeast(99, "%"),
            "examples/claims/adaptive-two-tiers.yaml with routing.algorithm=spray; headers take 2 %",
            when("of goodput", () -> used(TWO_TIERS, HOSTS, "spray")),
            when("headers counted", () -> used(TWO_TIERS, HOSTS, "spray") * (4096 + 82) / 4096)),
        numeric(
            "S2:295",
            "a Kmin that is too high leads to deadlock: flows do not finish",
            Stated.atMost(99, "% of flows"),
            "examples/claims/kmin-and-deadlock.yaml; a ring: deadlock-watchdog.yaml",
            when("Clos, Kmin 15 MB", () -> Experiment.of(CLOS).finishedPercent()),
            when("ring, no marks at all", FabricClaims::lockedRing)),
        numeric(
            "S4:53",
            "RoCE has nothing that sends again: flows that lose a packet do not finish",
            Stated.about(0, "% of flows", 0),
            "the incast with 0.1 % of the packets lost",
            () -> Experiment.of(Traffic.INCAST, "fabric.links.loss=0.001").finishedPercent()),
        numeric(
            "S4:83",
            "without PFC nothing is lost for good with SRD: all flows finish",
            Stated.about(100, "% of flows", 0),
            "the incast with transport=srd",
            () -> Experiment.of(Traffic.INCAST, "transport=srd").finishedPercent()),
        numeric(
            "S4:87",
            "queue pairs grow exponentially: twice the hosts square their number",
            Stated.atLeast(64, "times"),
            "headroom calc qp --hosts 64, and --hosts 128",
            when("in a host", () -> (double) pairs(128) / pairs(64)),
            when("in the cluster", () -> 2.0 * pairs(128) / pairs(64))));
  }

  private static double incast(String... sets) {
    return Experiment.of(Traffic.INCAST, sets).drops();
  }

  private static double uecSignals() {
    Experiment run = Experiment.of(Traffic.INCAST, "transport=uec");
    return (double) run.result().counts().marks() + run.result().counts().trims();
  }

  private static double used(String fabric, int hosts, String algorithm) {
    return 100
        * Experiment.of(fabric, "routing.algorithm=" + algorithm).utilisation(LINE_BPS, hosts);
  }

  /** It locks up within a millisecond; ten are as good as half a second. */
  private static double lockedRing() {
    return Experiment.of(RING, "pfc.watchdog.action=off", "run.stop=10ms").finishedPercent();
  }

  private static double failover(String detection) {
    Failover measured =
        Experiment.of(FAILURE, "failure.detection=" + detection).result().disruptions().failover();
    return measured.quantilePs(0.5) * 1e-12;
  }

  private static long pairs(int hosts) {
    return new QueuePairs(hosts, 8, 8, 1).perHost();
  }
}
