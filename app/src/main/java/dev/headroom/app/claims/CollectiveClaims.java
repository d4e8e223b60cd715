package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.run;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.sizing.AckTimeout;
import java.util.List;

/** What the articles say of collectives and NCCL's settings. */
final class CollectiveClaims {
  private static final double BYTES = 400e6;
  private static final double BYTES_PER_SECOND = 100e9;

  private CollectiveClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S1:12",
            "an all-reduce of 400 MB at 100 GB/s takes 4 ms",
            Stated.about(4, "ms", 0.02),
            "the arithmetic alone, without latency",
            ring(2),
            ring(8),
            ring(64)),
        numeric(
            "S1:12b",
            "Gloo on a CPU takes 200 ms for the same 400 MB",
            Stated.about(200, "ms", 0.1),
            "the end of the all-reduce, over links that nobody fills; and what others measured",
            run("2 processes", Example.of("gloo-400mb", "fabric.hosts=2"), Experiment::lastMs),
            run("8 processes", Example.of("gloo-400mb"), Experiment::lastMs),
            Claim.published(
                "processes of one machine", 153, "meta-pytorch/torchft, pull request 199")),
        numeric(
            "S1:54",
            "NCCL_IB_TIMEOUT 20 is 4.3 s, seven times that until an error",
            Stated.about(4.295, "s", 0.001),
            "the exponent's timeout",
            () -> new AckTimeout(20, 7).timeout().seconds(),
            "headroom calc ib-timeout --timeout 20 --retries 7"));
  }

  private static Claim.Trial ring(int ranks) {
    return when(
        ranks + " ranks",
        () -> ringMs(ranks),
        "headroom calc nccl --ranks %d --size 400MB --busbw 800Gbps".formatted(ranks));
  }

  /** A ring sends 2(n-1)/n of the bytes over each link (Patarasuk and Yuan, 2009). */
  private static double ringMs(int ranks) {
    return 2e3 * (ranks - 1) / ranks * BYTES / BYTES_PER_SECOND;
  }
}
