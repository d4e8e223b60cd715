package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.sim.measure.FlowResult;
import java.util.List;

/** What the articles say of what happens inside a host: each is run. */
final class HostClaims {
  private HostClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S0:5",
            "many queue pairs miss the NIC's cache: 4,096 of them are slower than 32",
            Stated.atLeast(1.1, "times"),
            "64 B over 200 Gb/s with hosts.stages=detailed, 32 against 4,096 queue pairs",
            when("READ", () -> rate("read", 32) / rate("read", 4096)),
            when("WRITE", () -> rate("write", 32) / rate("write", 4096))),
        numeric(
            "S2:36",
            "a NIC that gets no PCIe credits makes PFC pauses",
            Stated.atLeast(1, "pauses"),
            "an incast of 2 with hosts.pcie.stallAt=50us, stallFor=200us",
            HostClaims::starved),
        numeric(
            "S2:99",
            "a NIC cannot take page faults, against S2:364 where it can: flows do not finish",
            Stated.about(0, "% of flows", 0),
            "two hosts with hosts.stages=detailed, hosts.memory.registration=on-demand",
            () ->
                Experiment.of(
                        Traffic.PAIR,
                        "hosts.stages=detailed",
                        "hosts.memory.registration=on-demand",
                        "workload.size=1MiB")
                    .finishedPercent()));
  }

  private static double starved() {
    return Experiment.of(
            """
            fabric: {topology: single, hosts: 3, links: {rate: 100Gbps}}
            workload: {type: incast, fanIn: 2, size: 4MiB}
            hosts: {stages: detailed, receiveBuffer: 512KiB, pcie: {stallAt: 50us, stallFor: 200us}}
            run: {stop: 100ms}
            """)
        .result()
        .counts()
        .pauses();
  }

  private static double rate(String operation, int queuePairs) {
    int messages = Math.max(8, 20_000 / queuePairs);
    double more = (double) messages * queuePairs;
    return more
        * 1e6
        / (endPs(operation, queuePairs, 2 * messages) - endPs(operation, queuePairs, messages));
  }

  private static long endPs(String operation, int queuePairs, int messages) {
    String hosts =
        """
        congestion: none
        hosts: {stages: detailed, nic: {postTime: 0ns, translationMiss: 0ns}}
        """;
    return Experiment.of(
            Traffic.between("rocev2", hosts, queuePairs, 64 * messages + "B"),
            "fabric.links.rate=200Gbps",
            "transport.operation=" + operation,
            "transport.messageSize=64B",
            "transport.outstanding=32")
        .flows()
        .stream()
        .mapToLong(FlowResult::completedPs)
        .max()
        .orElseThrow();
  }
}
