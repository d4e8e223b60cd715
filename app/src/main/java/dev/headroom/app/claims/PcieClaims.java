package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.run;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.pcie.Accounting;
import dev.headroom.model.pcie.Generation;
import dev.headroom.model.pcie.PcieLink;
import java.util.List;

/** What the articles say of PCI Express. */
final class PcieClaims {
  private static final long SIZE = 4096;

  private static final double RAIL_BPS = 800e9;

  private PcieClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S2:32a",
            "PCIe Gen6 x16 signals about 128 GB/s",
            Stated.about(128, "GB/s", 0.01),
            "headroom calc pcie --gen 6",
            () -> link(6, 512, 4096).signalBps() / 8e9),
        numeric(
            "S2:32b",
            "TLP headers cost 15 to 20 % of a link of Gen6 that is not tuned",
            Stated.between(15, 20, "%"),
            "headroom calc pcie --gen 6 --mps 128, and --gen 5",
            when("Gen6 in flits, MPS 128", () -> headerShare(6, 128)),
            when("Gen5, MPS 128", () -> headerShare(5, 128)),
            when("Gen5, MPS 256", () -> headerShare(5, 256))),
        numeric(
            "S2:198a",
            "one rail of 800G reaches 98 % of its rate",
            Stated.about(98, "%", 0.02),
            "payload that arrives, of the line's rate",
            rails("", "fabric.rails=1", "workload.shift=1")),
        numeric(
            "S2:198b",
            "four rails reach 89 %, for their NICs contend for PCIe",
            Stated.about(89, "%", 0.02),
            "payload that arrives, of the lines' rate",
            rails("a PCIe link for each NIC"),
            rails("two NICs share a Gen6 x16", "hosts.pcie.sharing=2"),
            rails("four NICs share it", "hosts.pcie.sharing=4")),
        numeric(
            "S2:38",
            "MPS 512 and MRRS 4096 give a TLP efficiency of 98.2 %",
            Stated.about(98.2, "%", 0.002),
            "headroom calc pcie --gen 5 --mps 512 --mrrs 4096, with --address 32, and --gen 6",
            when("Gen5, 64-bit addresses", () -> 100 * link(5, 512, 4096).tlpEfficiency(SIZE)),
            when("Gen5, 32-bit addresses", () -> 100 * narrow(5).tlpEfficiency(SIZE)),
            when("Gen6 in flits", () -> 100 * link(6, 512, 4096).tlpEfficiency(SIZE)),
            when(
                "Gen6, framing counted",
                () -> 100 * link(6, 512, 4096).writeBps(SIZE) / link(6, 512, 4096).signalBps())),
        numeric(
            "S2:301",
            "MRRS 4096 instead of 512 makes reads faster by a tenth or more",
            Stated.atLeast(10, "%"),
            "headroom calc pcie --gen 6 --mrrs 512, and --mrrs 4096; --tags 64 --latency 1us",
            when("tags in plenty", () -> gain(p -> p.readBps(SIZE))),
            when("reads and writes at once", () -> gain(p -> p.duplexBps(SIZE))),
            when("64 tags, 1 us a read", () -> gain(p -> p.outstandingReadBps(64, 1_000_000)))));
  }

  private static Claim.Trial rails(String condition, String... sets) {
    return run(condition, Example.of("rail-count", sets), run -> run.usedPercent(RAIL_BPS));
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
    return PcieLink.of(Generation.of(generation), 16, mps, mrrs);
  }

  private static PcieLink narrow(int generation) {
    Generation of = Generation.of(generation);
    return new PcieLink(of, 16, 512, 4096, 512, false, false, Accounting.of(of));
  }
}
