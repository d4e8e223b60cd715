package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.sim.measure.PortResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the articles say of how traffic spreads over links and rails: each is run. */
final class SpreadingClaims {
  private static final String PERMUTATION =
      """
      fabric: {topology: leaf-spine, leaves: 8, spines: 8, hostsPerLeaf: 8, links: {rate: 100Gbps}}
      workload: {type: permutation, size: 16MiB, shift: 8}
      run: {stop: 200ms}
      """;

  private static final String ALL_TO_ALL =
      """
      fabric: {topology: leaf-spine, leaves: 4, spines: 8, hostsPerLeaf: 8, links: {rate: 100Gbps}}
      workload: {type: all-to-all, size: 256KiB}
      run: {stop: 200ms}
      """;

  private static final String RAILS =
      """
      fabric: {topology: rail-optimized, servers: 2, rails: 8, spines: 8}
      workload: {type: nccl, machine: dgx-h100, collective: all-to-all, size: 256MiB}
      """;

  private SpreadingClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:190",
            "GPUs that use another rail than their own collapse: without PXN an all-to-all takes twice"
                + " as long",
            Stated.atLeast(2, "times"),
            "headroom sim with workload.pxn=false: 16 GPUs, 256 MiB",
            () -> lastMs(RAILS, "workload.pxn=false") / lastMs(RAILS)),
        numeric(
            "S2:214",
            "sprayed flows leave no imbalance between links",
            Stated.atMost(1, "%"),
            "a permutation over 8 spines: the busiest uplink above the mean",
            when(
                "random spraying",
                () -> imbalance("routing.algorithm=spray", "transport.recovery=out-of-order")),
            when(
                "adaptive",
                () -> imbalance("routing.algorithm=adaptive", "transport.recovery=out-of-order")),
            when("ECMP", () -> imbalance("routing.algorithm=ecmp"))),
        numeric(
            "S2:264",
            "an all-to-all tests the bisection: with half the spines it takes longer",
            Stated.atLeast(1.5, "times"),
            "an all-to-all of 32 hosts with fabric.spines=4 against 8; a permutation within leaves",
            when("all-to-all", () -> lastMs(ALL_TO_ALL, "fabric.spines=4") / lastMs(ALL_TO_ALL)),
            when(
                "neighbours",
                () ->
                    lastMs(PERMUTATION, "workload.shift=1", "fabric.spines=4")
                        / lastMs(PERMUTATION, "workload.shift=1"))),
        numeric(
            "S2:303",
            "8 queue pairs instead of one give ECMP more entropy: the last flow ends earlier",
            Stated.atLeast(1.2, "times"),
            "a permutation over 8 spines, 16 MiB as 1 and as 8 flows",
            () -> lastMs(permutations(1, "16MiB")) / lastMs(permutations(8, "2MiB"))),
        numeric(
            "S4:85a",
            "RDMA takes a packet out of order for an error that ends the flow: none finishes",
            Stated.about(0, "% of flows", 0),
            "a permutation with routing.algorithm=spray, transport.recovery=go-back-n",
            () ->
                Experiment.of(
                        PERMUTATION,
                        "routing.algorithm=spray",
                        "transport.recovery=go-back-n",
                        "workload.size=1MiB")
                    .finishedPercent()));
  }

  private static String permutations(int times, String size) {
    return """
    fabric: {topology: leaf-spine, leaves: 8, spines: 8, hostsPerLeaf: 8, links: {rate: 100Gbps}}
    workload:
    %s
    run: {stop: 200ms}
    """
        .formatted(
            IntStream.range(0, times)
                .mapToObj(time -> "  - {type: permutation, shift: 8, size: %s}".formatted(size))
                .collect(Collectors.joining("\n")));
  }

  private static double lastMs(String text, String... sets) {
    return Experiment.of(text, sets).result().completionTimePs() * 1e-9;
  }

  private static double imbalance(String... sets) {
    Experiment run = Experiment.of(PERMUTATION, sets);
    int hosts = run.scenario().fabric().hosts().size();
    long[] uplinks =
        run.result().ports().stream()
            .filter(port -> port.node() >= hosts && port.node() < hosts + 8)
            .filter(port -> port.peer() >= hosts)
            .mapToLong(PortResult::dataBytes)
            .toArray();
    return 100
        * (Arrays.stream(uplinks).max().orElseThrow()
                / Arrays.stream(uplinks).average().orElseThrow()
            - 1);
  }
}
