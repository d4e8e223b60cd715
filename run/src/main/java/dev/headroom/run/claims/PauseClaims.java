package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.ratio;
import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.unit.Rate;
import java.util.Arrays;
import java.util.List;

/**
 * Claims of the articles about PFC pauses, ECN marks and their order; a simulation runs for each.
 */
final class PauseClaims {
  private static final ClaimExample MILD = ClaimExample.of("incast-8");
  private static final ClaimExample TIGHT = ClaimExample.of("incast-16");
  private static final ClaimExample UNCONTROLLED = TIGHT.with("congestion=none");
  private static final ClaimExample BESIDE = ClaimExample.of("ecn-before-pfc");
  private static final ClaimExample APART = ClaimExample.of("separate-classes");
  private static final ClaimExample SHARED = APART.with("workload.1.transport.class=3");

  /** Flows of {@link #APART} before those of TCP. */
  private static final int INCAST = 16;

  private static final Rate LINE = Rate.ofGbps(100);

  private static final String HIGH_PRECISION = "congestion.algorithm=hp-dcqcn";
  private static final String DCQCN = "congestion.algorithm=dcqcn";

  /** {@code transport.cnpClass}, as it is unless set. */
  private static final int CNP_CLASS = 6;

  private static final ClaimExample MISMATCH = ClaimExample.of("class-mismatch");

  private PauseClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S0:17",
            withoutPfc("go-back-N", "go-back-n"),
            withoutPfc("selective repeat", "selective-repeat")),
        trials(
            "S1:45",
            new Claim.Trial(
                "",
                List.of(MISMATCH, MISMATCH.with("overrides=[]")),
                runs -> runs.get(0).drops() - runs.get(1).drops())),
        trials("S1:62b", ratio(TIGHT.with("transport.cnpClass=3"), TIGHT, ClaimRun::lastMs)),
        trials("S1:62c", ratio(SHARED, APART, PauseClaims::slowOfTcp)),
        trials(
            "S1:62d",
            ratio(
                SHARED.with("congestion=none"),
                APART.with("congestion=none"),
                PauseClaims::slowOfTcp)),
        trials("S1:83", ratio(UNCONTROLLED, TIGHT, run -> Math.max(1e-3, run.pausedMs()))),
        trials("S2:259", run(MILD, ClaimRun::pauses)),
        trials("S2:259b", run(MILD, ClaimRun::pauses)),
        trials(
            "S2:259c",
            ratio(
                BESIDE,
                BESIDE.with("congestion.kmin=8MB", "congestion.kmax=10MB"),
                run -> run.fctMs(0.5, flow -> true))),
        trials(
            "S2:302",
            run("DCQCN", TIGHT, PauseClaims::meanPauseUs),
            run("congestion=none", UNCONTROLLED, PauseClaims::meanPauseUs)),
        trials(
            "S2:313",
            ratio(UNCONTROLLED, UNCONTROLLED.with("pfc.pauseQuanta=3906"), ClaimRun::lastMs)),
        trials("S2:350b", run(MILD, PauseClaims::cnpBytes)),
        trials(
            "S2:352g", run(MILD.with("congestion.kmax=40MB"), PauseClaims::markedBelowKmaxPercent)),
        trials(
                "S2:354",
                whole("8 to 1, whole run, 16 MiB", HIGH_PRECISION, MILD, "16MiB"),
                whole("8 to 1, whole run, 32 MiB", HIGH_PRECISION, MILD, "32MiB"),
                whole("16 to 1, small buffer, whole run, 2 MiB", HIGH_PRECISION, TIGHT, "2MiB"),
                whole("16 to 1, small buffer, whole run, 16 MiB", HIGH_PRECISION, TIGHT, "16MiB"),
                carrying("8 to 1, while flows are active", MILD),
                carrying("16 to 1, small buffer, while flows are active", TIGHT))
            .comparisons(
                whole("DCQCN: 8 to 1, whole run, 16 MiB", DCQCN, MILD, "16MiB"),
                whole("DCQCN: 16 to 1, small buffer, whole run, 2 MiB", DCQCN, TIGHT, "2MiB")),
        trials("S4:73", run(UNCONTROLLED, run -> run.drops() == 0 ? run.finishedPercent() : 0)),
        trials("S4:75", run(MILD, run -> run.counts().marks() > 0 ? run.pauses() : -1)),
        trials(
            "S4:77", run(MILD, run -> (double) run.counts().cnpPackets() / run.counts().marks())));
  }

  private static Claim.Trial withoutPfc(String condition, String recovery) {
    ClaimExample with = UNCONTROLLED.with("transport.recovery=" + recovery);
    return ratio(condition, with.with("pfc.enabled=false"), with, ClaimRun::lastMs);
  }

  /** From the first byte to the last. */
  private static Claim.Trial whole(
      String condition, String control, ClaimExample incast, String size) {
    return run(
        condition,
        incast.with(control, "workload.size=" + size),
        run -> carriedPercent(run.counts().payloadDelivered(), run.lastMs()));
  }

  private static Claim.Trial carrying(String condition, ClaimExample incast) {
    ClaimExample metered = incast.with(HIGH_PRECISION);
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

  private static double meanPauseUs(ClaimRun run) {
    RunTotals counts = run.counts();
    return counts.pauses() == 0 ? 0 : counts.pausedPs() * 1e-6 / counts.pauses();
  }

  private static double cnpBytes(ClaimRun run) {
    long bytes = run.result().ports().stream().mapToLong(port -> port.bytes()[CNP_CLASS]).sum();
    long packets = run.result().ports().stream().mapToLong(port -> port.packets()[CNP_CLASS]).sum();
    return (double) bytes / packets;
  }

  /**
   * Percent of the packets that switches marked.
   *
   * @throws IllegalStateException if a queue of theirs came up to Kmax, which all are marked above
   */
  private static double markedBelowKmaxPercent(ClaimRun run) {
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

  private static double slowOfTcp(ClaimRun run) {
    return run.fctMs(0.99, flow -> flow.flow() >= INCAST);
  }
}
