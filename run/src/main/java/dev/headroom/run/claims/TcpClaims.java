package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.run;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.TraceQuantity;
import java.util.List;

/** Claims of the articles about TCP and its cost for a host; a simulation runs for each. */
final class TcpClaims {
  private static final ClaimExample PAIR = ClaimExample.of("pair", "transport=tcp");
  private static final ClaimExample CONNECTIONS = ClaimExample.of("tcp-cores");

  private static final ClaimExample CUT =
      PAIR.with("fabric.links.loss=0.0002", "run.trace.flows=0", "run.trace.step=2us");

  private TcpClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S3:21",
            run(
                PAIR,
                run ->
                    2
                        + (double) run.counts().cpu().copiedBytes()
                            / run.counts().payloadDelivered())),
        trials(
            "S3:22",
            run("of 2 cores", cores(2), TcpClaims::busyPercent),
            run("of 8 cores", cores(8), TcpClaims::busyPercent),
            run("of 32 cores", cores(32), TcpClaims::busyPercent)),
        trials(
            "S3:207",
            run("1 core", cores(1), TcpClaims::gbps),
            run("2 cores", cores(2), TcpClaims::gbps),
            run("4 cores", cores(4), TcpClaims::gbps)),
        trials(
            "S1:11b",
            run("frames of 9,000 B", cores(1), TcpClaims::gbps),
            run("frames of 1,500 B", cores(1).with("transport.mtu=1500"), TcpClaims::gbps)),
        trials(
            "S4:4",
            run(
                PAIR.with("fabric.links.loss=0.001"),
                run ->
                    (double) run.counts().streams().waitedPackets()
                        / run.counts().retransmissions())),
        trials("S4:7", run(cores(1), TcpClaims::busyPercent)),
        trials(
            "S4:9",
            run("CUBIC", CUT, TcpClaims::deepestCut),
            run(
                "Reno (not in the article)",
                CUT.with("congestion.algorithm=reno"),
                TcpClaims::deepestCut)),
        trials("S4:29", run(cores(16), run -> cores(run) * busyPercent(run) / 100)));
  }

  static ClaimExample cores(int cores) {
    return CONNECTIONS.with("hosts.cpu.cores=" + cores);
  }

  private static double cores(ClaimRun run) {
    return run.scenario().settings().get(CpuKnobs.CORES);
  }

  /** How busy the cores of the busier host are. */
  static double busyPercent(ClaimRun run) {
    return 100.0 * run.counts().cpu().mostBusyPs() / (run.result().completionTimePs() * cores(run));
  }

  private static double deepestCut(ClaimRun run) {
    FlowTraces traces = run.result().traces();
    FlowTrace flow = traces.flows().getFirst();
    double least = 1;
    for (int time = 1; time < traces.count(); time++) {
      double before = flow.at(TraceQuantity.WINDOW_BYTES, time - 1);
      double after = flow.at(TraceQuantity.WINDOW_BYTES, time);
      least = before > 0 && after > 0 ? Math.min(least, after / before) : least;
    }
    return least;
  }

  private static double gbps(ClaimRun run) {
    return run.counts().payloadDelivered() * 8e3 / run.result().completionTimePs();
  }
}
