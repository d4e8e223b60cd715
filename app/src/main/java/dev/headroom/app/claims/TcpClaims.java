package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.run;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.Quantity;
import dev.headroom.sim.measure.Traces;
import java.util.List;

/** What the articles say of TCP and what it costs a host: each is run. */
final class TcpClaims {
  private static final Example PAIR = Example.of("pair", "transport=tcp");
  private static final Example CONNECTIONS = Example.of("tcp-cores");

  private static final Example CUT =
      PAIR.with("fabric.links.loss=0.0002", "run.trace.flows=0", "run.trace.step=2us");

  /** Of claims whose figure follows from a number that no article names. */
  static final String CORES =
      "the article names no number of cores, and that is what the figure follows from";

  private TcpClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S3:21",
            "TCP copies data 4 to 6 times on its way from GPU to GPU",
            Stated.between(4, 6, "times"),
            "bytes that kernels copied for a byte, and one more in and out of each GPU",
            run(
                PAIR,
                run ->
                    2
                        + (double) run.counts().cpu().copiedBytes()
                            / run.counts().payloadDelivered())),
        numeric(
                "S3:22",
                "TCP takes 50 to 80 % of the cores",
                Stated.between(50, 80, "%"),
                "how busy the cores are that it may use",
                run("of 2 cores", cores(2), TcpClaims::busyPercent),
                run("of 8 cores", cores(8), TcpClaims::busyPercent),
                run("of 32 cores", cores(32), TcpClaims::busyPercent))
            .byOwnInputs(CORES),
        numeric(
                "S3:207",
                "TCP carries 60 to 70 Gb/s of a 100G link",
                Stated.between(60, 70, "Gb/s"),
                "payload over the time until the last of eight connections is done",
                run("1 core", cores(1), TcpClaims::gbps),
                run("2 cores", cores(2), TcpClaims::gbps),
                run("4 cores", cores(4), TcpClaims::gbps))
            .byOwnInputs(CORES),
        numeric(
            "S1:11b",
            "a fall back to TCP leaves a few Gb/s: under 10",
            Stated.atMost(10, "Gb/s").withBoundChosenHere(),
            "payload over the time until the last of eight connections is done",
            run("frames of 9,000 B", cores(1), TcpClaims::gbps),
            run("frames of 1,500 B", cores(1).with("transport.mtu=1500"), TcpClaims::gbps)),
        numeric(
            "S4:4",
            "a late packet keeps the ones behind it waiting: some wait for each that is lost",
            Stated.atLeast(1, "packets"),
            "packets that waited for one sent again, where 0.1 % are lost",
            run(
                PAIR.with("fabric.links.loss=0.001"),
                run ->
                    (double) run.counts().streams().waitedPackets()
                        / run.counts().retransmissions())),
        numeric(
            "S4:7",
            "TCP saturates the CPU at 100 Gb/s: a core is busy all the time",
            Stated.atLeast(95, "%").withBoundChosenHere(),
            "how busy the only core is",
            run(cores(1), TcpClaims::busyPercent)),
        numeric(
            "S4:9",
            "a loss cuts a TCP sender's window drastically: to half or less",
            Stated.atMost(0.5, "of the window").withBoundChosenHere(),
            "the deepest fall of the window from one look at it to the next, where 0.02 % of packets are"
                + " lost (RFC 9438, section 4.6; RFC 5681)",
            run("CUBIC", CUT, TcpClaims::deepestCut),
            run(
                "Reno, which the article does not name",
                CUT.with("congestion.algorithm=reno"),
                TcpClaims::deepestCut)),
        numeric(
            "S4:29",
            "TCP keeps a CPU at 100 % at 100 to 800 Gb/s: it takes more than a core",
            Stated.atLeast(1, "cores").withBoundChosenHere(),
            "how many of 16 are busy at 100 Gb/s",
            run(cores(16), run -> cores(run) * busyPercent(run) / 100)));
  }

  static Example cores(int cores) {
    return CONNECTIONS.with("hosts.cpu.cores=" + cores);
  }

  private static double cores(Experiment run) {
    return run.scenario().settings().get(CpuKnobs.CORES);
  }

  /** How busy the cores of the busier host are. */
  static double busyPercent(Experiment run) {
    return 100.0 * run.counts().cpu().mostBusyPs() / (run.result().completionTimePs() * cores(run));
  }

  private static double deepestCut(Experiment run) {
    Traces traces = run.result().traces();
    FlowTrace flow = traces.flows().getFirst();
    double least = 1;
    for (int time = 1; time < traces.count(); time++) {
      double before = flow.at(Quantity.WINDOW_BYTES, time - 1);
      double after = flow.at(Quantity.WINDOW_BYTES, time);
      least = before > 0 && after > 0 ? Math.min(least, after / before) : least;
    }
    return least;
  }

  private static double gbps(Experiment run) {
    return run.counts().payloadDelivered() * 8e3 / run.result().completionTimePs();
  }
}
