package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.pcie.PcieLinkOverhead;
import java.util.List;
import java.util.stream.Stream;

/** Claims of the articles about PCI Express. */
final class PcieClaims {
  private static final long SIZE = 4096;

  private static final double RAIL_BPS = 800e9;

  private static final String LARGE = "--mps 512 --mrrs 4096";
  private static final String FEW = " --tags 64 --latency 1us";

  /** More of either first. */
  private static final String[] MRRS = {
    "headroom calc pcie --gen 6 --mps 512 --mrrs 4096",
    "headroom calc pcie --gen 6 --mps 512 --mrrs 512"
  };

  private static final ClaimExample PAIR =
      ClaimExample.of("pair", "hosts.stages=detailed", "workload.size=16MiB");
  private static final ClaimExample SLOW = PAIR.with("fabric.links.rate=400Gbps");
  private static final ClaimExample FAST =
      PAIR.with("fabric.links.rate=800Gbps", "hosts.pcie.generation=6");
  private static final ClaimExample FAR = ClaimExample.of("far-gpu", "fabric.links.rate=800Gbps");

  private PcieClaims() {}

  static List<ClaimTrials> all() {
    return Stream.of(links(), sharing()).flatMap(List::stream).toList();
  }

  /** What links carry, by formulas and by runs of two flows that cross. */
  private static List<ClaimTrials> links() {
    return List.of(
        trials("S2:32a", () -> link(6, 512, 4096).signalBps() / 8e9, "headroom calc pcie --gen 6"),
        trials(
            "S2:32b",
            trial("Gen6 in flits, MPS 128", () -> headerShare(6, 128), pcie(6, "--mps 128")),
            trial("Gen5, MPS 128", () -> headerShare(5, 128), pcie(5, "--mps 128")),
            trial("Gen5, MPS 256", () -> headerShare(5, 256), pcie(5, "--mps 256"))),
        trials(
            "S2:38",
            trial(
                "Gen5, 64-bit addresses",
                () -> 100 * link(5, 512, 4096).tlpEfficiency(SIZE),
                pcie(5, LARGE)),
            trial(
                "Gen5, 32-bit addresses",
                () -> 100 * narrow(5).tlpEfficiency(SIZE),
                pcie(5, LARGE + " --address 32")),
            trial(
                "Gen6 in flits",
                () -> 100 * link(6, 512, 4096).tlpEfficiency(SIZE),
                pcie(6, LARGE)),
            trial(
                "Gen6, framing counted",
                () -> 100 * link(6, 512, 4096).writeBps(SIZE) / link(6, 512, 4096).signalBps(),
                pcie(6, LARGE))),
        trials(
            "S2:301",
            trial("link, enough tags", () -> gain(p -> p.readBps(SIZE)), MRRS),
            trial("link, reads and writes at once", () -> gain(p -> p.duplexBps(SIZE)), MRRS),
            trial(
                "link, 64 tags and 1 us per read",
                () -> gain(p -> p.outstandingReadBps(64, 1_000_000)),
                MRRS[0] + FEW,
                MRRS[1] + FEW),
            faster("simulated run, enough tags", FAST, "512"),
            faster(
                "simulated run, 64 tags and 1 us per read",
                FAST.with("hosts.pcie.readTags=64", "hosts.pcie.readLatency=1us"),
                "512")),
        trials(
            "S2:122",
            trial("reads only", () -> gain(p -> p.readBps(SIZE)), MRRS),
            trial("reads and writes at once", () -> gain(p -> p.duplexBps(SIZE)), MRRS)),
        trials("S2:34", mpsGain(128), mpsGain(256)),
        trials(
            "S0:10",
            faster("enough tags", SLOW, "1024"),
            faster(
                "32 tags and 1 us per read",
                SLOW.with("hosts.pcie.readTags=32", "hosts.pcie.readLatency=1us"),
                "1024")),
        trials(
            "S2:227",
            () -> PcieGeneration.of(6).transfersPerSecond() * 1e-9,
            "headroom show examples/claims/pair.yaml --as 'lspci -vvv' --set"
                + " hosts.pcie.generation=6"));
  }

  /** NICs that share links, and NICs on the wrong socket. */
  private static List<ClaimTrials> sharing() {
    return List.of(
        trials("S2:198a", rails("", "fabric.rails=1", "workload.shift=1")),
        trials(
            "S2:198b",
            rails("a PCIe link for each NIC"),
            rails("two NICs share a Gen6 x16", "hosts.pcie.sharing=2"),
            rails("four NICs share a Gen6 x16", "preset=rails-shared")),
        trials(
            "S2:198c",
            rails("a PCIe link for each NIC", "fabric.rails=2", "workload.shift=2"),
            rails(
                "two NICs share a Gen6 x16",
                "hosts.pcie.sharing=2",
                "fabric.rails=2",
                "workload.shift=2")),
        trials(
                "S2:309",
                far("Xeon Emerald Rapids, with the figure of NCCL", "emerald-rapids", 16),
                far("Xeon Granite Rapids, estimated", "granite-rapids", 16),
                far("Xeon Granite Rapids, two slots, estimated", "granite-rapids", 32),
                far("EPYC Genoa", "genoa", 16),
                far("EPYC Turin", "turin", 16),
                far("EPYC Turin, two slots", "turin", 32))
            .comparisons(
                run(
                    "same socket, Gen5 slot: the slot only",
                    FAR.with("hosts.pcie.generation=5"),
                    PcieClaims::gbpsOfOne),
                run(
                    "same socket, Gen6, half of the lanes",
                    FAR.with("hosts.pcie.generation=6", "hosts.pcie.lanes=8"),
                    PcieClaims::gbpsOfOne)));
  }

  private static Claim.Trial far(String condition, String cpu, int lanes) {
    return run(
        condition,
        FAR.with(
            "hosts.pcie.generation=5",
            "hosts.pcie.lanes=" + lanes,
            "hosts.cpu.model=" + cpu,
            "hosts.memory.gpuPath=sys"),
        PcieClaims::gbpsOfOne);
  }

  private static Claim.Trial rails(String condition, String... sets) {
    return run(condition, ClaimExample.of("rail-count", sets), run -> run.usedPercent(RAIL_BPS));
  }

  private static String pcie(int generation, String options) {
    return "headroom calc pcie --gen " + generation + " " + options;
  }

  /** Percent by which more arrives with an MRRS of 4096. */
  private static Claim.Trial faster(String condition, ClaimExample pair, String from) {
    return new Claim.Trial(
        condition,
        List.of(
            pair.with("hosts.pcie.maxReadRequest=" + from),
            pair.with("hosts.pcie.maxReadRequest=4096")),
        runs -> 100 * (runs.get(0).lastMs() / runs.get(1).lastMs() - 1));
  }

  /** Of two hosts of which one sends. */
  private static double gbpsOfOne(ClaimRun run) {
    return 2 * run.usedPercent(RAIL_BPS) * RAIL_BPS * 1e-11;
  }

  private static Claim.Trial mpsGain(int from) {
    return trial(
        "from " + from,
        () -> 100 * (link(5, 512, 512).writeBps(SIZE) / link(5, from, 512).writeBps(SIZE) - 1),
        pcie(5, "--mps 512"),
        pcie(5, "--mps " + from));
  }

  private static double headerShare(int generation, int mps) {
    return 100 * (1 - link(generation, mps, 512).tlpEfficiency(SIZE));
  }

  private interface Speed {
    double of(PcieLink link);
  }

  private static double gain(Speed speed) {
    double least = speed.of(link(6, 512, 512));
    double most = speed.of(link(6, 512, 4096));
    return 100 * (Math.min(most, link(6, 512, 4096).readBps(SIZE)) / least - 1);
  }

  private static PcieLink link(int generation, int mps, int mrrs) {
    return PcieLink.of(PcieGeneration.of(generation), 16, mps, mrrs);
  }

  private static PcieLink narrow(int generation) {
    PcieGeneration of = PcieGeneration.of(generation);
    return new PcieLink(of, 16, 512, 4096, 512, false, false, PcieLinkOverhead.of(of));
  }
}
