package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.run;

import java.util.List;

/** What the articles say of packets that are lost, and of who sends them again: each is run. */
final class LossClaims {
  private static final Example MILD = Example.of("incast-8");
  private static final Example LOSSY = MILD.with("fabric.links.loss=0.001");
  private static final Example TIGHT = Example.of("incast-16");
  private static final Example MARKS_ALONE = TIGHT.with("pfc.enabled=false");
  private static final Example PAUSES_ALONE = TIGHT.with("congestion=none");

  /** How many flows come to their end where packets are lost. */
  private static final Claim.Trial LOSING = run(LOSSY, Experiment::finishedPercent);

  private LossClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S0:17b",
            "RoCE sends again what is lost (S0:17), against S4:53",
            Stated.about(100, "% of flows", 0),
            "flows that finish though 0.1 % of the packets are lost",
            LOSING),
        numeric(
            "S1:5",
            "RoCE needs a lossless class: without PFC flows do not finish",
            Stated.atMost(99, "% of flows").withBoundChosenHere(),
            "flows that finish",
            run("DCQCN", MARKS_ALONE, Experiment::finishedPercent),
            run("IRN", TIGHT.with("preset=irn"), Experiment::finishedPercent)),
        numeric(
                "S2:69",
                "HPCC++ loses nothing without PFC",
                Stated.about(0, "drops", 0),
                "packets that are dropped",
                run(
                    "8 to 1, HPCC++",
                    MILD.with("congestion.algorithm=hpcc++", "pfc.enabled=false"),
                    Experiment::drops),
                run(
                    "16 to 1 in a small buffer, HPCC++",
                    TIGHT.with("congestion.algorithm=hpcc++", "pfc.enabled=false"),
                    Experiment::drops))
            .beside(
                run("8 to 1, DCQCN", MILD.with("pfc.enabled=false"), Experiment::drops),
                run("16 to 1 in a small buffer, DCQCN", MARKS_ALONE, Experiment::drops)),
        numeric(
            "S2:75",
            "Ultra Ethernet avoids congestion entirely: no packet is marked or trimmed",
            Stated.about(0, "packets", 0),
            "marks and trims",
            run(
                MILD.with("transport=uec"),
                run -> (double) run.counts().marks() + run.counts().trims())),
        numeric(
            "S2:208",
            "RoCEv2 is unreliable since it runs over UDP: flows that lose packets do not finish",
            Stated.atMost(99, "% of flows").withBoundChosenHere(),
            "flows that finish though 0.1 % of the packets are lost",
            LOSING),
        numeric(
            "S2:254",
            "any retransmission is a broken cable: without bit errors there are none",
            Stated.about(0, "packets", 0),
            "packets sent again where no bit is wrong",
            run("lossless", TIGHT, run -> run.counts().retransmissions()),
            run(
                "pfc.enabled=false",
                PAUSES_ALONE.with("pfc.enabled=false"),
                run -> run.counts().retransmissions())),
        numeric(
            "S3:47",
            "InfiniBand loses nothing",
            Stated.about(0, "drops", 0),
            "packets that are dropped",
            run(TIGHT.with("transport=infiniband"), Experiment::drops)),
        numeric(
            "S3:71",
            "RoCE needs both PFC and ECN to lose nothing: with one of them packets are dropped",
            Stated.atLeast(1, "drops"),
            "packets that are dropped",
            run("PFC alone", PAUSES_ALONE, Experiment::drops),
            run("ECN alone", MARKS_ALONE, Experiment::drops)),
        numeric(
            "S4:53",
            "RoCE has nothing that sends again: flows that lose a packet do not finish",
            Stated.about(0, "% of flows", 0),
            "flows that finish though 0.1 % of the packets are lost",
            LOSING),
        numeric(
            "S4:83",
            "without PFC nothing is lost for good with SRD: all flows finish",
            Stated.about(100, "% of flows", 0),
            "flows that finish",
            run(MILD.with("transport=srd"), Experiment::finishedPercent)));
  }
}
