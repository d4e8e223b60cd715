package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.sim.measure.Counts;
import java.util.Arrays;
import java.util.List;

/** What the articles say of TCP and what it costs a host: each is run. */
final class TcpClaims {
  private TcpClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S3:21",
            "TCP copies data 4 to 6 times on its way from GPU to GPU",
            Stated.between(4, 6, "times"),
            "transport=tcp: bytes that kernels copied for a byte, and one more in and out of each GPU",
            () -> {
              Counts counts = Experiment.of(Traffic.PAIR, "transport=tcp").result().counts();
              return 2 + (double) counts.cpu().copiedBytes() / counts.payloadDelivered();
            }),
        numeric(
            "S3:22",
            "TCP takes 50 to 80 % of the cores",
            Stated.between(50, 80, "%"),
            "transport=tcp at 100 Gb/s: how busy those that it may use are",
            when("of 2 cores", () -> busyPercent(2)),
            when("of 8 cores", () -> busyPercent(8)),
            when("of 32 cores", () -> busyPercent(32))),
        numeric(
            "S3:207",
            "TCP carries 60 to 70 Gb/s of a 100G link",
            Stated.between(60, 70, "Gb/s"),
            "transport=tcp, eight connections, hosts.cpu.cores=…",
            when("1 core", () -> tcpGbps(1)),
            when("2 cores", () -> tcpGbps(2)),
            when("4 cores", () -> tcpGbps(4))),
        numeric(
            "S1:11b",
            "a fall back to TCP leaves a few Gb/s: under 10",
            Stated.atMost(10, "Gb/s"),
            "transport=tcp, one core, 100 Gb/s",
            when("frames of 9,000 B", () -> tcpGbps(1)),
            when("frames of 1,500 B", () -> tcpGbps(1, "transport.mtu=1500"))),
        numeric(
            "S4:4",
            "a late packet keeps the ones behind it waiting: some wait for each that is lost",
            Stated.atLeast(1, "packets"),
            "transport=tcp with 0.1 % of the packets lost: packets that waited for one sent again",
            () -> {
              Counts counts =
                  Experiment.of(Traffic.PAIR, "transport=tcp", "fabric.links.loss=0.001")
                      .result()
                      .counts();
              return (double) counts.streams().waitedPackets() / counts.retransmissions();
            }),
        numeric(
            "S4:7",
            "TCP saturates the CPU at 100 Gb/s: a core is busy all the time",
            Stated.atLeast(95, "%"),
            "transport=tcp with hosts.cpu.cores=1",
            () -> busyPercent(1)),
        numeric(
            "S4:29",
            "TCP keeps a CPU at 100 % at 100 to 800 Gb/s: it takes more than a core",
            Stated.atLeast(1, "cores"),
            "transport=tcp at 100 Gb/s with 16 cores",
            () -> 16 * busyPercent(16) / 100));
  }

  private static double busyPercent(int cores) {
    Experiment run = tcp(cores);
    return 100.0
        * run.result().counts().cpu().mostBusyPs()
        / ((double) run.result().completionTimePs() * cores);
  }

  private static double tcpGbps(int cores, String... sets) {
    Experiment run = tcp(cores, sets);
    return run.result().counts().payloadDelivered() * 8e3 / run.result().completionTimePs();
  }

  private static Experiment tcp(int cores, String... sets) {
    String[] all = Arrays.copyOf(sets, sets.length + 1);
    all[sets.length] = "hosts.cpu.cores=" + cores;
    return Experiment.of(Traffic.between("tcp", "", 8, "32MiB"), all);
  }
}
