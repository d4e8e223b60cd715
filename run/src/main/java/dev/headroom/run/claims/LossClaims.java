package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.ClaimTrials.trials;

import java.util.List;

/** Claims of the articles about packet loss and retransmission; a simulation runs for each. */
final class LossClaims {
  private static final ClaimExample MILD = ClaimExample.of("incast-8");
  private static final ClaimExample LOSSY = MILD.with("fabric.links.loss=0.001");
  private static final ClaimExample TIGHT = ClaimExample.of("incast-16");
  private static final ClaimExample MARKS_ALONE = TIGHT.with("pfc.enabled=false");
  private static final ClaimExample PAUSES_ALONE = TIGHT.with("congestion=none");

  /** How many flows come to their end where packets are lost. */
  private static final Claim.Trial LOSING = run(LOSSY, ClaimRun::finishedPercent);

  private LossClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials("S0:17b", LOSING),
        trials(
            "S1:5",
            run("DCQCN", MARKS_ALONE, ClaimRun::finishedPercent),
            run("IRN", TIGHT.with("preset=irn"), ClaimRun::finishedPercent)),
        trials(
                "S2:69",
                run(
                    "8 to 1, HPCC++",
                    MILD.with("congestion.algorithm=hpcc++", "pfc.enabled=false"),
                    ClaimRun::drops),
                run(
                    "16 to 1 in a small buffer, HPCC++",
                    TIGHT.with("congestion.algorithm=hpcc++", "pfc.enabled=false"),
                    ClaimRun::drops))
            .comparisons(
                run("8 to 1, DCQCN", MILD.with("pfc.enabled=false"), ClaimRun::drops),
                run("16 to 1 in a small buffer, DCQCN", MARKS_ALONE, ClaimRun::drops)),
        trials(
            "S2:75",
            run(
                MILD.with("transport=uec"),
                run -> (double) run.counts().marks() + run.counts().trims())),
        trials("S2:208", LOSING),
        trials(
            "S2:254",
            run("lossless", TIGHT, run -> run.counts().retransmissions()),
            run(
                "pfc.enabled=false",
                PAUSES_ALONE.with("pfc.enabled=false"),
                run -> run.counts().retransmissions())),
        trials("S3:47", run(TIGHT.with("transport=infiniband"), ClaimRun::drops)),
        trials(
            "S3:71",
            run("PFC only", PAUSES_ALONE, ClaimRun::drops),
            run("ECN only", MARKS_ALONE, ClaimRun::drops)),
        trials("S4:53", LOSING),
        trials("S4:83", run(MILD.with("transport=srd"), ClaimRun::finishedPercent)));
  }
}
