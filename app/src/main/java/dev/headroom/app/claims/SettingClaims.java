package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.congestion.DcqcnPaper;
import dev.headroom.congestion.DcqcnParameters;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.latency.Route;
import dev.headroom.model.latency.Stack;
import dev.headroom.model.latency.Waterfall;
import dev.headroom.model.machine.Distance;
import dev.headroom.model.machine.Layout;
import dev.headroom.model.pcie.Generation;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.sizing.BandwidthDelay;
import dev.headroom.model.sizing.ConnectionState;
import dev.headroom.model.sizing.EcnThresholds;
import dev.headroom.model.sizing.QueuePairs;
import dev.headroom.model.unit.Length;
import dev.headroom.model.unit.Rate;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import dev.headroom.model.workload.NcclKnobs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What the articles say of settings and of what hardware has: worked out, nothing is run. */
final class SettingClaims {
  private static final double LINE_BPS = 40e9;
  private static final long MESSAGE = 4096;

  private SettingClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S0:9a",
            "InfiniBand has a path MTU of 2 KiB at most",
            Stated.about(2, "KiB", 0),
            "the largest that a scenario with transport=infiniband may have (IBTA: 256 to 4096)",
            () -> largestMtu("infiniband") / 1024),
        numeric(
            "S0:10",
            "an MRRS of 4096 instead of 1024 lets a NIC read faster",
            Stated.atLeast(1, "%"),
            "headroom calc pcie --gen 5 --mrrs 1024, and --mrrs 4096; with 32 tags and 1 us a read",
            when("tags in plenty", () -> mrrsGain(link -> link.readBps(MESSAGE))),
            when("32 tags", () -> mrrsGain(link -> capped(link, 32)))),
        numeric(
            "S1:16",
            "a GPU of an NVL72 has 1.8 TB/s of NVLink",
            Stated.about(1.8, "TB/s", 0.01),
            "18 links of 50 GB/s each way",
            () -> Layout.of("gb200-nvl72", 1).nvlinks() * 2 * 50e-3),
        numeric(
            "S1:60",
            "NCCL takes one queue pair a connection unless told otherwise",
            Stated.about(1, "queue pairs", 0),
            "headroom knobs workload.queuePairs --json",
            () -> fallback(NcclKnobs.QUEUE_PAIRS)),
        numeric(
            "S1:66",
            "an MTU of 9000 is set on ib0",
            Stated.about(9, "KB", 0),
            "the MTU of InfiniBand less 4 B of IPoIB's header (RFC 4391)",
            () -> (largestMtu("infiniband") - 4) * 1e-3),
        numeric(
            "S2:15",
            "behind one PCIe switch latency is under a microsecond",
            Stated.atMost(1, "us"),
            "headroom latency --switches 0 --cable 1m, and its PCIe part",
            when("NIC to NIC", SettingClaims::directUs),
            when("a read over PCIe", () -> fallbackPs(PcieKnobs.READ_LATENCY) * 1e-6)),
        numeric(
            "S2:21",
            "in GB200 every NIC is behind the PCIe switch of its GPU (PIX)",
            Stated.about(100, "% of pairs", 0),
            "headroom show SCENARIO --as 'nvidia-smi topo -m' with hosts.machine=gb200-nvl72",
            () -> pixPercent("gb200-nvl72")),
        numeric(
            "S2:25",
            "a NIC on the wrong socket loses 30 %",
            Stated.about(30, "%", 0.1),
            "hosts.memory.gpuPath=sys: 141 Gb/s come over the root complex (Stellar, SIGCOMM 2025)",
            when("100G", () -> wrongSocketPercent(100)),
            when("200G", () -> wrongSocketPercent(200)),
            when("400G", () -> wrongSocketPercent(400))),
        numeric(
            "S2:34",
            "an MPS of 512 instead of the default carries more",
            Stated.atLeast(5, "%"),
            "headroom calc pcie --gen 5 --mps 512, against --mps 128 and 256",
            when("from 128", () -> mpsGain(128)),
            when("from 256", () -> mpsGain(256))),
        numeric(
            "S2:121",
            "NCCL_NET_GDR_LEVEL=3 is several PCIe switches (PXB)",
            Stated.about(3, "", 0),
            "the place of PXB among LOC, PIX, PXB, PHB, SYS (NCCL's env.rst); 3 goes over the CPU",
            () -> List.of("LOC", "PIX", "PXB", "PHB", "SYS").indexOf("PXB")),
        numeric(
            "S2:122",
            "MRRS belongs at 4096",
            Stated.atLeast(1, "%"),
            "headroom calc pcie --gen 6 --mrrs 512, and --mrrs 4096",
            when("reads alone", () -> gen6Gain(link -> link.readBps(MESSAGE))),
            when("reads and writes at once", () -> gen6Gain(link -> link.duplexBps(MESSAGE)))),
        numeric(
            "S2:152",
            "a CNP takes the rate to Rc (1 - alpha/2)",
            Stated.about(0.75, "of the rate", 0.01),
            "a rate limiter with alpha at 0.5 is given a CNP",
            () -> afterCnp(0.5)),
        numeric(
            "S2:154",
            "with alpha near 1 a CNP halves the rate",
            Stated.about(0.5, "of the rate", 0.01),
            "a rate limiter with alpha at 1 is given a CNP",
            () -> afterCnp(1)),
        numeric(
            "S2:157",
            "a timer adds R_AI (40 Mb/s) to the rate",
            Stated.about(40, "Mb/s", 0.05),
            "a rate limiter at 40 Gb/s that had a CNP, at its first timer: half way back, not R_AI",
            SettingClaims::firstIncreaseMbps),
        numeric(
            "S2:212",
            "out-of-order transports need large buffers on chip: a BDP of 1 MB for a connection",
            Stated.atLeast(1e6, "B"),
            "what IRN keeps more of a queue pair; packets are placed as they come",
            SettingClaims::irnBytes),
        numeric(
            "S2:350b",
            "a CNP is a packet of 64 B",
            Stated.about(64, "B", 0),
            "Ethernet 14, IPv4 20, UDP 8, BTH 12, reserved 16, ICRC 4, FCS 4",
            () -> 14 + 20 + 8 + 12 + 16 + 4 + 4),
        numeric(
            "S2:352g",
            "marking becomes probabilistic at Kmax: half way to it nothing is marked",
            Stated.about(0, "% of packets", 0),
            "the paper's line from Kmin 5 KB to Kmax 200 KB at 100 KB, Pmax 1 %",
            () -> 100 * 0.01 * (100 - 5) / (200 - 5)),
        numeric(
            "S2:352h",
            "Kmin is 20 KB here, 10 % of the buffer in S2:166, 50 to 150 KB in S3:189: one value",
            Stated.about(1, "times", 0.1),
            "the largest over the smallest, with a buffer of 64 MiB",
            () -> 0.1 * (64 << 20) / 20e3),
        numeric(
            "S2:360b",
            "NCCL has 32 MB of buffers for a GPU and peer",
            Stated.about(32, "MB", 0.1),
            "8 slots of LL, LL128 and Simple for each channel of a connection",
            when("1 channel", () -> bufferMb(1)),
            when("4 channels", () -> bufferMb(4)),
            when("8 channels", () -> bufferMb(8))),
        numeric(
            "S3:50",
            "InfiniBand takes 0.5 to 1 us one way",
            Stated.between(0.5, 1, "us"),
            "headroom latency --switches 0 --cable 1m",
            SettingClaims::directUs),
        numeric(
            "S3:50b",
            "InfiniBand's latency is one: 0.5 to 1 us here, a few (2 to 5) in S1:11",
            Stated.about(1, "times", 0.1),
            "the least of one range over the most of the other",
            () -> 2.0 / 1.0),
        numeric(
            "S3:84",
            "RoCE takes 1.5 to 2.5 us one way",
            Stated.between(1.5, 2.5, "us"),
            "headroom latency",
            () -> us(Stack.RDMA_GPUDIRECT, 1)),
        numeric(
            "S3:116",
            "GPUDirect takes latency from 50 us to 2 to 5",
            Stated.between(10, 25, "times less"),
            "headroom latency",
            when("against TCP", () -> us(Stack.TCP, 1) / us(Stack.RDMA_GPUDIRECT, 1)),
            when(
                "against RDMA, staged",
                () -> us(Stack.RDMA_STAGED, 1) / us(Stack.RDMA_GPUDIRECT, 1))),
        numeric(
            "S3:117",
            "GPUDirect takes no CPU: under 1 % of a core at 400 Gb/s",
            Stated.atMost(1, "% of a core"),
            "hosts.nic.postTime over the time of a message on the wire",
            when("1 MiB", () -> postPercent(1 << 20)),
            when("4 KiB", () -> postPercent(4096))),
        numeric(
            "S3:189",
            "ECN marks from 50 to 150 KB",
            Stated.between(50, 150, "KB"),
            "headroom calc ecn --rate 100Gbps --rtt 8us (DCTCP's rule); NVIDIA's default is 150 KB",
            when("100G", () -> ecnKb(100)),
            when("400G", () -> ecnKb(400))),
        numeric(
            "S3:191",
            "RoCE runs with an MTU of 9000",
            Stated.about(9, "KB of payload", 0),
            "the largest path MTU of verbs (IBV_MTU_4096); frames of 9000 B leave room for it",
            () -> largestMtu("infiniband") * 1e-3),
        numeric(
            "S4:9",
            "a loss cuts a TCP sender's window drastically: to half or less",
            Stated.atMost(0.5, "of the window"),
            "CUBIC (RFC 9438, section 4.6), Reno (RFC 5681)",
            when("CUBIC", () -> 0.7),
            when("Reno, which the article does not name", () -> 0.5)),
        numeric(
            "S4:87",
            "queue pairs grow exponentially: twice the hosts square their number",
            Stated.atLeast(64, "times"),
            "headroom calc qp --hosts 64 --processes 8, and --hosts 128",
            when("in a host", () -> (double) pairs(128) / pairs(64)),
            when("in the cluster", () -> 2.0 * pairs(128) / pairs(64))),
        numeric(
            "S4:87b",
            "datagrams instead of connections need ten times less state in a NIC",
            Stated.atLeast(10, "times"),
            "headroom calc connection-state --hosts 128 --processes-per-host 8",
            () -> contexts(ConnectionState.Transport.RC) / contexts(ConnectionState.Transport.UD)),
        numeric(
            "S4:88",
            "RDMA costs no CPU: posting takes nothing",
            Stated.atMost(0, "ns"),
            "headroom knobs hosts.nic.postTime --json: what a thread takes to post a message",
            () -> fallbackPs(NicKnobs.POST) * 1e-3));
  }

  private interface Speed {
    double of(PcieLink link);
  }

  private static PcieLink link(int generation, int mps, int mrrs) {
    return PcieLink.of(Generation.of(generation), 16, mps, mrrs);
  }

  private static double mrrsGain(Speed speed) {
    return 100 * (speed.of(link(5, 512, 4096)) / speed.of(link(5, 512, 1024)) - 1);
  }

  private static double gen6Gain(Speed speed) {
    return 100 * (speed.of(link(6, 512, 4096)) / speed.of(link(6, 512, 512)) - 1);
  }

  /** What so many reads of 1 us each under way bring, or the link. */
  private static double capped(PcieLink link, int tags) {
    return Math.min(link.readBps(MESSAGE), link.outstandingReadBps(tags, 1_000_000));
  }

  private static double mpsGain(int from) {
    return 100 * (link(5, 512, 512).writeBps(MESSAGE) / link(5, from, 512).writeBps(MESSAGE) - 1);
  }

  /** The largest of the usual MTUs that a scenario may have with a transport. */
  private static double largestMtu(String transport) {
    return List.of(9000, 8192, 4096, 2048, 1024).stream()
        .filter(mtu ->
            ScenarioReader.read(withMtu(transport, mtu), "claim", List.of())
                instanceof ScenarioReader.Good)
        .findFirst()
        .orElseThrow();
  }

  private static String withMtu(String transport, int mtu) {
    return """
    fabric: {topology: single, hosts: 2}
    workload: {type: permutation, size: 1MiB, shift: 1}
    transport: {type: %s, mtu: %d}
    """
        .formatted(transport, mtu);
  }

  private static <T> T value(Knob<T> knob) {
    return Settings.DEFAULTS.get(knob);
  }

  private static double fallback(Knob<Long> knob) {
    return value(knob);
  }

  private static double fallbackPs(Knob<Time> knob) {
    return value(knob).ps();
  }

  private static double us(Stack stack, int switches) {
    long millimetres = switches == 0 ? 1_000 : 10_000;
    Route route =
        new Route(
            new Size(8),
            Rate.ofGbps(400),
            switches,
            new Length(millimetres),
            new Time(300_000),
            link(5, 256, 512));
    return Waterfall.of(stack, route).totalPs() * 1e-6;
  }

  private static double directUs() {
    return us(Stack.INFINIBAND_GPUDIRECT, 0);
  }

  private static double pixPercent(String machine) {
    Layout layout = Layout.of(machine, 1);
    long pix =
        IntStream.range(0, layout.nics().size())
            .filter(nic -> layout.nearestGpu(nic) == Distance.PIX)
            .count();
    return 100.0 * pix / layout.nics().size();
  }

  private static double wrongSocketPercent(int gbps) {
    double over = value(PcieKnobs.PEER_RATE).bps() * 1e-9;
    return 100 * (1 - Math.min(1, over / gbps));
  }

  private static double afterCnp(double alpha) {
    DcqcnPaper limiter = limiter(alpha);
    limiter.congested(0);
    return limiter.rateBps(0) / LINE_BPS;
  }

  /** What the first timer after a CNP adds. */
  private static double firstIncreaseMbps() {
    DcqcnPaper limiter = limiter(1);
    limiter.congested(0);
    double before = limiter.rateBps(0);
    return (limiter.rateBps(56_000_000) - before) * 1e-6;
  }

  private static DcqcnPaper limiter(double alpha) {
    DcqcnParameters settings =
        new DcqcnParameters(
            1 / 256.0,
            alpha,
            55_000_000,
            0,
            55_000_000,
            0,
            5,
            40_000_000,
            200_000_000,
            0,
            false,
            false,
            0,
            1,
            0);
    return new DcqcnPaper(settings, (long) LINE_BPS);
  }

  private static double bufferMb(int channels) {
    return channels
        * Arrays.stream(Protocol.values()).mapToDouble(p -> 8.0 * p.sentBytes(p.slotBytes())).sum()
        * 1e-6;
  }

  private static double postPercent(int bytes) {
    return 100 * fallbackPs(NicKnobs.POST) * 1e-12 / (bytes * 8 / 400e9);
  }

  private static double ecnKb(int gbps) {
    BandwidthDelay path = new BandwidthDelay(Rate.ofGbps(gbps), new Time(8_000_000));
    return new EcnThresholds(path).dctcp().bytes() * 1e-3;
  }

  private static double irnBytes() {
    ConnectionState one = new ConnectionState(2, 1, 1, 1);
    return one.bytes(ConnectionState.Transport.IRN, 0, 128).orElseThrow();
  }

  /** Queue pairs of a host with eight GPUs, each with a NIC of its own. */
  private static long pairs(int hosts) {
    return new QueuePairs(hosts, 8, 8, 1).perHost();
  }

  private static double contexts(ConnectionState.Transport transport) {
    return ConnectionState.allToAll(128, 8, 1).contexts(transport);
  }
}
