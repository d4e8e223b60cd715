package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.sim.measure.ScheduleResult;
import dev.headroom.sim.measure.StorageResult;
import java.util.List;
import java.util.Optional;

/**
 * Claims of the articles about networked drives and GPUs that read them; a simulation runs for
 * each.
 */
final class StorageClaims {
  private static final ClaimExample AT_ONCE = ClaimExample.of("drive", "workload.driveLatency=0ns");
  private static final ClaimExample LARGE =
      ClaimExample.of("drive", "workload.block=1MiB", "workload.size=256MiB", "workload.depth=32");

  private StorageClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials("S3:126", faster("one core copies", "82Gbps"), faster("two cores copy", "164Gbps")),
        trials(
            "S2:137",
            slower("4 KiB", "4KiB"),
            slower("1 MiB", "1MiB"),
            slower("4 MiB", "4MiB"),
            slower("16 MiB", "16MiB")),
        trials("S2:141", slots(8, 5), slots(8, 6), slots(72, 5)),
        trials(
            "S4:43",
            run("RDMA", AT_ONCE, StorageClaims::medianUs),
            run(
                "TCP",
                AT_ONCE.with("transport=tcp", "hosts.stages=ideal", "workload.protocol=nvme-tcp"),
                StorageClaims::medianUs)));
  }

  private static Claim.Trial faster(String condition, String copyRate) {
    ClaimExample bounced = LARGE.with("workload.gpuDirect=false", "workload.copyRate=" + copyRate);
    return Claim.ratio(condition, LARGE, bounced, run -> storage(run).bps());
  }

  private static Claim.Trial slower(String condition, String block) {
    ClaimExample direct =
        ClaimExample.of(
            "drive", "workload.block=" + block, "workload.size=64MiB", "workload.depth=1");
    return Claim.ratio(
        condition,
        direct.with("workload.gpuDirect=false", "workload.copyRate=82Gbps"),
        direct,
        StorageClaims::medianUs);
  }

  private static Claim.Trial slots(int gpus, int generation) {
    PcieLink slot = PcieLink.of(PcieGeneration.of(generation), 16, 256, 512);
    return trial(
        "%d GPUs, Gen%d".formatted(gpus, generation),
        () -> gpus * slot.writeBps(4096) / 8e12,
        "headroom calc storage --drives 1000 --drive-rate 112Gbps --gpus %d --gpu-gen %d"
            .formatted(gpus, generation));
  }

  private static double medianUs(ClaimRun run) {
    return storage(run).quantilePs(0.5) * 1e-6;
  }

  private static StorageResult storage(ClaimRun run) {
    return run.result().schedules().stream()
        .map(ScheduleResult::storage)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow();
  }
}
