package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.sim.measure.Counts;
import java.util.List;

/** What the articles say of pauses, marks and losses: each is run. */
final class PauseClaims {
  /** The same with a buffer so small that pauses come even where senders heed marks. */
  private static final String TIGHT =
      """
      fabric:
        topology: leaf-spine
        leaves: 4
        spines: 4
        hostsPerLeaf: 8
        links: {rate: 100Gbps}
        switches: {buffer: 16MiB}
      workload: {type: incast, fanIn: 16, size: 4MiB}
      run: {stop: 200ms}
      """;

  private PauseClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S0:17",
            "PFC is the first thing to set up: without it an incast takes longer",
            Stated.atLeast(1.1, "times"),
            "an incast of 16 with pfc.enabled=false against one with it, congestion=none",
            when("go-back-N", () -> withoutPfc("go-back-n")),
            when("selective repeat", () -> withoutPfc("selective-repeat"))),
        numeric(
            "S0:17b",
            "RoCE sends again what is lost (S0:17), against S4:53",
            Stated.about(100, "% of flows", 0),
            "the incast with 0.1 % of the packets lost",
            () -> Experiment.of(Traffic.INCAST, "fabric.links.loss=0.001").finishedPercent()),
        numeric(
            "S1:5",
            "RoCE needs a lossless class: without PFC flows do not finish",
            Stated.atMost(99, "% of flows"),
            "an incast of 16 with pfc.enabled=false, and preset=irn",
            when("DCQCN", () -> Experiment.of(TIGHT, "pfc.enabled=false").finishedPercent()),
            when("IRN", () -> Experiment.of(TIGHT, "preset=irn").finishedPercent())),
        numeric(
            "S1:62b",
            "CNPs need a class of their own: in that of data the incast takes longer",
            Stated.atLeast(1.02, "times"),
            "incasts both ways with transport.cnpClass=3, against class 6",
            () -> lastMs(TIGHT, "transport.cnpClass=3") / lastMs(TIGHT)),
        numeric(
            "S1:83",
            "pauses that go on mean that DCQCN does not hold: without it there are more",
            Stated.atLeast(2, "times the pause time"),
            "an incast of 16 with congestion=none, against DCQCN",
            () -> pausedMs(TIGHT, "congestion=none") / Math.max(1e-3, pausedMs(TIGHT))),
        numeric(
            "S2:208",
            "RoCEv2 is unreliable since it runs over UDP: flows that lose packets do not finish",
            Stated.atMost(99, "% of flows"),
            "the incast with 0.1 % of the packets lost",
            () -> Experiment.of(Traffic.INCAST, "fabric.links.loss=0.001").finishedPercent()),
        numeric(
            "S2:254",
            "any retransmission is a broken cable: without bit errors there are none",
            Stated.about(0, "packets", 0),
            "an incast of 16 without bit errors",
            when("lossless", () -> Experiment.of(TIGHT).result().counts().retransmissions()),
            when(
                "pfc.enabled=false",
                () ->
                    Experiment.of(TIGHT, "pfc.enabled=false", "congestion=none")
                        .result()
                        .counts()
                        .retransmissions())),
        numeric(
            "S2:259b",
            "ECN marks before PFC pauses, as S1:5, S1:83, S2:352 and S4:75 have it, against S2:259",
            Stated.about(0, "pauses", 0),
            "an incast of 8 at defaults",
            () -> Experiment.of(Traffic.INCAST).result().counts().pauses()),
        numeric(
            "S2:302",
            "pauses should last under 2.5 us",
            Stated.atMost(2.5, "us"),
            "an incast of 16: the mean of all pauses",
            when("DCQCN", () -> meanPauseUs()),
            when("congestion=none", () -> meanPauseUs("congestion=none"))),
        numeric(
            "S2:313",
            "shorter pauses cure head-of-line blocking: the last flow ends earlier",
            Stated.atLeast(1.1, "times"),
            "an incast of 16 with pfc.pauseQuanta=3906, against 65535",
            () ->
                lastMs(TIGHT, "congestion=none")
                    / lastMs(TIGHT, "congestion=none", "pfc.pauseQuanta=3906")),
        numeric(
            "S3:47",
            "InfiniBand loses nothing",
            Stated.about(0, "drops", 0),
            "an incast of 16 with transport=infiniband",
            () -> Experiment.of(TIGHT, "transport=infiniband").drops()),
        numeric(
            "S3:71",
            "RoCE needs PFC and ECN: without one of them flows do not finish",
            Stated.atMost(99, "% of flows"),
            "an incast of 16",
            when("PFC alone", () -> Experiment.of(TIGHT, "congestion=none").finishedPercent()),
            when("ECN alone", () -> Experiment.of(TIGHT, "pfc.enabled=false").finishedPercent())),
        numeric(
            "S4:73",
            "PFC stops a priority and lets it go again: nothing is lost, everything finishes",
            Stated.about(100, "% of flows", 0),
            "an incast of 16 with congestion=none",
            () -> {
              Experiment run = Experiment.of(TIGHT, "congestion=none");
              return run.drops() == 0 ? run.finishedPercent() : 0;
            }),
        numeric(
            "S4:75",
            "ECN comes before PFC",
            Stated.about(0, "pauses", 0),
            "an incast of 8: marks and no pause",
            () -> {
              Counts counts = Experiment.of(Traffic.INCAST).result().counts();
              return counts.marks() > 0 ? counts.pauses() : -1;
            }),
        numeric(
            "S4:77",
            "a marked packet brings a CNP",
            Stated.atLeast(0.01, "CNPs a mark"),
            "an incast of 8: at most one in 4 us and queue pair",
            () -> {
              Counts counts = Experiment.of(Traffic.INCAST).result().counts();
              return (double) counts.cnpPackets() / counts.marks();
            }));
  }

  private static double lastMs(String text, String... sets) {
    return Experiment.of(text, sets).result().completionTimePs() * 1e-9;
  }

  private static double pausedMs(String text, String... sets) {
    return Experiment.of(text, sets).result().counts().pausedPs() * 1e-9;
  }

  private static double meanPauseUs(String... sets) {
    Counts counts = Experiment.of(TIGHT, sets).result().counts();
    return counts.pauses() == 0 ? 0 : counts.pausedPs() * 1e-6 / counts.pauses();
  }

  private static double withoutPfc(String recovery) {
    String set = "transport.recovery=" + recovery;
    return lastMs(TIGHT, "congestion=none", set, "pfc.enabled=false")
        / lastMs(TIGHT, "congestion=none", set);
  }
}
