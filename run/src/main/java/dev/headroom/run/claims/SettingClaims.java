package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.trial;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.PathClass;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.latency.GpuRoute;
import dev.headroom.model.latency.LatencyStack;
import dev.headroom.model.latency.LatencyWaterfall;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.sizing.ConnectionState;
import dev.headroom.model.sizing.MeshQueuePairs;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackVariables;
import dev.headroom.model.workload.NcclKnobs;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Claims of the articles about settings and hardware properties; they are calculated, without a
 * simulation.
 */
final class SettingClaims {
  private static final String LARGEST = "headroom calc mtu --mtu 4096 --transport infiniband";
  private static final String TOPOLOGY =
      "headroom show examples/claims/pair.yaml --as 'nvidia-smi topo -m' --set"
          + " hosts.machine=gb200-nvl72";
  private static final String DIRECT = "headroom latency --switches 0 --cable 1m";
  private static final String LEVEL =
      "headroom show examples/claims/rails.yaml --as env --set workload.gpuDirectLevel=";
  private static final String BUFFERS = "headroom calc nccl";
  private static final String POST = "headroom knobs hosts.nic.postTime --json";
  private static final String QPS = "headroom calc qp --processes 8 --hosts ";

  private SettingClaims() {}

  static List<ClaimTrials> all() {
    return Stream.of(settings(), hardware()).flatMap(List::stream).toList();
  }

  /** Defaults of settings, and values that they may have. */
  private static List<ClaimTrials> settings() {
    return List.of(
        trials("S0:9a", () -> largestMtu("infiniband") / 1024, LARGEST),
        trials(
            "S1:60",
            () -> fallback(NcclKnobs.QUEUE_PAIRS),
            "headroom knobs workload.queuePairs --json"),
        trials(
            "S1:60b",
            SettingClaims::statedDefaults,
            "headroom knobs NCCL_IB_TC",
            "headroom knobs NCCL_IB_SL",
            "headroom knobs NCCL_IB_ADAPTIVE_ROUTING"),
        trials(
            "S1:42",
            () ->
                Stream.of("LOC", "PIX", "PXB", "PHB", "SYS")
                    .filter(word -> PathClass.ofLevel(word).isPresent())
                    .count(),
            "headroom knobs workload.gpuDirectLevel"),
        trials(
            "S1:66",
            () -> (largestMtu("infiniband") - 4) * 1e-3,
            "headroom show examples/claims/pair.yaml --as 'ip -s link' --set transport=infiniband"),
        trials(
            "S2:121",
            () ->
                IntStream.range(0, 5)
                    .filter(level -> PathClass.ofLevel("" + level).orElseThrow() == PathClass.PXB)
                    .findFirst()
                    .orElseThrow(),
            LEVEL + "2",
            LEVEL + "3"),
        trials("S3:191", () -> largestMtu("infiniband") * 1e-3, LARGEST));
  }

  /** What hardware and libraries have, take and keep. */
  private static List<ClaimTrials> hardware() {
    return List.of(
        trials("S1:16", () -> ServerLayout.of("gb200-nvl72", 1).nvlinks() * 2 * 50e-3, TOPOLOGY),
        trials(
            "S2:15",
            trial("NIC to NIC", SettingClaims::directUs, DIRECT),
            trial(
                "a read over PCIe",
                () -> fallbackPs(PcieKnobs.READ_LATENCY) * 1e-6,
                "headroom knobs hosts.pcie.readLatency --json")),
        trials(
            "S2:21",
            trial(
                "GB200, ConnectX-7: PHB in the table", () -> pixPercent("gb200-nvl72"), TOPOLOGY)),
        trials("S2:212", SettingClaims::irnBytes, "headroom calc connection-state --hosts 2"),
        trials(
            "S2:360b",
            trial("1 channel", () -> bufferMb(1), BUFFERS),
            trial("4 channels", () -> bufferMb(4), BUFFERS),
            trial("8 channels", () -> bufferMb(8), BUFFERS)),
        trials("S3:50", SettingClaims::directUs, DIRECT),
        trials(
            "S3:50b",
            trial("no switch", SettingClaims::directUs, DIRECT),
            trial(
                "a switch and 10 m of cable",
                () -> us(LatencyStack.INFINIBAND_GPUDIRECT, 1),
                "headroom latency")),
        trials("S3:84", () -> us(LatencyStack.RDMA_GPUDIRECT, 1), "headroom latency"),
        trials(
            "S3:116",
            trial(
                "compared with TCP",
                () -> us(LatencyStack.TCP, 1) / us(LatencyStack.RDMA_GPUDIRECT, 1),
                "headroom latency"),
            trial(
                "compared with RDMA, staged",
                () -> us(LatencyStack.RDMA_STAGED, 1) / us(LatencyStack.RDMA_GPUDIRECT, 1),
                "headroom latency")),
        trials(
            "S3:117",
            trial(
                "1 MiB",
                () -> postPercent(1 << 20),
                POST,
                "headroom calc bdp --rate 400Gbps --rtt 150ns"),
            trial(
                "4 KiB",
                () -> postPercent(4096),
                POST,
                "headroom calc bdp --rate 400Gbps --rtt 150ns")),
        trials(
            "S4:87",
            trial("per host", () -> (double) pairs(128) / pairs(64), QPS + "128", QPS + "64"),
            trial("per cluster", () -> 2.0 * pairs(128) / pairs(64), QPS + "128", QPS + "64")),
        trials(
            "S4:87b",
            () -> contexts(ConnectionState.Transport.RC) / contexts(ConnectionState.Transport.UD),
            "headroom calc connection-state --hosts 128 --processes-per-host 8"),
        trials("S4:88", () -> fallbackPs(NicKnobs.POST) * 1e-3, POST));
  }

  private static PcieLink link(int generation, int mps, int mrrs) {
    return PcieLink.of(PcieGeneration.of(generation), 16, mps, mrrs);
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

  private static double us(LatencyStack stack, int switches) {
    long millimetres = switches == 0 ? 1_000 : 10_000;
    GpuRoute route =
        new GpuRoute(
            new Size(8),
            Rate.ofGbps(400),
            switches,
            new Length(millimetres),
            new Time(300_000),
            link(5, 256, 512));
    return LatencyWaterfall.of(stack, route).totalPs() * 1e-6;
  }

  private static double directUs() {
    return us(LatencyStack.INFINIBAND_GPUDIRECT, 0);
  }

  private static double pixPercent(String machine) {
    ServerLayout layout = ServerLayout.of(machine, 1);
    long pix =
        IntStream.range(0, layout.nics().size())
            .filter(nic -> layout.nearestGpu(nic) == DeviceDistance.PIX)
            .count();
    return 100.0 * pix / layout.nics().size();
  }

  private static double bufferMb(int channels) {
    return channels * NcclProtocol.channelBytes() * 1e-6;
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
    return new MeshQueuePairs(hosts, 8, 8, 1).perHost();
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
    return StackVariables.of(SoftwareStack.NCCL).stream()
        .anyMatch(each -> each.name().equals(variable) && each.standard().equals(stated));
  }

  private static double contexts(ConnectionState.Transport transport) {
    return ConnectionState.allToAll(128, 8, 1).contexts(transport);
  }
}
