package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.ratio;
import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;
import java.util.stream.Stream;

/** Claims of the articles about the inside of a host; a simulation runs for each. */
final class HostClaims {
  private static final int MESSAGE_BYTES = 64;
  private static final ClaimExample SMALL =
      ClaimExample.of(
          "pair", "hosts.stages=detailed", "hosts.memory.place=gpu", "workload.size=8B");
  private static final ClaimExample POLLED =
      ClaimExample.of("pair", "hosts.stages=detailed", "workload.size=8B");
  private static final ClaimExample CROSSING =
      ClaimExample.of("pair", "hosts.stages=detailed", "workload.size=16MiB");
  private static final ClaimExample BETWEEN_GPUS = CROSSING.with("hosts.memory.place=gpu");
  private static final ClaimExample EVENTS = CROSSING.with("hosts.completions.wait=events");

  private static final String DCQCN = "congestion.algorithm=dcqcn";

  /** Pauses alone slow senders, so that what arrives is what hosts take. */
  private static final String UNCONTROLLED = "congestion.algorithm=none";

  /** As two hosts are without a switch between them. */
  private static final ClaimExample BARE =
      ClaimExample.of(
          "pair",
          "hosts.stages=detailed",
          "hosts.nic.inline=220B",
          "workload.size=8B",
          "fabric.links.rate=400Gbps",
          "fabric.links.cable=2m",
          "fabric.switches.latency=0ns");

  private HostClaims() {}

  static List<ClaimTrials> all() {
    return Stream.of(paths(), software()).flatMap(List::stream).toList();
  }

  /** What lies between a NIC and memory. */
  private static List<ClaimTrials> paths() {
    return List.of(
        trials(
            "S0:12",
            relaxed("100 Gb/s", UNCONTROLLED, "fabric.links.rate=100Gbps"),
            relaxed("200 Gb/s, EPYC of 2019", UNCONTROLLED, "fabric.links.rate=200Gbps"),
            relaxed("200 Gb/s, the same under DCQCN", DCQCN, "fabric.links.rate=200Gbps"),
            relaxed(
                "400 Gb/s, Emerald Rapids",
                UNCONTROLLED,
                "fabric.links.rate=400Gbps",
                "hosts.pcie.orderedWrites=4480B"),
            relaxed(
                "400 Gb/s, to a GPU near the NIC",
                UNCONTROLLED,
                "fabric.links.rate=400Gbps",
                "hosts.memory.place=gpu"),
            relaxed(
                "100 Gb/s, IOMMU with pages of 4 KiB",
                UNCONTROLLED,
                "fabric.links.rate=100Gbps",
                "hosts.iommu.translation=root",
                "hosts.memory.page=4KiB")),
        trials(
            "S2:19",
            trial(
                "a read",
                () -> PcieKnobs.SOCKET_LATENCY.fallback().orElseThrow().ps() * 1e-3,
                "headroom knobs hosts.pcie.socketLatency --json"),
            new Claim.Trial(
                "message from GPU to GPU",
                List.of(
                    SMALL.with("hosts.memory.gpuPath=sys"), SMALL.with("hosts.memory.gpuPath=phb")),
                runs -> (runs.get(0).deliveredPs() - runs.get(1).deliveredPs()) * 1e-3)),
        trials(
            "S2:25",
            wrongSocket("200 Gb/s, EPYC Rome", "rome", 200),
            wrongSocket("200 Gb/s, EPYC Rome, under DCQCN", "rome", 200, DCQCN),
            wrongSocket("200 Gb/s, Xeon Ice Lake with the figure of NCCL", "ice-lake", 200),
            wrongSocket(
                "400 Gb/s, Xeon Sapphire Rapids with the figure of NCCL", "sapphire-rapids", 400),
            wrongSocket(
                "400 Gb/s, Xeon Emerald Rapids with the figure of NCCL", "emerald-rapids", 400),
            wrongSocket("400 Gb/s, EPYC Genoa", "genoa", 400),
            wrongSocket("400 Gb/s, EPYC Genoa, under DCQCN", "genoa", 400, DCQCN),
            wrongSocket("400 Gb/s, EPYC Turin", "turin", 400)),
        trials(
            "S0:3",
            tuned("100 Gb/s", "fabric.links.rate=100Gbps", UNCONTROLLED),
            tuned("200 Gb/s", "fabric.links.rate=200Gbps", UNCONTROLLED),
            tuned("400 Gb/s", "fabric.links.rate=400Gbps", UNCONTROLLED),
            tuned("200 Gb/s, under DCQCN", "fabric.links.rate=200Gbps", DCQCN),
            tuned("400 Gb/s, under DCQCN", "fabric.links.rate=400Gbps", DCQCN)),
        trials(
            "S3:238",
            translated("100 Gb/s", "fabric.links.rate=100Gbps"),
            translated("200 Gb/s", "fabric.links.rate=200Gbps"),
            translated("400 Gb/s", "fabric.links.rate=400Gbps")),
        trials(
            "S1:64",
            otherSocket("host memory", POLLED),
            otherSocket("GPU memory, GPUDirect", SMALL)),
        trials("S2:36", run(ClaimExample.of("starved-nic"), ClaimRun::pauses)));
  }

  /** Queue pairs, functions, interrupts and registration. */
  private static List<ClaimTrials> software() {
    return List.of(
        trials("S0:5", slower("READ", "read"), slower("WRITE", "write")),
        trials(
            "S0:9b",
            ratio(
                EVENTS.with("transport.mtu=1024"),
                EVENTS,
                run -> (double) run.counts().cpu().interrupts())),
        trials(
            "S2:174",
            virtual("140 ns of the article, on a ConnectX-7", "preset=virtual-function-article"),
            virtual("measured ConnectX-7", "preset=virtual-function")),
        trials(
            "S2:184",
            stormed("RDMA, polling as NCCL does", "transport=rocev2"),
            stormed(
                "RDMA, waiting for events", "transport=rocev2", "hosts.completions.wait=events"),
            stormed("TCP", "transport=tcp")),
        trials("S2:99", found("unregistered memory", "never"), found("with ODP", "on-demand")));
  }

  /** Percent of flows that finish though their memory is not pinned. */
  private static Claim.Trial found(String condition, String registration) {
    return run(
        condition,
        ClaimExample.of(
            "pair",
            "hosts.stages=detailed",
            "hosts.memory.registration=" + registration,
            "workload.size=1MiB"),
        ClaimRun::finishedPercent);
  }

  /** Percent by which relaxed ordering raises what arrives. */
  private static Claim.Trial relaxed(String condition, String... sets) {
    ClaimExample relaxed = ClaimExample.of("pair", "hosts.stages=detailed").with(sets);
    return new Claim.Trial(
        condition,
        List.of(relaxed.with("hosts.pcie.relaxedOrdering=false"), relaxed),
        runs -> 100 * (completionPs(runs.get(0)) / completionPs(runs.get(1)) - 1));
  }

  /** Percent by which an all-reduce takes longer with one host's cores stormed. */
  private static Claim.Trial stormed(String condition, String... sets) {
    ClaimExample storm = ClaimExample.of("interrupt-storm", sets);
    return new Claim.Trial(
        condition,
        List.of(storm, storm.with("fabric.failures=[]")),
        runs -> 100 * (completionPs(runs.get(0)) / completionPs(runs.get(1)) - 1));
  }

  /** Percent by which a message is later where threads and queues are on the other socket. */
  private static Claim.Trial otherSocket(String condition, ClaimExample near) {
    return new Claim.Trial(
        condition,
        List.of(near.with("hosts.memory.socket=far"), near),
        runs -> 100 * (runs.get(0).deliveredPs() / runs.get(1).deliveredPs() - 1));
  }

  /** A family of processors with the generation of PCIe that its rate of NICs had. */
  private static Claim.Trial wrongSocket(String condition, String cpu, int gbps, String... sets) {
    ClaimExample right =
        ClaimExample.of(
                "far-gpu",
                "fabric.links.rate=" + gbps + "Gbps",
                "hosts.cpu.model=" + cpu,
                "hosts.pcie.generation=" + (gbps > 200 ? 5 : 4))
            .with(sets);
    return lost(condition, right.with("hosts.memory.gpuPath=sys"), right);
  }

  private static Claim.Trial tuned(String condition, String... sets) {
    ClaimExample pair = CROSSING.with(sets);
    return lost(
        condition,
        pair.with("transport.mtu=1024", "hosts.pcie.relaxedOrdering=false"),
        pair.with("hosts.pcie.maxReadRequest=4096"));
  }

  private static Claim.Trial translated(String condition, String rate) {
    ClaimExample off = BETWEEN_GPUS.with(rate);
    return lost(condition, off.with("hosts.iommu.translation=root", "hosts.memory.page=4KiB"), off);
  }

  /** Percent of the rate of a run that is not there in a slower one. */
  private static Claim.Trial lost(String condition, ClaimExample slower, ClaimExample faster) {
    return new Claim.Trial(
        condition,
        List.of(slower, faster),
        runs -> 100 * (1 - completionPs(runs.get(1)) / completionPs(runs.get(0))));
  }

  private static double completionPs(ClaimRun run) {
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
  private static ClaimExample messages(String operation, int queuePairs, int times) {
    int each = times * Math.max(8, 20_000 / queuePairs);
    return ClaimExample.of(
        "queue-pairs",
        "transport.operation=" + operation,
        "workload.flowsPerSender=" + queuePairs,
        "workload.size=" + each * MESSAGE_BYTES + "B");
  }

  /**
   * Messages a picosecond in full swing: what the longer run has more, over the time it takes more.
   */
  private static double rate(ClaimRun shorter, ClaimRun longer) {
    double more =
        (double) (longer.counts().payloadDelivered() - shorter.counts().payloadDelivered());
    return more / MESSAGE_BYTES / (endPs(longer) - endPs(shorter));
  }

  private static long endPs(ClaimRun run) {
    return run.flows().stream().mapToLong(FlowResult::completedPs).max().orElseThrow();
  }

  private static Claim.Trial virtual(String condition, String preset) {
    return new Claim.Trial(
        condition,
        List.of(BARE.with(preset), BARE),
        runs -> 100 * (runs.get(0).deliveredPs() / runs.get(1).deliveredPs() - 1));
  }
}
