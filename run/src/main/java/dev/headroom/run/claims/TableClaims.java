package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.latency.LatencyStack;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import java.util.List;

/** Claims in an article's tables of processors and slots. */
final class TableClaims {
  private static final String POST = "headroom knobs hosts.nic.postTime --json";
  private static final String LATENCY = "headroom latency";

  /** What 100 Gb/s carry while a thread posts. */
  private static final String CARRIED = "headroom calc bdp --rate 100Gbps --rtt 150ns";

  private static final int LARGE_BYTES = 1 << 20;

  private TableClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S3:199b",
            run("of 4 cores", TcpClaims.cores(4), TcpClaims::busyPercent),
            run("of 5 cores", TcpClaims.cores(5), TcpClaims::busyPercent),
            run("of 8 cores", TcpClaims.cores(8), TcpClaims::busyPercent),
            run("of 32 cores", TcpClaims.cores(32), TcpClaims::busyPercent)),
        trials(
            "S3:200b",
            trial("8 B, one at a time", () -> share(0, LatencyStack.RDMA_STAGED), POST, LATENCY),
            trial(
                "8 B, one at a time, the thread waits for both copies",
                () -> share(copiesUs(), LatencyStack.RDMA_STAGED),
                POST,
                LATENCY)),
        posting("S3:201b", LatencyStack.RDMA_GPUDIRECT),
        posting("S3:202b", LatencyStack.INFINIBAND_GPUDIRECT),
        trials("S3:143", slot(4, 200), slot(4, 400), slot(5, 400), slot(5, 800)));
  }

  private static ClaimTrials posting(String id, LatencyStack stack) {
    return trials(
        id,
        trial("8 B, one at a time", () -> share(0, stack), POST, LATENCY),
        trial(
            "1 MiB, at the full rate of 100 Gb/s",
            () -> 100 * postUs() / (LARGE_BYTES * 8 / 100e3),
            POST,
            CARRIED));
  }

  /** Percent of a message's time that a thread has to do with it. */
  private static double share(double waitingUs, LatencyStack stack) {
    return 100 * (postUs() + waitingUs) / LatencyClaims.us(stack);
  }

  private static double copiesUs() {
    return LatencyClaims.us(LatencyStack.RDMA_STAGED)
        - LatencyClaims.us(LatencyStack.RDMA_GPUDIRECT);
  }

  private static double postUs() {
    return Settings.DEFAULTS.get(NicKnobs.POST).ps() * 1e-6;
  }

  private static Claim.Trial slot(int generation, int gbps) {
    PcieLink link = PcieLink.of(PcieGeneration.of(generation), 16, 256, 512);
    return trial(
        "Gen%d, %d Gb/s".formatted(generation, gbps),
        () -> 100 * link.writeBps(4096) / (gbps * 1e9),
        "headroom calc pcie --gen %d --mps 256".formatted(generation));
  }
}
