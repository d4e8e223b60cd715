package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.latency.LatencyStack;
import dev.headroom.model.sizing.PacketFormat;
import dev.headroom.model.sizing.WireEfficiency;
import dev.headroom.unit.Size;
import java.util.List;

/** Claims of an article that compares RoCE with InfiniBand, by use of the network. */
final class InfinibandClaims {
  private static final Size MESSAGE = new Size(1 << 20);

  private static final ClaimExample STEP = ClaimExample.of("gpt3-replica");
  private static final ClaimExample GRADIENTS = ClaimExample.of("gpt3-gradients");
  private static final ClaimExample PERMUTATION = ClaimExample.of("permutation-8-spines");
  private static final String INFINIBAND = "transport=infiniband";

  private InfinibandClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S3:297",
            trial(
                "payload of a link, packets of 4 KiB",
                () -> share(PacketFormat.ROCEV2) / share(PacketFormat.INFINIBAND),
                "headroom calc mtu --mtu 4096 --transport rocev2",
                "headroom calc mtu --mtu 4096 --transport infiniband"),
            trial(
                "latency of 8 B over a switch",
                () ->
                    LatencyClaims.us(LatencyStack.INFINIBAND_GPUDIRECT)
                        / LatencyClaims.us(LatencyStack.RDMA_GPUDIRECT),
                "headroom latency"),
            sooner("16 to 1 in a small buffer", ClaimExample.of("incast-16")),
            sooner("all-to-all of 32 hosts", ClaimExample.of("all-to-all-32")),
            sooner("a permutation over eight spines, ECMP and forwarding tables", PERMUTATION),
            sooner(
                "the same permutation, adaptive routing on both",
                PERMUTATION.with("routing.algorithm=adaptive", "transport.recovery=out-of-order")),
            new Claim.Trial(
                "steps of GPT-3 on 1,024 A100",
                List.of(
                    STEP,
                    STEP.with("workload.microBatches=2"),
                    GRADIENTS,
                    STEP.with(INFINIBAND),
                    STEP.with(INFINIBAND, "workload.microBatches=2"),
                    GRADIENTS.with(INFINIBAND)),
                runs ->
                    step(runs.subList(0, 3)).samplesPerSecond()
                        / step(runs.subList(3, 6)).samplesPerSecond())));
  }

  private static GptTrainingStep step(List<ClaimRun> runs) {
    return new GptTrainingStep(runs.get(0), runs.get(1), runs.get(2));
  }

  private static double share(PacketFormat format) {
    return new WireEfficiency(format, 4096, MESSAGE, false).share();
  }

  /** By the end of the last flow. */
  private static Claim.Trial sooner(String condition, ClaimExample roce) {
    return new Claim.Trial(
        condition,
        List.of(roce.with(INFINIBAND), roce),
        runs -> runs.get(0).lastMs() / runs.get(1).lastMs());
  }
}
