package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.sizing.AckTimeout;
import java.util.List;

/** Claims of the articles about collectives and NCCL's settings. */
final class CollectiveClaims {
  private static final double BYTES = 400e6;
  private static final double BYTES_PER_SECOND = 100e9;

  private CollectiveClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials("S1:12", ring(2), ring(8), ring(64)),
        trials(
            "S1:12b",
            run("2 processes", ClaimExample.of("gloo-400mb", "fabric.hosts=2"), ClaimRun::lastMs),
            run("8 processes", ClaimExample.of("gloo-400mb"), ClaimRun::lastMs)),
        trials(
            "S1:54",
            () -> new AckTimeout(20, 7).timeout().seconds(),
            "headroom calc ib-timeout --timeout 20 --retries 7"));
  }

  private static Claim.Trial ring(int ranks) {
    return trial(
        ranks + " ranks",
        () -> ringMs(ranks),
        "headroom calc nccl --ranks %d --size 400MB --busbw 800Gbps".formatted(ranks));
  }

  /** A ring sends 2(n-1)/n of the bytes over each link (Patarasuk and Yuan, 2009). */
  private static double ringMs(int ranks) {
    return 2e3 * (ranks - 1) / ranks * BYTES / BYTES_PER_SECOND;
  }
}
