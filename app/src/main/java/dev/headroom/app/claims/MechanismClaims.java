package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.sim.measure.Counts;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the articles say of how transports, pauses and hosts work: each is run. */
final class MechanismClaims {
  private static final String INCAST =
      """
      fabric: {topology: leaf-spine, leaves: 4, spines: 4, hostsPerLeaf: 8, links: {rate: 100Gbps}}
      workload: {type: incast, fanIn: 8, size: 4MiB}
      run: {stop: 200ms}
      """;

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

  private static final String PERMUTATION =
      """
      fabric: {topology: leaf-spine, leaves: 8, spines: 8, hostsPerLeaf: 8, links: {rate: 100Gbps}}
      workload: {type: permutation, size: 16MiB, shift: 8}
      run: {stop: 200ms}
      """;

  private static final String ALL_TO_ALL =
      """
      fabric: {topology: leaf-spine, leaves: 4, spines: 8, hostsPerLeaf: 8, links: {rate: 100Gbps}}
      workload: {type: all-to-all, size: 256KiB}
      run: {stop: 200ms}
      """;

  private static final String PAIR =
      """
      fabric: {topology: single, hosts: 2, links: {rate: 100Gbps}}
      workload: {type: permutation, size: 64MiB, shift: 1}
      run: {stop: 1s}
      """;

  private static final String RAILS =
      """
      fabric: {topology: rail-optimized, servers: 2, rails: 8, spines: 8}
      workload: {type: nccl, machine: dgx-h100, collective: all-to-all, size: 256MiB}
      """;

  private MechanismClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S0:5",
            "many queue pairs miss the NIC's cache: 4,096 of them are slower than 32",
            Stated.atLeast(1.1, "times"),
            "64 B over 200 Gb/s with hosts.stages=detailed, 32 against 4,096 queue pairs",
            when("READ", () -> rate("read", 32) / rate("read", 4096)),
            when("WRITE", () -> rate("write", 32) / rate("write", 4096))),
        numeric(
            "S0:9b",
            "a larger MTU leaves RDMA with fewer interrupts: some are saved",
            Stated.atLeast(1, "interrupts"),
            "two hosts of 100 Gb/s with transport.mtu=1024, and 4096: packets interrupt nobody",
            () -> interrupts("1024") - interrupts("4096")),
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
            () -> Experiment.of(INCAST, "fabric.links.loss=0.001").finishedPercent()),
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
            "S2:36",
            "a NIC that gets no PCIe credits makes PFC pauses",
            Stated.atLeast(1, "pauses"),
            "an incast of 2 with hosts.pcie.stallAt=50us, stallFor=200us",
            MechanismClaims::starved),
        numeric(
            "S2:99",
            "a NIC cannot take page faults, against S2:364 where it can: flows do not finish",
            Stated.about(0, "% of flows", 0),
            "two hosts with hosts.stages=detailed, hosts.memory.registration=on-demand",
            () ->
                Experiment.of(
                        PAIR,
                        "hosts.stages=detailed",
                        "hosts.memory.registration=on-demand",
                        "workload.size=1MiB")
                    .finishedPercent()),
        numeric(
            "S2:163b",
            "pauses that wait for each other in a circle are a deadlock: no flow finishes",
            Stated.about(0, "% of flows", 0),
            "examples/claims/deadlock-watchdog.yaml with pfc.watchdog.action=off; credits likewise",
            () ->
                Experiment.of(
                        """
                        fabric:
                          topology: ring
                          length: 5
                          hostsPerSwitch: 2
                          links: {rate: 100Gbps, delay: 1us}
                          switches: {buffer: 4MiB}
                        congestion: none
                        pfc: {watchdog: {action: off}}
                        workload: {type: permutation, shift: 4, size: 8MiB}
                        run: {stop: 10ms}
                        """)
                    .finishedPercent()),
        numeric(
            "S2:190",
            "GPUs that use another rail than their own collapse: without PXN an all-to-all takes twice"
                + " as long",
            Stated.atLeast(2, "times"),
            "headroom sim with workload.pxn=false: 16 GPUs, 256 MiB",
            () -> lastMs(RAILS, "workload.pxn=false") / lastMs(RAILS)),
        numeric(
            "S2:208",
            "RoCEv2 is unreliable since it runs over UDP: flows that lose packets do not finish",
            Stated.atMost(99, "% of flows"),
            "the incast with 0.1 % of the packets lost",
            () -> Experiment.of(INCAST, "fabric.links.loss=0.001").finishedPercent()),
        numeric(
            "S2:214",
            "sprayed flows leave no imbalance between links",
            Stated.atMost(1, "%"),
            "a permutation over 8 spines: the busiest uplink above the mean",
            when(
                "random spraying",
                () -> imbalance("routing.algorithm=spray", "transport.recovery=out-of-order")),
            when(
                "adaptive",
                () -> imbalance("routing.algorithm=adaptive", "transport.recovery=out-of-order")),
            when("ECMP", () -> imbalance("routing.algorithm=ecmp"))),
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
            () -> Experiment.of(INCAST).result().counts().pauses()),
        numeric(
            "S2:264",
            "an all-to-all tests the bisection: with half the spines it takes longer",
            Stated.atLeast(1.5, "times"),
            "an all-to-all of 32 hosts with fabric.spines=4 against 8; a permutation within leaves",
            when("all-to-all", () -> lastMs(ALL_TO_ALL, "fabric.spines=4") / lastMs(ALL_TO_ALL)),
            when(
                "neighbours",
                () ->
                    lastMs(PERMUTATION, "workload.shift=1", "fabric.spines=4")
                        / lastMs(PERMUTATION, "workload.shift=1"))),
        numeric(
            "S2:302",
            "pauses should last under 2.5 us",
            Stated.atMost(2.5, "us"),
            "an incast of 16: the mean of all pauses",
            when("DCQCN", () -> meanPauseUs()),
            when("congestion=none", () -> meanPauseUs("congestion=none"))),
        numeric(
            "S2:303",
            "8 queue pairs instead of one give ECMP more entropy: the last flow ends earlier",
            Stated.atLeast(1.2, "times"),
            "a permutation over 8 spines, 16 MiB as 1 and as 8 flows",
            () -> lastMs(permutations(1, "16MiB")) / lastMs(permutations(8, "2MiB"))),
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
            "S3:21",
            "TCP copies data 4 to 6 times on its way from GPU to GPU",
            Stated.between(4, 6, "times"),
            "transport=tcp: bytes that kernels copied for a byte, and one more in and out of each GPU",
            () -> {
              Counts counts = Experiment.of(PAIR, "transport=tcp").result().counts();
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
                  Experiment.of(PAIR, "transport=tcp", "fabric.links.loss=0.001").result().counts();
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
            () -> 16 * busyPercent(16) / 100),
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
              Counts counts = Experiment.of(INCAST).result().counts();
              return counts.marks() > 0 ? counts.pauses() : -1;
            }),
        numeric(
            "S4:77",
            "a marked packet brings a CNP",
            Stated.atLeast(0.01, "CNPs a mark"),
            "an incast of 8: at most one in 4 us and queue pair",
            () -> {
              Counts counts = Experiment.of(INCAST).result().counts();
              return (double) counts.cnpPackets() / counts.marks();
            }),
        numeric(
            "S4:85a",
            "RDMA takes a packet out of order for an error that ends the flow: none finishes",
            Stated.about(0, "% of flows", 0),
            "a permutation with routing.algorithm=spray, transport.recovery=go-back-n",
            () ->
                Experiment.of(
                        PERMUTATION,
                        "routing.algorithm=spray",
                        "transport.recovery=go-back-n",
                        "workload.size=1MiB")
                    .finishedPercent()));
  }

  /** Everybody sends to the same one as often as said, each time on a queue pair of its own. */
  private static String permutations(int times, String size) {
    return """
    fabric: {topology: leaf-spine, leaves: 8, spines: 8, hostsPerLeaf: 8, links: {rate: 100Gbps}}
    workload:
    %s
    run: {stop: 200ms}
    """
        .formatted(
            IntStream.range(0, times)
                .mapToObj(time -> "  - {type: permutation, shift: 8, size: %s}".formatted(size))
                .collect(Collectors.joining("\n")));
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

  private static double interrupts(String mtu) {
    return Experiment.of(PAIR, "transport.mtu=" + mtu).result().counts().cpu().interrupts();
  }

  private static double starved() {
    return Experiment.of(
            """
            fabric: {topology: single, hosts: 3, links: {rate: 100Gbps}}
            workload: {type: incast, fanIn: 2, size: 4MiB}
            hosts: {stages: detailed, receiveBuffer: 512KiB, pcie: {stallAt: 50us, stallFor: 200us}}
            run: {stop: 100ms}
            """)
        .result()
        .counts()
        .pauses();
  }

  /** Percent by which the busiest link between leaves and spines has more bytes than the mean. */
  private static double imbalance(String... sets) {
    Experiment run = Experiment.of(PERMUTATION, sets);
    int hosts = run.scenario().fabric().hosts().size();
    long[] uplinks =
        run.result().ports().stream()
            .filter(port -> port.node() >= hosts && port.node() < hosts + 8)
            .filter(port -> port.peer() >= hosts)
            .mapToLong(PortResult::dataBytes)
            .toArray();
    return 100
        * (Arrays.stream(uplinks).max().orElseThrow()
                / Arrays.stream(uplinks).average().orElseThrow()
            - 1);
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
    return Experiment.of(between("tcp", "", 8, "32MiB"), all);
  }

  /** Millions of messages of 64 B a second over so many queue pairs, in the long run. */
  private static double rate(String operation, int queuePairs) {
    int messages = Math.max(8, 20_000 / queuePairs);
    double more = (double) messages * queuePairs;
    return more
        * 1e6
        / (endPs(operation, queuePairs, 2 * messages) - endPs(operation, queuePairs, messages));
  }

  private static long endPs(String operation, int queuePairs, int messages) {
    String hosts =
        """
        congestion: none
        hosts: {stages: detailed, nic: {postTime: 0ns, translationMiss: 0ns}}
        """;
    return Experiment.of(
            between("rocev2", hosts, queuePairs, 64 * messages + "B"),
            "fabric.links.rate=200Gbps",
            "transport.operation=" + operation,
            "transport.messageSize=64B",
            "transport.outstanding=32")
        .flows()
        .stream()
        .mapToLong(FlowResult::completedPs)
        .max()
        .orElseThrow();
  }

  /** Flows of two hosts, each on a queue pair of its own. */
  private static String between(String transport, String more, int flows, String size) {
    return """
    fabric: {topology: single, hosts: 2, links: {rate: 100Gbps, delay: 500ns}}
    transport: %s
    %sworkload:
      type: flows
      flows:
    %s
    run: {stop: 1s}
    """
        .formatted(
            transport,
            more,
            IntStream.range(0, flows)
                .mapToObj(flow -> "  - {from: host-0, to: host-1, size: %s}".formatted(size))
                .collect(Collectors.joining("\n")));
  }
}
