package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConvertCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    Files.writeString(
        folder.resolve("x.cm"),
        """
        Nodes 4
        Connections 2
        Triggers 1
        0->1 id 1 start 0 size 2000000 send_done_trigger 1
        1->2 id 2 trigger 1 size 2000000
        trigger id 1 oneshot
        """);
    Files.writeString(
        folder.resolve("y.topo"),
        """
        Nodes 4
        Tiers 2
        Podsize 4
        Tier 0
        Downlink_speed_Gbps 100
        Radix_Down 2
        Radix_Up 2
        Downlink_Latency_ns 1000
        Tier 1
        Downlink_speed_Gbps 100
        Radix_Down 2
        Downlink_Latency_ns 1000
        """);
    Files.writeString(
        folder.resolve("config.txt"),
        """
        TOPOLOGY_FILE topo.txt
        FLOW_FILE flow.txt
        ENABLE_QCN 0
        L2_ACK_INTERVAL 1
        RP_TIMER 300
        RATE_AI 20Mb/s
        RATE_HAI 200Mb/s
        ENABLE_TRACE 1
        """);
    Files.writeString(
        folder.resolve("topo.txt"), "3 1 2\n2\n0 2 100Gbps 1000ns 0\n1 2 100Gbps 1000ns 0\n");
    Files.writeString(folder.resolve("flow.txt"), "1\n1 0 3 100 10000000 2.0\n");
  }

  /** What a host says of itself becomes a scenario that runs. */
  @Test
  void shouldTurnAHostIntoAScenario() throws IOException {
    Path host = Path.of("../audit/src/test/resources/dev/headroom/audit/healthy");
    Path scenario = folder.resolve("host.yaml");
    assertThat(run("convert", host.toString(), "-o", scenario.toString())).isZero();
    assertThat(err.toString()).contains("assumed: no input shows the switch port");
    assertThat(Files.readString(scenario))
        .contains("healthy-mlx5_0", "generation: 5", "maxReadRequest: 4096", "place: gpu");
    assertThat(
            run(
                "sim",
                scenario.toString(),
                "--no-report",
                "--out",
                folder.resolve("out").toString()))
        .isZero();
    assertThat(run("convert", folder.resolve("x.cm").toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("x.cm: no known format in it");
    Path kernel = Files.writeString(folder.resolve("sysctl.txt"), "kernel.numa_balancing = 0\n");
    assertThat(run("convert", kernel.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("no RDMA NIC found");
  }

  /** Who names something else is told what it is for. */
  @Test
  void shouldSayWhichCommandAFileIsFor() throws IOException {
    assertThat(run("convert", at("config.txt"))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("use headroom convert hpcc " + at("config.txt"));
    assertThat(run("convert", "../examples/incast-16.yaml")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("incast-16.yaml: this already is a scenario; headroom sim");
    assertThat(run("convert", "hpcc", at("y.topo"))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("y.topo: this is not a config.txt of the HPCC simulator");
  }

  @Test
  void shouldTurnHtsimFilesIntoAScenario() throws IOException {
    int code =
        run(
            "convert",
            "htsim",
            "--tm",
            at("x.cm"),
            "--topo",
            at("y.topo"),
            "--linkspeed",
            "100Gbps",
            "-o",
            at("out/S.yaml"));

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    Scenario scenario = read("out/S.yaml");
    assertThat(scenario.fabric().hosts()).hasSize(4);
    assertThat(scenario.flows().needs(1)).isEqualTo(1);
  }

  @Test
  void shouldTurnHpccFilesIntoAScenarioAndSayWhatItLeavesOut() throws IOException {
    assertThat(run("convert", "hpcc", at("config.txt"), "-o", at("S.yaml"))).isZero();

    assertThat(err.toString()).contains("config.txt:8:1: ENABLE_TRACE: the binary packet trace");
    Scenario scenario = read("S.yaml");
    assertThat(scenario.fabric().nodes().get(2).name()).isEqualTo("switch-2");
    assertThat(scenario.flows().fixedPorts(0)).isEqualTo(10000 << 16 | 100);
    assertThat(scenario.flows().startPs(0)).isEqualTo(2_000_000_000_000L);
  }

  @Test
  void shouldNameWhatIsWrongAndExitWithBadInput() {
    assertThat(run("convert", "htsim", "--tm", at("y.topo"), "--topo", at("x.cm"))).isEqualTo(2);
    assertThat(err.toString())
        .contains("y.topo:2:1: 'Tiers' is not the start of a connection matrix line", "x.cm:2:1");

    assertThat(run("convert", "hpcc", at("nowhere.txt"))).isEqualTo(2);
    assertThat(err.toString()).contains("nowhere.txt: no such file");

    assertThat(run("convert", "hpcc", at("config.txt"), "--model", "best")).isEqualTo(2);
    assertThat(err.toString()).contains("'best' is neither exact nor hpcc-ns3");

    assertThat(run("convert")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing input");
  }

  @Test
  void shouldPrintWithoutAFile() {
    assertThat(run("convert", "hpcc", at("config.txt"), "--model", "exact")).isZero();
    assertThat(out.toString()).contains("switch-2", "ports: \"10000:100\"");
  }

  private Scenario read(String file) throws IOException {
    String text = Files.readString(folder.resolve(file));
    return switch (ScenarioReader.read(text, file, List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
    };
  }

  private String at(String file) {
    return folder.resolve(file).toString();
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
