package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ShowCommandTest {
  private static final String INCAST = "../examples/incast-16.yaml";

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Sixteen hosts send to host-0: what these count as sent it counts as received. */
  @Test
  void shouldCountWhatTheRunSent() {
    assertThat(show("--as", "ethtool -S")).isZero();
    long received = counter("rx_prio3_bytes");
    out.getBuffer().setLength(0);
    long sent = 0;
    for (int host = 1; host <= 16; host++) {
      assertThat(show("--as", "ethtool -S", "--host", "host-" + host)).isZero();
      sent += counter("tx_prio3_bytes");
      out.getBuffer().setLength(0);
    }
    assertThat(received).isPositive().isEqualTo(sent);
  }

  private long counter(String name) {
    return out.toString()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(name + ": "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 2)))
        .sum();
  }

  @Test
  void shouldShowTheMachineThatHostsAre() {
    assertThat(show("--as", "nvidia-smi topo -m", "--set", "hosts.machine=dgx-h100")).isZero();
    assertThat(out.toString()).contains("GPU0\t X \tNV18", "PXB\t0-55,112-167\t0", "NIC0: mlx5_0");
  }

  @Test
  void shouldShowOfAmdsGpusWhatSeesThem() {
    String[] machine = {"--set", "hosts.machine=mi300x"};
    assertThat(show("--as", "lspci -vvv", machine[0], machine[1])).isZero();
    assertThat(out.toString()).contains("[Instinct MI300X]").doesNotContain("NVIDIA");
    assertThat(show("--as", "nvidia-smi topo -m", machine[0], machine[1])).isEqualTo(2);
    assertThat(err.toString())
        .contains("the GPUs of an mi300x are AMD's, which nvidia-smi does not support")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldPrintTheSameLinesAsJson() {
    assertThat(show("--as", "ibstat")).isZero();
    List<String> lines = out.toString().lines().toList();
    out.getBuffer().setLength(0);
    assertThat(show("--as", "ibstat", "--json")).isZero();
    JsonNode root = JsonMapper.builder().build().readTree(out.toString());
    assertThat(root.get("tool").asString()).isEqualTo("ibstat");
    assertThat(root.get("lines").valueStream().map(JsonNode::asString)).isEqualTo(lines);
  }

  @Test
  void shouldSayWhatIsNoToolAndNoHost() {
    assertThat(show("--as", "iblinkinfo")).isEqualTo(2);
    assertThat(show("--as", "ibstat", "--host", "host-99")).isEqualTo(2);
    assertThat(show("--as", "ibstat", "--set", "hosts.machine=cray")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'iblinkinfo' is not one of nvidia-smi topo -m, show_gids")
        .contains("'host-99' is not one of the 17 hosts, host-0 to host-16")
        .contains("hosts.machine")
        .doesNotContain("\tat ");
  }

  private static final String PAIR = "../examples/pair.yaml";

  /** The wire carries 4096 of 4170 bytes at 400 Gb/s; what a message costs is hidden behind it. */
  @Test
  void shouldShowTheBandwidthThatTheWireHas() {
    assertThat(showOf(PAIR, "--as", "ib_write_bw -s 1048576 -n 200 --report_gbits")).isZero();
    assertThat(column(3)).isEqualTo(400.0 * 4096 / 4170, within(1.5));
  }

  /** From one message to the next both hosts have sent one, so a switch more costs its latency. */
  @Test
  void shouldShowLatencyOneWay() {
    assertThat(showOf(PAIR, "--as", "ib_write_lat -n 20")).isZero();
    double one = column(4);
    out.getBuffer().setLength(0);
    assertThat(showOf(PAIR, "--as", "ib_write_lat -n 20", "--set", "fabric.links.delay=1us"))
        .isZero();
    assertThat(column(4) - one).isEqualTo(1.0, within(0.011)); // two links, 500 ns more each
  }

  /** An interrupt, a call and waking up at each end: 7.6 us by the knobs' defaults. */
  @Test
  void shouldShowWhatWaitingForEventsAdds() {
    assertThat(showOf(PAIR, "--as", "ib_send_lat -n 20")).isZero();
    double polled = column(4);
    out.getBuffer().setLength(0);
    assertThat(showOf(PAIR, "--as", "ib_send_lat -e -n 20")).isZero();
    assertThat(out.toString()).contains("Test with events. Using mlx5_0_comp0");
    assertThat(column(4) - polled).isEqualTo(7.62, within(0.02));
  }

  @Test
  void shouldReachGpusOverTheWayThatTheMachineHas() {
    String call = "ib_write_bw -s 1048576 -n 200 --report_gbits --use_cuda=0";
    assertThat(showOf(PAIR, "--as", call, "--set", "hosts.machine=two-socket", "--json")).isZero();
    JsonNode lines = JsonMapper.builder().build().readTree(out.toString()).get("lines");
    String row =
        lines
            .valueStream()
            .map(JsonNode::asString)
            .filter(line -> line.startsWith(" 1048576"))
            .findFirst()
            .orElseThrow();
    assertThat(Double.parseDouble(row.strip().split("\\s+")[3])).isEqualTo(141, within(2.0));
  }

  /** What a run makes of a machine is what perftest shows there. */
  @ParameterizedTest
  @CsvSource({"two-socket, 141", "cloud-vm, 141", "dgx-a100, 207", "dgx-h100, 389"})
  void shouldRunOverTheWayThatTheMachineHas(String machine, double gbps) {
    String[] call = {
      "sim",
      PAIR,
      "--json",
      "--quiet",
      "--no-report",
      "--out",
      folder.resolve("out").toString(),
      "--set",
      "hosts.machine=" + machine,
      "--set",
      "hosts.memory.place=gpu"
    };
    assertThat(Headroom.run(new PrintWriter(out), new PrintWriter(err), call)).isZero();
    JsonNode results = JsonMapper.builder().build().readTree(out.toString());
    double bits = 4 * 8 * 8.0 * (1 << 20);
    assertThat(bits / results.get("completionTimePs").asLong() * 1e3).isEqualTo(gbps, within(3.0));
  }

  @Test
  void shouldShowHowATestEndsWhoseLinkIsLost() throws IOException {
    Path file = folder.resolve("lost.yaml");
    Files.writeString(
        file,
        """
        fabric:
          topology: single
          hosts: 2
          links: {rate: 100Gbps}
          failures:
            - {link: "host-1/*", down: 20us}
        transport: {retryCount: 1, ackTimeout: 8}
        workload: {type: permutation, size: 1KB}
        """);
    assertThat(showOf(file.toString(), "--as", "ib_write_bw -n 500")).isEqualTo(1);
    assertThat(out.toString()).contains("Completion with error at client", "Failed status 12");
  }

  @Test
  void shouldSayWhatIsWrongWithACall() {
    assertThat(showOf(PAIR, "--as", "ib_write_bw --use_cuda=0")).isEqualTo(2);
    assertThat(showOf(PAIR, "--as", "ib_write_bw --sise 4")).isEqualTo(2);
    assertThat(showOf(PAIR, "--as", "ib_write_bw 10.9.9.9")).isEqualTo(2);
    assertThat(showOf(PAIR, "--as", "ib_write_lat -q 4")).isEqualTo(2);
    assertThat(showOf(PAIR, "--as", "ib_write_lat -e")).isEqualTo(2);
    assertThat(showOf(PAIR, "--as", "NCCL_DEBUG=INFO")).isEqualTo(2);
    assertThat(err.toString())
        .contains("a server has no GPU; set hosts.machine")
        .contains("Unknown option: '--sise'")
        .contains("'10.9.9.9' is neither a host of the scenario nor an address of one")
        .contains("a latency test has one queue pair")
        .contains("a WRITE causes no completion")
        .contains("does not use NCCL; nccl, training, steps and graph do")
        .doesNotContain("\tat ");
  }

  /** Every hundredth frame is lost on its way to host-0, which has room for all that come. */
  @Test
  void shouldNotTakeWhatLinksLoseForWhatFindsNoRoom() {
    String[] lossy = {"--set", "fabric.links.loss=0.01"};
    assertThat(show("--as", "ethtool -S", lossy[0], lossy[1])).isZero();
    assertThat(counter("rx_crc_errors_phy")).isPositive();
    assertThat(counter("rx_discards_phy") + counter("tx_discards_phy")).isZero();
    out.getBuffer().setLength(0);
    assertThat(show("--as", "rdma statistic", lossy[0], lossy[1])).isZero();
    assertThat(out.toString())
        .contains(" out_of_buffer 0 ", " rnr_nak_retry_err 0 ")
        .containsPattern(" out_of_sequence [1-9]");
  }

  @Test
  void shouldCountErrorsOfPcieLinksAsTheKernelDoes() {
    String[] bad = {"--set", "hosts.pcie.bitErrors=1e-7", "--host", "host-0"};
    assertThat(showOf(PAIR, "--as", "aer", bad[0], bad[1], bad[2], bad[3])).isZero();
    assertThat(out.toString())
        .contains("aer_dev_correctable <==\nRxErr 0\nBadTLP ", "aer_dev_fatal <==\nUndefined 0\n")
        .containsPattern("TOTAL_ERR_COR [1-9]");
    out.getBuffer().setLength(0);
    assertThat(showOf(PAIR, "--as", "lspci -vvv", bad[0], bad[1], bad[2], bad[3])).isZero();
    assertThat(out.toString()).contains("CESta:\tRxErr- BadTLP+", "CorrErr+");
    out.getBuffer().setLength(0);
    assertThat(showOf(PAIR, "--as", "lspci -vvv")).isZero();
    assertThat(out.toString()).contains("DevSta:\tCorrErr-").doesNotContain("BadTLP+");
    assertThat(show("--as", "aer")).isEqualTo(2);
    assertThat(err.toString()).contains("set hosts.stages: detailed").doesNotContain("\tat ");
  }

  /** 10 s with margins of 2 s each: what 6 s hold at the rate of the wire. */
  @Test
  void shouldCountWhatADurationHolds() {
    String call = "ib_write_bw -s 1048576 -D 10 --report_gbits";
    assertThat(showOf(PAIR, "--as", call)).isZero();
    assertThat(column(2)).as("no peak is looked for").isZero();
    assertThat(column(3)).isEqualTo(400.0 * 4096 / 4170, within(1.5));
    assertThat(column(1) * 8 * 1048576 / 6e9).isEqualTo(column(3), within(0.01));
    out.getBuffer().setLength(0);
    assertThat(showOf(PAIR, "--as", "ib_write_lat -D 4 -f 1")).isZero();
    assertThat(out.toString()).contains("t_avg[usec]    tps average");
    assertThat(column(1) / 2).as("of 2 s, and a second has").isEqualTo(column(3), within(1.0));
    assertThat(column(2) * 2e-6 * column(3)).isEqualTo(1, within(0.01));
  }

  @Test
  void shouldListLatenciesAndWriteJson() throws IOException {
    Path file = folder.resolve("report.json");
    String call = "ib_write_lat -n 20 -U -H --out_json --out_json_file=" + file;
    assertThat(showOf(PAIR, "--as", call)).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines.stream().filter("#, usec"::equals)).hasSize(2);
    assertThat(lines.stream().filter(line -> line.matches("\\d+, [\\d.]+")))
        .as("19 in order, and 17 by size")
        .hasSize(19 + 17);
    JsonNode root = JsonMapper.builder().build().readTree(Files.readString(file));
    assertThat(root.at("/test_info/test").asString()).isEqualTo("RDMA_Write_Latency_Test");
    assertThat(root.at("/results/n_iterations").asLong()).isEqualTo(20);
    assertThat(root.at("/results/t_typical").asDouble()).isEqualTo(column(4), within(0.001));
  }

  @Test
  void shouldRefuseResultsBelowALimitAsPerftestDoes() {
    String call = "ib_write_bw -s 65536 -n 200 --report_gbits -w ";
    assertThat(showOf(PAIR, "--as", call + "100")).isZero();
    assertThat(err.toString()).doesNotContain("Error");
    assertThat(showOf(PAIR, "--as", call + "500")).isEqualTo(1);
    assertThat(err.toString()).contains("Error: BW result is below bw limit");
  }

  @Test
  void shouldFindGpusByTheirBusAndWithRocm() {
    String[] h100 = {"--set", "hosts.machine=dgx-h100"};
    assertThat(showOf(PAIR, "--as", "ib_write_bw -n 100 --use_cuda=1", h100[0], h100[1])).isZero();
    String bus =
        out.toString()
            .lines()
            .filter(line -> line.startsWith("CUDA device 1: PCIe address is "))
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .findFirst()
            .orElseThrow();
    double named = rowOf(65_536, 3);
    out.getBuffer().setLength(0);
    String call = "ib_write_bw -n 100 --use_cuda_bus_id 0000:" + bus + ".0";
    assertThat(showOf(PAIR, "--as", call, h100[0], h100[1])).isZero();
    assertThat(out.toString()).contains("Picking GPU number 1\n");
    assertThat(rowOf(65_536, 3)).isEqualTo(named);
    String[] amd = {"--set", "hosts.machine=mi300x"};
    assertThat(showOf(PAIR, "--as", "ib_write_bw -n 100 --use_rocm=1", amd[0], amd[1])).isZero();
    assertThat(out.toString()).contains("Using ROCm Device with ID: 1, Name: AMD Instinct MI300X");
    assertThat(showOf(PAIR, "--as", "ib_write_bw --use_cuda=1", amd[0], amd[1])).isEqualTo(2);
    assertThat(err.toString()).contains("AMD's; use --use_rocm").doesNotContain("\tat ");
  }

  /** Relaxed ordering off: over the root complex writes wait for each other. */
  @Test
  void shouldHonourWhatChangesTheRun() {
    String call = "ib_write_bw -s 1048576 -n 200 --report_gbits";
    assertThat(showOf(PAIR, "--as", call)).isZero();
    double free = column(3);
    assertThat(showOf(PAIR, "--as", call + " --disable_pcie_relaxed")).isZero();
    assertThat(column(3)).isLessThan(0.9 * free);
    assertThat(out.toString()).contains("PCIe relax order: OFF");
    assertThat(showOf(PAIR, "--as", call + " -l 10 --tclass=106")).isZero();
    assertThat(out.toString())
        .contains("CQ moderation will be the size of the post list", " Post List       : 10\n");
    assertThat(column(3)).isEqualTo(free, within(4.0));
  }

  @Test
  void shouldSayWhyItTakesNoOtherOptions() {
    for (String option :
        List.of(
            "--run_infinitely",
            "--cpu_util",
            "-c UD",
            "-D 4 -f 2",
            "-D 4 -n 100",
            "-H",
            "-T 3",
            "-r 8",
            "-l 7",
            "-n 100 -l 10 -Q 3",
            "--use_cuda=0 --use_rocm=0")) {
      assertThat(showOf(PAIR, "--as", "ib_write_bw " + option)).as(option).isEqualTo(2);
    }
    assertThat(err.toString())
        .contains("the test would never end; use -D SECONDS")
        .contains("beside the polling thread is not modeled")
        .contains("the model's queue pairs are RC")
        .contains("leaves nothing of --duration 4")
        .contains("set the length of the test; use one of them")
        .contains("list single latencies")
        .contains("add -R, or use --tclass")
        .contains("a WRITE or a READ consumes no receive")
        .contains("--iters 5000 is not a multiple of --post_list 7")
        .contains("--post_list 10 is not a multiple of --cq-mod 3")
        .contains("use only one of --use_cuda, --use_cuda_bus_id and --use_rocm")
        .doesNotContain("\tat ");
  }

  /** A straggler makes no GPU look idle: NCCL's kernels run while they wait for it. */
  @Test
  void shouldShowGpusAtWork() throws IOException {
    Path file = folder.resolve("step.yaml");
    Files.writeString(
        file,
        """
        fabric: {topology: rail-optimized, servers: 2, rails: 8, links: {rate: 400Gbps}}
        workload:
          type: steps
          machine: dgx-h100
          script: |
            compute 100us
            data all-reduce 1MiB
        """);
    assertThat(showOf(file.toString(), "--as", "nvidia-smi dmon")).isZero();
    assertThat(out.toString()).contains("# gpu     sm    mem", "    7    100      -");
    assertThat(showOf(file.toString(), "--as", "NCCL_DEBUG=INFO", "--host", "host-1-rail-3"))
        .isZero();
    assertThat(out.toString()).contains("rank 15 nranks 16", "via NET/IB/7/GDRDMA");
  }

  /** Of the row of a size, which other lines may follow. */
  private double rowOf(int bytes, int number) {
    String row =
        out.toString()
            .lines()
            .filter(line -> line.startsWith(" " + bytes + " "))
            .findFirst()
            .orElseThrow();
    return Double.parseDouble(row.strip().split("\\s+")[number]);
  }

  private double column(int number) {
    List<String> lines = out.toString().lines().toList();
    return Double.parseDouble(lines.get(lines.size() - 2).strip().split("\\s+")[number]);
  }

  private int show(String... more) {
    return showOf(INCAST, more);
  }

  private int showOf(String scenario, String... more) {
    String[] args =
        Stream.concat(Stream.of("show", scenario), Arrays.stream(more)).toArray(String[]::new);
    return Headroom.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }
}
