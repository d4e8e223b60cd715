package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.published;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.collective.PathClass;
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
import dev.headroom.model.sizing.ConnectionState;
import dev.headroom.model.sizing.QueuePairs;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.Stacks;
import dev.headroom.model.workload.NcclKnobs;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the articles say of settings and of what hardware has: worked out, nothing is run. */
final class SettingClaims {
  private static final String LARGEST = "headroom calc mtu --mtu 4096 --transport infiniband";
  private static final String TOPOLOGY =
      "headroom show examples/claims/pair.yaml --as 'nvidia-smi topo -m' --set"
          + " hosts.machine=gb200-nvl72";
  private static final String CX8_GUIDE =
      "NVIDIA, Grace Blackwell with CX8: GPUDirect RDMA guide, rdma_topo";
  private static final String NCCL_HOPS = "NVIDIA/nccl 2.30.7, src/graph/tuning.cc";
  private static final String DIRECT = "headroom latency --switches 0 --cable 1m";
  private static final String LEVEL =
      "headroom show examples/claims/rails.yaml --as env --set workload.gpuDirectLevel=";
  private static final String BUFFERS = "headroom calc nccl";
  private static final String POST = "headroom knobs hosts.nic.postTime --json";
  private static final String QPS = "headroom calc qp --processes 8 --hosts ";

  private SettingClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
                "S0:9a",
                "InfiniBand has a path MTU of 2 KiB at most",
                Stated.about(2, "KiB", 0),
                "the largest that a scenario with transport=infiniband may have (IBTA: 256 to 4096)",
                () -> largestMtu("infiniband") / 1024,
                LARGEST)
            .ofOwnDefault("the path MTUs of the InfiniBand specification, 256 to 4096"),
        numeric(
                "S1:16",
                "a GPU of an NVL72 has 1.8 TB/s of NVLink",
                Stated.about(1.8, "TB/s", 0.01),
                "NV18 between GPUs: 18 links of 50 GB/s each way",
                () -> Layout.of("gb200-nvl72", 1).nvlinks() * 2 * 50e-3,
                TOPOLOGY)
            .ofOwnDefault(
                "NVIDIA's data of GB200 NVL72: 18 links of NVLink 5, 50 GB/s each way; the command prints NV18, and no"
                    + " rate"),
        numeric(
            "S1:16b",
            "NVLink has a latency below a microsecond",
            Stated.atMost(1, "us"),
            "a step of NCCL over NVLink by its own table, without what a collective takes besides; a copy from GPU to GPU",
            published("NCCL, LL", 0.6, NCCL_HOPS),
            published("NCCL, LL128 in a ring", 1.9, NCCL_HOPS),
            published("NCCL, Simple in a ring", 3.4, NCCL_HOPS),
            published(
                "a copy between two A100",
                2.25,
                "p2pBandwidthLatencyTest in sushruta/sushruta.github.io, NVLink and GPU Interconnect")),
        numeric(
                "S1:60",
                "NCCL takes one queue pair a connection unless told otherwise",
                Stated.about(1, "queue pairs", 0),
                "the setting's default",
                () -> fallback(NcclKnobs.QUEUE_PAIRS),
                "headroom knobs workload.queuePairs --json")
            .ofOwnDefault("NCCL's documentation (env.rst) and source (net_ib, connect.cc)"),
        numeric(
                "S1:60b",
                "traffic class and service level are 0, adaptive routing is on with InfiniBand, off with RoCE",
                Stated.about(3, "of 3 defaults", 0),
                "NCCL's variables that have the default stated",
                SettingClaims::statedDefaults,
                "headroom knobs NCCL_IB_TC",
                "headroom knobs NCCL_IB_SL",
                "headroom knobs NCCL_IB_ADAPTIVE_ROUTING")
            .ofOwnDefault("NCCL's documentation (env.rst)"),
        numeric(
                "S1:42",
                "NCCL_NET_GDR_LEVEL goes from LOC to SYS: LOC, PIX, PXB, PHB, SYS",
                Stated.about(5, "of 5 words", 0),
                "words that are taken for a level, as NCCL takes them",
                () ->
                    Stream.of("LOC", "PIX", "PXB", "PHB", "SYS")
                        .filter(word -> PathClass.ofLevel(word).isPresent())
                        .count(),
                "headroom knobs workload.gpuDirectLevel")
            .ofOwnDefault("the levels of NCCL's documentation (env.rst)"),
        numeric(
                "S1:66",
                "an MTU of 9000 is set on ib0",
                Stated.about(9, "KB", 0),
                "the MTU of InfiniBand less 4 B of IPoIB's header (RFC 4391)",
                () -> (largestMtu("infiniband") - 4) * 1e-3,
                "headroom show examples/claims/pair.yaml --as 'ip -s link' --set transport=infiniband")
            .ofOwnDefault("the path MTUs of the InfiniBand specification, and RFC 4391"),
        numeric(
            "S2:15",
            "behind one PCIe switch latency is under a microsecond",
            Stated.atMost(1, "us"),
            "GPU to GPU without a switch, and what a read over PCIe takes of it",
            when("NIC to NIC", SettingClaims::directUs, DIRECT),
            when(
                "a read over PCIe",
                () -> fallbackPs(PcieKnobs.READ_LATENCY) * 1e-6,
                "headroom knobs hosts.pcie.readLatency --json")),
        numeric(
                "S2:21",
                "in GB200 every NIC, a ConnectX-8, is behind the PCIe switch of its GPU (PIX)",
                Stated.about(100, "% of pairs", 0),
                "of NICs and GPUs that belong together, those between which there is one PCIe switch; the trays of GB200 have"
                    + " ConnectX-7, those of GB300 ConnectX-8",
                when(
                    "GB200, ConnectX-7: the table has PHB",
                    () -> pixPercent("gb200-nvl72"),
                    TOPOLOGY),
                published(
                    "GB200, ConnectX-7: neither PIX nor PXB",
                    0,
                    "Mellanox/ngc_multinode_perf, pull request 129"))
            .beside(
                published(
                    "GB300, the NIC's own function: another PCI domain than the GPU's",
                    0,
                    CX8_GUIDE),
                published(
                    "GB300, its Data Direct function: with the GPU behind the ConnectX-8's own switch",
                    100,
                    CX8_GUIDE)),
        numeric(
            "S2:121",
            "NCCL_NET_GDR_LEVEL=3 is several PCIe switches (PXB)",
            Stated.about(3, "", 0),
            "the number that is taken for PXB (NCCL's env.rst); 3 is PHB, over the CPU",
            () ->
                IntStream.range(0, 5)
                    .filter(level -> PathClass.ofLevel("" + level).orElseThrow() == PathClass.PXB)
                    .findFirst()
                    .orElseThrow(),
            LEVEL + "2",
            LEVEL + "3"),
        numeric(
            "S2:212",
            "out-of-order transports need large buffers on chip: a BDP of 1 MB for a connection",
            Stated.atLeast(1e6, "B").withBoundChosenHere(),
            "what IRN keeps more of a queue pair; packets are placed as they come",
            SettingClaims::irnBytes,
            "headroom calc connection-state --hosts 2"),
        numeric(
            "S2:360b",
            "NCCL has 32 MB of buffers for a GPU and peer",
            Stated.about(32, "MB", 0.1),
            "8 slots of LL, LL128 and Simple for each channel of a connection",
            when("1 channel", () -> bufferMb(1), BUFFERS),
            when("4 channels", () -> bufferMb(4), BUFFERS),
            when("8 channels", () -> bufferMb(8), BUFFERS)),
        numeric(
            "S3:50",
            "InfiniBand takes 0.5 to 1 us one way",
            Stated.between(0.5, 1, "us"),
            "with GPUDirect, without a switch",
            SettingClaims::directUs,
            DIRECT),
        numeric(
            "S3:50b",
            "InfiniBand takes a few us (2 to 5), as S1:11 has it, against S3:50",
            Stated.between(2, 5, "us"),
            "with GPUDirect",
            when("no switch", SettingClaims::directUs, DIRECT),
            when(
                "a switch and 10 m of cable",
                () -> us(Stack.INFINIBAND_GPUDIRECT, 1),
                "headroom latency")),
        numeric(
            "S3:84",
            "RoCE takes 1.5 to 2.5 us one way",
            Stated.between(1.5, 2.5, "us"),
            "with GPUDirect, a switch and 10 m of cable",
            () -> us(Stack.RDMA_GPUDIRECT, 1),
            "headroom latency"),
        numeric(
            "S3:116",
            "GPUDirect takes latency from 50 us to 2 to 5",
            Stated.between(10, 25, "times less"),
            "over RDMA with GPUDirect",
            when(
                "against TCP",
                () -> us(Stack.TCP, 1) / us(Stack.RDMA_GPUDIRECT, 1),
                "headroom latency"),
            when(
                "against RDMA, staged",
                () -> us(Stack.RDMA_STAGED, 1) / us(Stack.RDMA_GPUDIRECT, 1),
                "headroom latency")),
        numeric(
            "S3:117",
            "GPUDirect takes no CPU: under 1 % of a core at 400 Gb/s",
            Stated.atMost(1, "% of a core"),
            "what a thread takes to post a message, in which 400 Gb/s carry 7.5 KB, over the time of"
                + " the message on the wire",
            when(
                "1 MiB",
                () -> postPercent(1 << 20),
                POST,
                "headroom calc bdp --rate 400Gbps --rtt 150ns"),
            when(
                "4 KiB",
                () -> postPercent(4096),
                POST,
                "headroom calc bdp --rate 400Gbps --rtt 150ns")),
        numeric(
            "S3:189",
            "ECN thresholds are typically 50 to 150 KB",
            Stated.between(50, 150, "KB"),
            "from which queue on switches mark (Kmin), as makers ship it or authors publish it",
            published("NVIDIA Onyx, Cumulus Linux", 150, "Onyx manual 3.10, show roce: min 150"),
            published(
                "SONiC, AZURE_LOSSLESS",
                1048.576,
                "sonic-net/sonic-buildimage, Configuration.md: green_min_threshold"),
            published("DCQCN, 40 Gb/s", 5, "Zhu et al., SIGCOMM 2015"),
            published(
                "HPCC's simulator, 25 Gb/s", 100, "alibaba-edu/High-Precision-Congestion-Control"),
            published(
                "HPCC's simulator, 100 Gb/s",
                400,
                "alibaba-edu/High-Precision-Congestion-Control")),
        numeric(
                "S3:191",
                "RoCE runs with an MTU of 9000",
                Stated.about(9, "KB of payload", 0),
                "the largest path MTU of verbs (IBV_MTU_4096); frames of 9000 B leave room for it",
                () -> largestMtu("infiniband") * 1e-3,
                LARGEST)
            .ofOwnDefault("rdma-core's IBV_MTU_4096, its largest"),
        numeric(
            "S4:87",
            "queue pairs grow exponentially: twice the hosts square their number",
            Stated.atLeast(64, "times").withBoundChosenHere(),
            "with 128 hosts over with 64, eight processes each",
            when("in a host", () -> (double) pairs(128) / pairs(64), QPS + "128", QPS + "64"),
            when("in the cluster", () -> 2.0 * pairs(128) / pairs(64), QPS + "128", QPS + "64")),
        numeric(
            "S4:87b",
            "datagrams instead of connections need ten times less state in a NIC",
            Stated.atLeast(10, "times").withBoundChosenHere(),
            "contexts of reliable connections over those of datagrams",
            () -> contexts(ConnectionState.Transport.RC) / contexts(ConnectionState.Transport.UD),
            "headroom calc connection-state --hosts 128 --processes-per-host 8"),
        numeric(
                "S4:88",
                "RDMA costs no CPU: posting takes nothing",
                Stated.atMost(0, "ns"),
                "what a thread takes to post a message",
                () -> fallbackPs(NicKnobs.POST) * 1e-3,
                POST)
            .ofOwnDefault("the 3 to 10 million messages a second of ib_write_bw on one thread"));
  }

  private static PcieLink link(int generation, int mps, int mrrs) {
    return PcieLink.of(Generation.of(generation), 16, mps, mrrs);
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

  private static double bufferMb(int channels) {
    return channels * Protocol.channelBytes() * 1e-6;
  }

  private static double postPercent(int bytes) {
    return 100 * fallbackPs(NicKnobs.POST) * 1e-12 / (bytes * 8 / 400e9);
  }

  private static double irnBytes() {
    ConnectionState one = new ConnectionState(2, 1, 1, 1);
    return one.bytes(ConnectionState.Transport.IRN, 0, 128).orElseThrow();
  }

  /** Queue pairs of a host with eight GPUs, each with a NIC of its own. */
  private static long pairs(int hosts) {
    return new QueuePairs(hosts, 8, 8, 1).perHost();
  }

  private static long statedDefaults() {
    return Stream.of(
            isDefault("NCCL_IB_TC", "0"),
            isDefault("NCCL_IB_SL", "0"),
            isDefault("NCCL_IB_ADAPTIVE_ROUTING", "1 with InfiniBand, 0 with RoCE"))
        .filter(holds -> holds)
        .count();
  }

  private static boolean isDefault(String variable, String stated) {
    return Stacks.of(SoftwareStack.NCCL).stream()
        .anyMatch(each -> each.name().equals(variable) && each.standard().equals(stated));
  }

  private static double contexts(ConnectionState.Transport transport) {
    return ConnectionState.allToAll(128, 8, 1).contexts(transport);
  }
}
