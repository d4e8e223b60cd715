package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.latency.GpuRoute;
import dev.headroom.model.latency.LatencyStack;
import dev.headroom.model.latency.LatencyWaterfall;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;

/** Claims of the articles about the latency of small messages. */
final class LatencyClaims {
  private static final String COMMAND = "headroom latency";

  /** 8 B over one switch of 300 ns and 10 m of cable. */
  private static final GpuRoute ROUTE =
      new GpuRoute(
          new Size(8),
          Rate.ofGbps(400),
          1,
          new Length(10_000),
          new Time(300_000),
          PcieLink.of(PcieGeneration.of(5), 16, 256, 512));

  private LatencyClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials("S1:11", () -> us(LatencyStack.TCP) / us(LatencyStack.RDMA_GPUDIRECT), COMMAND),
        trials(
            "S2:125",
            () -> 100 * (1 - us(LatencyStack.RDMA_GPUDIRECT) / us(LatencyStack.RDMA_STAGED)),
            COMMAND),
        trials(
            "S3:5",
            trial(
                "RDMA with GPUDirect",
                () -> us(LatencyStack.TCP) / us(LatencyStack.RDMA_GPUDIRECT),
                COMMAND),
            trial(
                "RDMA, staged",
                () -> us(LatencyStack.TCP) / us(LatencyStack.RDMA_STAGED),
                COMMAND)),
        trials("S3:199", () -> us(LatencyStack.TCP), COMMAND),
        trials("S3:200", () -> us(LatencyStack.RDMA_STAGED), COMMAND),
        trials("S3:201", () -> us(LatencyStack.RDMA_GPUDIRECT), COMMAND),
        trials("S3:202", () -> us(LatencyStack.INFINIBAND_GPUDIRECT), COMMAND),
        trials("S4:27", () -> us(LatencyStack.TCP), COMMAND));
  }

  /** Of 8 B over that route. */
  static double us(LatencyStack stack) {
    return LatencyWaterfall.of(stack, ROUTE).totalPs() * 1e-6;
  }
}
