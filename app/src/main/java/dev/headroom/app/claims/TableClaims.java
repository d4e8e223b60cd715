package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.run;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.latency.Stack;
import dev.headroom.model.pcie.Generation;
import dev.headroom.model.pcie.PcieLink;
import java.util.List;

/** What an article's tables say of processors and slots. */
final class TableClaims {
  private static final String POST = "headroom knobs hosts.nic.postTime --json";
  private static final String LATENCY = "headroom latency";
  private static final String POSTING =
      "posting a message of 8 B, of the time until it is there; a thread that polls takes a core whole besides";

  private TableClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S3:199b",
            "TCP takes 80 % of the CPU",
            Stated.about(80, "%", 0.1),
            "how busy the cores are that eight connections over 100 Gb/s may use",
            run("of 4 cores", TcpClaims.cores(4), TcpClaims::busyPercent),
            run("of 5 cores", TcpClaims.cores(5), TcpClaims::busyPercent),
            run("of 8 cores", TcpClaims.cores(8), TcpClaims::busyPercent),
            run("of 32 cores", TcpClaims.cores(32), TcpClaims::busyPercent)),
        posting("S3:200b", "RDMA without GPUDirect takes 5 % of the CPU", 5, Stack.RDMA_STAGED),
        posting("S3:201b", "RDMA with GPUDirect takes under 1 %", Stack.RDMA_GPUDIRECT),
        posting("S3:202b", "InfiniBand with GPUDirect takes under 1 %", Stack.INFINIBAND_GPUDIRECT),
        numeric(
            "S3:143",
            "PCIe Gen4 or Gen5 with 16 lanes is enough for the NIC",
            Stated.atLeast(100, "% of the line"),
            "what a slot carries of writes of 4 KiB, MPS 256, of the NIC's rate",
            slot(4, 200),
            slot(4, 400),
            slot(5, 400),
            slot(5, 800)));
  }

  private static Claim posting(String id, String words, Stack stack) {
    return posting(id, words, Stated.atMost(1, "%"), stack);
  }

  private static Claim posting(String id, String words, double percent, Stack stack) {
    return posting(id, words, Stated.about(percent, "%", 0.1), stack);
  }

  private static Claim posting(String id, String words, Stated stated, Stack stack) {
    return numeric(
        id, words, stated, POSTING, () -> postUs() / LatencyClaims.us(stack) * 100, POST, LATENCY);
  }

  private static double postUs() {
    return Settings.DEFAULTS.get(NicKnobs.POST).ps() * 1e-6;
  }

  private static Claim.Trial slot(int generation, int gbps) {
    PcieLink link = PcieLink.of(Generation.of(generation), 16, 256, 512);
    return when(
        "Gen%d, %d Gb/s".formatted(generation, gbps),
        () -> 100 * link.writeBps(4096) / (gbps * 1e9),
        "headroom calc pcie --gen %d --mps 256".formatted(generation));
  }
}
