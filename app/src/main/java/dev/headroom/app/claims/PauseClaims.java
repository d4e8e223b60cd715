package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.ratio;
import static dev.headroom.app.claims.Claim.run;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.sim.measure.Counts;
import dev.headroom.unit.Rate;
import java.util.Arrays;
import java.util.List;

/** What the articles say of pauses, marks and which comes first: each is run. */
final class PauseClaims {
  private static final Example MILD = Example.of("incast-8");
  private static final Example TIGHT = Example.of("incast-16");
  private static final Example UNCONTROLLED = TIGHT.with("congestion=none");
  private static final Example BESIDE = Example.of("ecn-before-pfc");
  private static final Example APART = Example.of("separate-classes");
  private static final Example SHARED = APART.with("workload.1.transport.class=3");

  /** Flows of {@link #APART} before those of TCP. */
  private static final int INCAST = 16;

  private static final Rate LINE = Rate.ofGbps(100);

  private static final String HIGH_PRECISION = "congestion.algorithm=hp-dcqcn";
  private static final String DCQCN = "congestion.algorithm=dcqcn";

  /** {@code transport.cnpClass}, as it is unless set. */
  private static final int CNP_CLASS = 6;

  private static final Example MISMATCH = Example.of("class-mismatch");

  private PauseClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S0:17",
            "PFC is the first thing to set up: without it an incast takes longer",
            Stated.atLeast(1.1, "times").withBoundChosenHere(),
            "the last flow's end without PFC over that with it",
            withoutPfc("go-back-N", "go-back-n"),
            withoutPfc("selective repeat", "selective-repeat")),
        numeric(
            "S1:45",
            "RDMA in the wrong queue is not lossless: packets are dropped that are not in the right one",
            Stated.atLeast(1, "drops"),
            "drops with NICs and switches that differ, less those with switches that agree",
            new Claim.Trial(
                "",
                List.of(MISMATCH, MISMATCH.with("overrides=[]")),
                runs -> runs.get(0).drops() - runs.get(1).drops())),
        numeric(
            "S1:62b",
            "CNPs need a class of their own: in that of data the incast takes longer",
            Stated.atLeast(1.02, "times").withBoundChosenHere(),
            "the last flow's end with CNPs in the class of data over that in class 6",
            ratio(TIGHT.with("transport.cnpClass=3"), TIGHT, Experiment::lastMs)),
        numeric(
            "S1:62c",
            "a class that TCP shares with RDMA holds it up behind a congested flow that it has nothing to"
                + " do with",
            Stated.atLeast(1.1, "times").withBoundChosenHere(),
            "the 99th percentile of TCP's flows in the class of an incast of RDMA over that in its own",
            ratio(SHARED, APART, PauseClaims::slowOfTcp)),
        numeric(
            "S1:62d",
            "the same where that flow has no congestion control",
            Stated.atLeast(1.1, "times").withBoundChosenHere(),
            "the same figure with congestion=none, which is the incast's: TCP keeps its own",
            ratio(
                SHARED.with("congestion=none"),
                APART.with("congestion=none"),
                PauseClaims::slowOfTcp)),
        numeric(
            "S1:83",
            "pauses that go on mean that DCQCN does not hold: without it there are more",
            Stated.atLeast(2, "times the pause time").withBoundChosenHere(),
            "how long ports are paused, without control over with DCQCN",
            ratio(UNCONTROLLED, TIGHT, run -> Math.max(1e-3, run.pausedMs()))),
        numeric(
            "S2:259",
            "PFC fires before ECN where DCQCN is set right: an incast has pauses",
            Stated.atLeast(1, "pauses"),
            "pauses; the marks come first, and are enough",
            run(MILD, Experiment::pauses)),
        numeric(
            "S2:259b",
            "ECN marks before PFC pauses, as S1:5, S1:83, S2:352 and S4:75 have it, against S2:259",
            Stated.about(0, "pauses", 0),
            "pauses",
            run(MILD, Experiment::pauses)),
        numeric(
            "S2:259c",
            "DCQCN that marks before PFC pauses is too loose: with pauses first half of the flows end"
                + " sooner",
            Stated.atLeast(1, "times"),
            "the median flow's time with marks first over that with pauses first",
            ratio(
                BESIDE,
                BESIDE.with("congestion.kmin=8MB", "congestion.kmax=10MB"),
                run -> run.fctMs(0.5, flow -> true))),
        numeric(
            "S2:302",
            "pauses should last under 2.5 us",
            Stated.atMost(2.5, "us"),
            "the mean of all pauses",
            run("DCQCN", TIGHT, PauseClaims::meanPauseUs),
            run("congestion=none", UNCONTROLLED, PauseClaims::meanPauseUs)),
        numeric(
            "S2:313",
            "shorter pauses cure head-of-line blocking: the last flow ends earlier",
            Stated.atLeast(1.1, "times").withBoundChosenHere(),
            "the last flow's end with pauses of 65,535 quanta over that with 3,906",
            ratio(UNCONTROLLED, UNCONTROLLED.with("pfc.pauseQuanta=3906"), Experiment::lastMs)),
        numeric(
            "S2:350b",
            "a CNP is a packet of 64 B",
            Stated.about(64, "B", 0),
            "bytes over packets in the class that is theirs alone",
            run(MILD, PauseClaims::cnpBytes)),
        numeric(
            "S2:352g",
            "marking becomes probabilistic at Kmax: below it nothing is marked",
            Stated.about(0, "% of packets", 0),
            "packets that are marked though no queue comes up to Kmax",
            run(MILD.with("congestion.kmax=40MB"), PauseClaims::markedBelowKmaxPercent)),
        numeric(
                "S2:354",
                "HP-DCQCN keeps links above 95 % under heavy congestion",
                Stated.atLeast(95, "%"),
                "what the receiver's link carries of what it could, headers counted: of whole incasts from first to last byte,"
                    + " and where flows are under way, what those of 32 MiB bring more than those of 16 MiB, over the time"
                    + " that they take more",
                whole("8 to 1, whole, 16 MiB", HIGH_PRECISION, MILD, "16MiB"),
                whole("8 to 1, whole, 32 MiB", HIGH_PRECISION, MILD, "32MiB"),
                whole("16 to 1, a small buffer, whole, 2 MiB", HIGH_PRECISION, TIGHT, "2MiB"),
                whole("16 to 1, a small buffer, whole, 16 MiB", HIGH_PRECISION, TIGHT, "16MiB"),
                carrying("8 to 1, while flows are under way", MILD),
                carrying("16 to 1, a small buffer, while flows are under way", TIGHT))
            .beside(
                whole("DCQCN: 8 to 1, whole, 16 MiB", DCQCN, MILD, "16MiB"),
                whole("DCQCN: 16 to 1, a small buffer, whole, 2 MiB", DCQCN, TIGHT, "2MiB"))
            .byOwnInputs(
                "nobody has published HP-DCQCN; congestion.algorithm=hp-dcqcn is built from the article's words"),
        numeric(
            "S4:73",
            "PFC stops a priority and lets it go again: nothing is lost, everything finishes",
            Stated.about(100, "% of flows", 0),
            "flows that finish, or none if a packet is lost",
            run(UNCONTROLLED, run -> run.drops() == 0 ? run.finishedPercent() : 0)),
        numeric(
            "S4:75",
            "ECN comes before PFC",
            Stated.about(0, "pauses", 0),
            "pauses of a run with marks",
            run(MILD, run -> run.counts().marks() > 0 ? run.pauses() : -1)),
        numeric(
            "S4:77",
            "a marked packet brings a CNP",
            Stated.atLeast(0.01, "CNPs a mark").withBoundChosenHere(),
            "at most one in 4 us and queue pair",
            run(MILD, run -> (double) run.counts().cnpPackets() / run.counts().marks())));
  }

  private static Claim.Trial withoutPfc(String condition, String recovery) {
    Example with = UNCONTROLLED.with("transport.recovery=" + recovery);
    return ratio(condition, with.with("pfc.enabled=false"), with, Experiment::lastMs);
  }

  /** From the first byte to the last. */
  private static Claim.Trial whole(String condition, String control, Example incast, String size) {
    return run(
        condition,
        incast.with(control, "workload.size=" + size),
        run -> carriedPercent(run.counts().payloadDelivered(), run.lastMs()));
  }

  private static Claim.Trial carrying(String condition, Example incast) {
    Example metered = incast.with(HIGH_PRECISION);
    return new Claim.Trial(
        condition,
        List.of(metered.with("workload.size=16MiB"), metered.with("workload.size=32MiB")),
        runs ->
            carriedPercent(
                runs.get(1).counts().payloadDelivered() - runs.get(0).counts().payloadDelivered(),
                runs.get(1).lastMs() - runs.get(0).lastMs()));
  }

  /** Of one receiver; packets of 4,096 B have 82 B of headers, preamble and gap. */
  private static double carriedPercent(double payloadBytes, double milliseconds) {
    return 100 * payloadBytes * 8 * (4096 + 82) / 4096 / (LINE.bps() * milliseconds * 1e-3);
  }

  private static double meanPauseUs(Experiment run) {
    Counts counts = run.counts();
    return counts.pauses() == 0 ? 0 : counts.pausedPs() * 1e-6 / counts.pauses();
  }

  private static double cnpBytes(Experiment run) {
    long bytes = run.result().ports().stream().mapToLong(port -> port.bytes()[CNP_CLASS]).sum();
    long packets = run.result().ports().stream().mapToLong(port -> port.packets()[CNP_CLASS]).sum();
    return (double) bytes / packets;
  }

  /**
   * Percent of the packets that switches marked.
   *
   * @throws IllegalStateException if a queue of theirs came up to Kmax, which all are marked above
   */
  private static double markedBelowKmaxPercent(Experiment run) {
    int hosts = run.scenario().fabric().hosts().size();
    long most =
        run.result().ports().stream()
            .filter(port -> port.node() >= hosts)
            .flatMapToLong(port -> Arrays.stream(port.peakQueueBytes()))
            .max()
            .orElseThrow();
    long kmax = run.scenario().settings().find(CongestionKnobs.KMAX).orElseThrow().at(LINE).bytes();
    if (most >= kmax) {
      throw new IllegalStateException("a queue of %d B came up to Kmax".formatted(most));
    }
    return 100.0 * run.counts().marks() / run.counts().dataPackets();
  }

  private static double slowOfTcp(Experiment run) {
    return run.fctMs(0.99, flow -> flow.flow() >= INCAST);
  }
}
