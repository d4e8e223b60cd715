package dev.headroom.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.StorageResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests to storage, against arithmetic and what others have measured. */
final class StorageRunTest {
  private static final ResultTable RATES =
      ResultTable.of("storage", StorageRunTest.class, "what", "reference", "here");

  private static final double GIB = 8.0 * (1L << 30);

  private static Scenario scenario(String text) {
    return switch (ScenarioReader.read(text, "s.yaml", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
    };
  }

  private static StorageResult run(String workload, String rest) {
    return run(workload, rest, new ArrayList<>());
  }

  private static StorageResult run(String workload, String rest, List<FlowResult> flows) {
    RunResult result =
        Simulation.run(
            scenario(
                "fabric: {topology: single, hosts: 3, links: {rate: 400Gbps, cable: 2m}}\n"
                    + "workload: {type: storage, targets: host-2, hosts: \"host-0,host-2\", "
                    + workload
                    + "}\n"
                    + rest),
            RunOptions.DEFAULT,
            flows::add,
            ProgressListener.SILENT);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result.schedules().getFirst().storage().orElseThrow();
  }

  /** One request after the other: command, drive, data; each a flow or known. */
  @Test
  void shouldTakeForOneRequestWhatItsPartsTake() {
    List<FlowResult> flows = new ArrayList<>();
    StorageResult result =
        run("size: 4KiB, block: 4KiB, depth: 1, driveLatency: 80us, driveRate: 40Gbps", "", flows);
    assertThat(flows).hasSize(2);
    double drive = 80e6 + 4096 * 8 / 40e9 * 1e12;
    double wire =
        flows.stream().mapToDouble(flow -> (double) flow.deliveredPs() - flow.startPs()).sum();
    assertThat(wire).isPositive();
    assertThat((double) result.quantilePs(0.5)).isCloseTo(drive + wire, within(1e4));
    RATES.row(
        "one request of 4 KiB, us (drive and messages)",
        Cells.number((drive + wire) * 1e-6, 2),
        Cells.number(result.quantilePs(0.5) * 1e-6, 2));
    assertThat(result.completedRequests()).isEqualTo(1);
  }

  /** By Little's law: so many at once, each this long. */
  @Test
  void shouldMoveAsManyAtOnceAsTheLatencyAsks() {
    StorageResult result = run("size: 16MiB, block: 4KiB, depth: 16, driveRate: 100Tbps", "");
    double little = 16 * 4096 * 8e12 / result.quantilePs(0.5);
    assertThat(result.bps()).isCloseTo(little, within(0.05 * little));
    RATES.row(
        "16 requests of 4 KiB at once, Gb/s (Little's law)",
        Cells.number(little * 1e-9, 2),
        Cells.number(result.bps() * 1e-9, 2));
    assertThat(result.quantilePs(0.5)).isBetween(81_000_000L, 86_000_000L);
  }

  @Test
  void shouldBeAsFastAsItsDrivesWhereTheyAreTheSlowest() {
    StorageResult result = run("size: 512MiB, block: 1MiB, depth: 32, driveRate: 100Gbps", "");
    assertThat(result.bps()).isCloseTo(100e9, within(4e9));
  }

  /**
   * Four drives of 14.5 GB/s at the far end of 400 GbE, into GPUs: 43.4 GiB/s by
   * gds-report.pages.dev.
   */
  @Test
  void shouldReadOver400GbeWhatWasMeasuredThere() {
    StorageResult result = run("size: 1GiB, block: 1MiB, depth: 64", "transport: {mtu: 4096}\n");
    assertThat(result.bps() / GIB).isCloseTo(43.4, within(0.1 * 43.4));
    RATES.row(
        "four drives of 14.5 GB/s read over 400 GbE, GiB/s",
        "43.4",
        Cells.number(result.bps() / GIB, 1));
  }

  @Test
  void shouldCopyThroughABounceBufferAsFastAsACoreCan() {
    String asked = "size: 256MiB, block: 1MiB, depth: 32, ";
    double direct = run(asked + "gpuDirect: true", "").bps();
    double bounced = run(asked + "gpuDirect: false", "").bps();
    assertThat(bounced).isCloseTo(82e9, within(4e9));
    RATES.row("a bounce buffer that one core copies, Gb/s", "82", Cells.number(bounced * 1e-9, 1));
    assertThat(direct).isGreaterThan(4 * bounced);
    double written = run(asked + "gpuDirect: false, operation: write", "").bps();
    assertThat(written).isCloseTo(82e9, within(4e9));
  }

  /** A write waits for leave to send where a read does not: one more way there and back. */
  @Test
  void shouldAskForTheDataOfAWrite() {
    String one = "size: 4KiB, block: 4KiB, depth: 1, ";
    long read = run(one + "operation: read", "").quantilePs(0.5);
    long write = run(one + "operation: write", "").quantilePs(0.5);
    assertThat(write - read).isBetween(400_000L, 1_500_000L);
  }

  /** A PUT needs no leave: over the same TCP it takes less than a write of NVMe. */
  @Test
  void shouldNotAskForTheDataOfAPut() {
    String tcp = "transport: tcp\n";
    String one = "size: 4KiB, block: 4KiB, depth: 1, operation: write, protocol: ";
    long put = run(one + "object-tcp", tcp).quantilePs(0.5);
    assertThat(put).isLessThan(run(one + "nvme-tcp", tcp).quantilePs(0.5));
  }

  @ParameterizedTest
  @CsvSource({"read, nvme-tcp", "write, nvme-tcp", "read, object-tcp", "write, object-tcp"})
  void shouldTakeLongerOverTcp(String operation, String protocol) {
    String one = "size: 64KiB, block: 4KiB, depth: 1, operation: " + operation;
    String tcp = "transport: tcp\nhosts: {cpu: {cores: 4}}\n";
    long over = run(one + ", protocol: " + protocol, tcp).quantilePs(0.5);
    long rdma = run(one, "").quantilePs(0.5);
    assertThat(over).isGreaterThan(rdma);
  }

  @Test
  void shouldWriteToAllServersInTurn() {
    String text =
        """
        fabric: {topology: single, hosts: 6, links: {rate: 100Gbps}}
        workload: {type: storage, targets: "host-4,host-5", operation: write, size: 33MiB, depth: 5}
        """;
    List<FlowResult> flows = new ArrayList<>();
    RunResult result =
        Simulation.run(scenario(text), RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
    StorageResult storage = result.schedules().getFirst().storage().orElseThrow();
    assertThat(storage.completedRequests()).isEqualTo(4 * 33);
    assertThat(flows).hasSize(4 * 4 * 33);
    long[] bytes = new long[2];
    flows.stream()
        .filter(flow -> flow.bytes() > 1 << 19)
        .forEach(flow -> bytes[flow.destination() - 4] += flow.bytes());
    assertThat(bytes[0] + bytes[1]).isEqualTo(4 * 33 * (1L << 20));
    assertThat(bytes[0]).isBetween(bytes[1] * 3 / 4, bytes[1] * 4 / 3);
  }
}
