package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.run;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;

/** What the articles say of what happens inside a host: each is run. */
final class HostClaims {
  private static final int MESSAGE_BYTES = 64;
  private static final Example SMALL =
      Example.of("pair", "hosts.stages=detailed", "hosts.memory.place=gpu", "workload.size=8B");

  private HostClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S0:5",
            "many queue pairs miss the NIC's cache: 4,096 of them are slower than 32",
            Stated.atLeast(1.1, "times"),
            "messages a second on 32 queue pairs, by runs of two lengths, over those on 4,096",
            slower("READ", "read"),
            slower("WRITE", "write")),
        numeric(
            "S0:12",
            "relaxed ordering improves throughput: by a hundredth or more",
            Stated.atLeast(1, "%"),
            "goodput of two flows that cross, where writes may overtake each other, over that where not",
            relaxed("100 Gb/s", "fabric.links.rate=100Gbps"),
            relaxed("200 Gb/s, an EPYC of 2019", "fabric.links.rate=200Gbps"),
            relaxed(
                "400 Gb/s, an Emerald Rapids",
                "fabric.links.rate=400Gbps",
                "hosts.pcie.orderedWrites=4480B"),
            relaxed(
                "400 Gb/s, to a GPU beside the NIC",
                "fabric.links.rate=400Gbps",
                "hosts.memory.place=gpu"),
            relaxed(
                "100 Gb/s, pages of 4 KiB that an IOMMU translates",
                "fabric.links.rate=100Gbps",
                "hosts.iommu.translation=root",
                "hosts.memory.page=4KiB")),
        numeric(
            "S2:19",
            "a path over the sockets' link adds 200 to 500 ns",
            Stated.between(200, 500, "ns"),
            "how much later a message of 8 B is there where both ends cross it",
            when("a read", () -> PcieKnobs.SOCKET_LATENCY.fallback().orElseThrow().ps() * 1e-3),
            new Claim.Trial(
                "a message from GPU to GPU",
                List.of(
                    SMALL.with("hosts.memory.gpuPath=sys"), SMALL.with("hosts.memory.gpuPath=phb")),
                runs -> (deliveredPs(runs.get(0)) - deliveredPs(runs.get(1))) * 1e-3)),
        numeric(
            "S2:36",
            "a NIC that gets no PCIe credits makes PFC pauses",
            Stated.atLeast(1, "pauses"),
            "pauses",
            run(Example.of("starved-nic"), Experiment::pauses)),
        numeric(
            "S2:184",
            "a host's interrupt storms stall training: an all-reduce takes a tenth longer or more",
            Stated.atLeast(10, "%"),
            "completion, with the storm and without",
            stormed("RDMA, polled as by NCCL", "transport=rocev2"),
            stormed(
                "RDMA, waiting for events", "transport=rocev2", "hosts.completions.wait=events"),
            stormed("TCP", "transport=tcp")),
        numeric(
            "S2:99",
            "a NIC cannot take page faults, against S2:364 where it can: flows do not finish",
            Stated.about(0, "% of flows", 0),
            "flows that finish",
            found("memory that nobody has registered", "never"),
            found("with ODP", "on-demand")));
  }

  /** Percent of flows that finish though their memory is not pinned. */
  private static Claim.Trial found(String condition, String registration) {
    return run(
        condition,
        Example.of(
            "pair",
            "hosts.stages=detailed",
            "hosts.memory.registration=" + registration,
            "workload.size=1MiB"),
        Experiment::finishedPercent);
  }

  /** Percent by which relaxed ordering raises what arrives. */
  private static Claim.Trial relaxed(String condition, String... sets) {
    Example relaxed = Example.of("pair", "hosts.stages=detailed").with(sets);
    return new Claim.Trial(
        condition,
        List.of(relaxed.with("hosts.pcie.relaxedOrdering=false"), relaxed),
        runs -> 100 * (completionPs(runs.get(0)) / completionPs(runs.get(1)) - 1));
  }

  /** Percent by which an all-reduce takes longer with one host's cores stormed. */
  private static Claim.Trial stormed(String condition, String... sets) {
    Example storm = Example.of("interrupt-storm", sets);
    return new Claim.Trial(
        condition,
        List.of(storm, storm.with("fabric.failures=[]")),
        runs -> 100 * (completionPs(runs.get(0)) / completionPs(runs.get(1)) - 1));
  }

  private static double completionPs(Experiment run) {
    return run.result().completionTimePs();
  }

  private static Claim.Trial slower(String condition, String operation) {
    return new Claim.Trial(
        condition,
        List.of(
            messages(operation, 32, 1),
            messages(operation, 32, 2),
            messages(operation, 4096, 1),
            messages(operation, 4096, 2)),
        runs -> rate(runs.get(0), runs.get(1)) / rate(runs.get(2), runs.get(3)));
  }

  /** So many times 20,000 messages, or 8 for each queue pair. */
  private static Example messages(String operation, int queuePairs, int times) {
    int each = times * Math.max(8, 20_000 / queuePairs);
    return Example.of(
        "queue-pairs",
        "transport.operation=" + operation,
        "workload.flowsPerSender=" + queuePairs,
        "workload.size=" + each * MESSAGE_BYTES + "B");
  }

  /**
   * Messages a picosecond in full swing: what the longer run has more, over the time it takes more.
   */
  private static double rate(Experiment shorter, Experiment longer) {
    double more =
        (double) (longer.counts().payloadDelivered() - shorter.counts().payloadDelivered());
    return more / MESSAGE_BYTES / (endPs(longer) - endPs(shorter));
  }

  private static long deliveredPs(Experiment run) {
    return run.flows().stream().mapToLong(FlowResult::deliveredPs).max().orElseThrow();
  }

  private static long endPs(Experiment run) {
    return run.flows().stream().mapToLong(FlowResult::completedPs).max().orElseThrow();
  }
}
