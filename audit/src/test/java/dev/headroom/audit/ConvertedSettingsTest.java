package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of switches and NICs are the knobs of the converted scenario. */
final class ConvertedSettingsTest {
  private static final String TWO_NICS =
      """
      $ rdma link
      link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0
      link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1
      """;

  private static final String CABLES =
      """
      host,nic,switch,port
      n1,eth0,leaf1,Ethernet0
      n1,eth1,leaf1,Ethernet8
      """;

  private static HostFacts host(String name, String file, String text) {
    return HostFacts.of(name, List.of(FormatCatalogue.reader().read(FactSource.of(file), text)));
  }

  private static HostFacts device(String file) {
    try (InputStream in = ConvertedSettingsTest.class.getResourceAsStream("convert/" + file)) {
      assertThat(in).as(file).isNotNull();
      return host("leaf1", file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Scenario scenario(ClusterModel cluster) {
    return switch (ScenarioReader.read(cluster.yaml(), "cluster", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  private static ClusterModel behind(HostFacts... switches) {
    List<HostFacts> all = new ArrayList<>(List.of(switches));
    all.add(host("n1", "n1.txt", TWO_NICS));
    return ClusterModel.of(all);
  }

  private static Settings ofSwitch(Scenario scenario) {
    Node leaf =
        scenario.fabric().nodes().stream().filter(node -> !node.isHost()).findFirst().orElseThrow();
    return scenario.at(leaf);
  }

  /** A knob as scenarios write it; {@code -} if nothing sets it. */
  private static String value(Settings settings, String knob) {
    return settings.isSet(Knobs.get(knob)) ? printed(settings, Knobs.get(knob)) : "-";
  }

  private static <T> String printed(Settings settings, Knob<T> knob) {
    Optional<T> value = settings.find(knob);
    return value.map(knob.type().printer()).orElse("-");
  }

  /**
   * The same policy in every language: data in DSCP 26 and class 3, CNPs first, with a curve of
   * another queue or an unused profile beside it that comes first by name.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sonic.json   | congestion.kmin                | 250KB",
        "sonic.json   | congestion.kmax                | 1MB",
        "sonic.json   | congestion.pmax                | 0.1",
        "sonic.json   | pfc.classes                    | 4",
        "sonic.json   | pfc.headroom                   | 314KiB",
        "sonic.json   | fabric.switches.reserved       | 38KiB",
        "sonic.json   | fabric.switches.alpha          | 0.25",
        "sonic.json   | fabric.switches.buffer         | 30MB",
        "sonic.json   | fabric.switches.scheduling     | strict:6 dwrr:4=60",
        "sonic.json   | pfc.watchdog.action            | drop",
        "sonic.json   | pfc.watchdog.detectionTime     | 300ms",
        "sonic.json   | pfc.watchdog.restorationTime   | 700ms",
        "sonic.json   | pfc.watchdog.pollInterval      | 100ms",
        "eos.txt      | congestion.kmin                | 250KB",
        "eos.txt      | congestion.kmax                | 1MB",
        "eos.txt      | congestion.pmax                | 0.1",
        "eos.txt      | pfc.classes                    | 3",
        "eos.txt      | fabric.switches.scheduling     | strict:6 dwrr:3=50",
        "eos.txt      | pfc.watchdog.detectionTime     | 200ms",
        "eos.txt      | pfc.watchdog.restorationTime   | 400ms",
        "eos.txt      | pfc.watchdog.pollInterval      | 100ms",
        "nxos.txt     | congestion.kmin                | 250KB",
        "nxos.txt     | congestion.kmax                | 1MB",
        "nxos.txt     | congestion.pmax                | 0.1",
        "nxos.txt     | pfc.classes                    | 3",
        "nxos.txt     | pfc.xoff                       | 46.8KB",
        "nxos.txt     | pfc.headroom                   | 55.12KB",
        "nxos.txt     | pfc.xonOffset                  | 12.48KB",
        "nxos.txt     | fabric.switches.scheduling     | strict:6 dwrr:3=50",
        "nxos.txt     | pfc.watchdog.detectionTime     | 400ms",
        "nxos.txt     | pfc.watchdog.restorationTime   | 600ms",
        "os10.txt     | congestion.kmin                | 250KB",
        "os10.txt     | congestion.kmax                | 1MB",
        "os10.txt     | congestion.pmax                | 0.1",
        "os10.txt     | pfc.classes                    | 3",
        "os10.txt     | pfc.xoff                       | 50KB",
        "os10.txt     | pfc.headroom                   | 50KB",
        "os10.txt     | fabric.switches.scheduling     | strict:6 dwrr:3=50",
        "onyx.txt     | congestion.kmin                | 250KB",
        "onyx.txt     | congestion.kmax                | 1MB",
        "onyx.txt     | pfc.classes                    | 3",
        "onyx.txt     | pfc.headroom                   | 49.106KB",
        "onyx.txt     | fabric.switches.reserved       | 18KiB",
        "onyx.txt     | fabric.switches.alpha          | 2.0",
        "onyx.txt     | fabric.switches.scheduling     | strict:6 dwrr:3=50",
        "onyx.txt     | pfc.watchdog.action            | drop",
        "nvue.txt     | congestion.kmin                | 250KB",
        "nvue.txt     | congestion.kmax                | 1MB",
        "nvue.txt     | congestion.pmax                | 0.1",
        "nvue.txt     | pfc.classes                    | 3",
        "nvue.txt     | pfc.headroom                   | 15KB",
        "nvue.txt     | pfc.xoff                       | 10KB",
        "nvue.txt     | pfc.xonOffset                  | 8KB",
        "nvue.txt     | fabric.switches.alpha          | 0.25",
        "nvue.txt     | fabric.switches.scheduling     | strict:6 dwrr:0=50,3=60",
        "nvue.txt     | pfc.watchdog.detectionTime     | 200ms",
        "cumulus.txt  | congestion.kmin                | 250KB",
        "cumulus.txt  | congestion.kmax                | 1MB",
        "cumulus.txt  | congestion.pmax                | 0.1",
        "cumulus.txt  | pfc.classes                    | 3",
        "cumulus.txt  | pfc.headroom                   | 15KB",
        "cumulus.txt  | pfc.xoff                       | 10KB",
        "cumulus.txt  | pfc.xonOffset                  | 2KB",
        "cumulus.txt  | fabric.switches.scheduling     | strict:6 dwrr:3=50",
        "cumulus.txt  | pfc.watchdog.action            | -",
        "junos.txt    | congestion.kmin                | -",
        "junos.txt    | congestion.pmax                | 0.1",
        "junos.txt    | pfc.classes                    | 3",
      })
  void shouldHaveTheSwitchsSettings(String file, String knob, String expected) {
    assertThat(value(ofSwitch(scenario(behind(device(file)))), knob)).isEqualTo(expected);
  }

  /** Each value has its file and line; what has no knob is said. */
  @Test
  void shouldSayWhereSettingsComeFrom() {
    assertThat(behind(device("sonic.json")).yaml())
        .contains("# Set: congestion.kmin 250000B of leaf1 (sonic.json:61, green_min_threshold).")
        .contains("# Not simulated: leaf1 xoff 2000000 (sonic.json:106)");
    assertThat(behind(device("junos.txt")).unsimulated())
        .anyMatch(each -> each.contains("Kmin 20 % of the queue's buffer (junos.txt:7)"));
    assertThat(behind(device("os10.txt")).unsimulated())
        .anyMatch(each -> each.contains("queue-limit thresh-mode dynamic 5 (os10.txt:25)"));
  }

  /** The lossless class is 4: data is in it, with a DSCP that the switch puts there. */
  @Test
  void shouldPutDataIntoTheLosslessClass() {
    ClusterModel cluster = behind(device("sonic.json"));
    Scenario scenario = scenario(cluster);
    assertThat(value(scenario.settings(), "transport.class")).isEqualTo("4");
    assertThat(value(scenario.settings(), "transport.dscp")).isEqualTo("26");
    assertThat(cluster.assumed()).anyMatch(each -> each.contains("the class of RDMA: class 4"));
  }

  /** Ports that differ, and each cable's length. */
  @Test
  void shouldHaveTheSettingsOfEachPort() {
    ClusterModel cluster =
        ClusterModel.of(
            List.of(
                device("sonic.json"),
                host("n1", "n1.txt", TWO_NICS),
                host("cables", "cables.csv", CABLES)));
    assertThat(cluster.yaml())
        .contains("{a: n1-mlx5_0, b: leaf1, rate: 400Gbps, cable: 40m}")
        .contains("{a: n1-mlx5_1, b: leaf1, rate: 400Gbps, cable: 5m}")
        .contains("{select: n1-mlx5_1/leaf1, congestion.kmin: 150000B}");
    scenario(cluster);
    assertThat(behind(device("sonic.json")).unsimulated())
        .anyMatch(each ->
            each.contains("leaf1 congestion.kmin 150000B of port Ethernet8")
                && each.contains("no input shows the host of this port"));
  }

  private static ClusterModel tuned(String text) {
    return ClusterModel.of(List.of(host("n1", "n1.txt", text)));
  }

  private static final String CONNECTX =
      """
      $ rdma link
      link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0
      $ ibdev2netdev -v
      0000:14:00.0 mlx5_0 (MT4129 - MCX75310AAS-NEAT) ConnectX-7 fw 28.39.1002 port 1 (ACTIVE) ==> eth0 (Up)
      """;

  /** The running driver's files count before the firmware's stored configuration. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "congestion.increaseTimer            | 100us",
        "congestion.rateAi                   | 40Mbps",
        "congestion.rateHai                  | 400Mbps",
        "congestion.byteCounter              | 16KiB",
        "congestion.fastRecovery             | 5",
        "congestion.g                        | 0.0087890625",
        "congestion.initialAlpha             | 0.5",
        "congestion.alphaPeriod              | 8us",
        "congestion.decreasePeriod           | 50us",
        "congestion.minRate                  | 100Mbps",
        "congestion.minDecreaseFactor        | 0.25",
        "congestion.rateOnFirstCnp           | 0.25",
        "congestion.clampTarget              | true",
        "congestion.clampTargetAfterIncrease | false",
        "congestion.cnpInterval              | 50us",
        "transport.cnpClass                  | 5",
      })
  void shouldHaveTheSettingsOfConnectX(String knob, String expected) {
    String files =
        CONNECTX
            + """
            $ ethtool eth0
            Settings for eth0:
            	Speed: 400000Mb/s
            	Link detected: yes

            $ grep . /sys/class/net/eth0/ecn/roce_rp/*
            /sys/class/net/eth0/ecn/roce_rp/rpg_time_reset:100
            /sys/class/net/eth0/ecn/roce_rp/params/rpg_threshold:5
            /sys/class/net/eth0/ecn/roce_rp/rpg_byte_reset:16384
            /sys/class/net/eth0/ecn/roce_rp/rate_to_set_on_first_cnp:100000
            /sys/class/net/eth0/ecn/roce_np/cnp_dscp:46
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_ai_rate:40
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_hai_rate:400
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_dce_tcp_g:1015
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_initial_alpha_value:512
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_dce_tcp_rtt:8
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_clamp_tgt_rate:1
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/np_min_time_between_cnps:50
            /sys/kernel/debug/mlx5/0000:14:00.0/cc_params/rp_gd:10

            $ mlxconfig -d 0000:14:00.0 -e query

            Device #1:
            ----------

            Device type:        ConnectX7
            Device:             0000:14:00.0

            Configurations:                                     Default             Current             Next Boot
            *       RPG_AI_RATE_P1                              5                   7                   9
            *       RPG_MIN_RATE_P1                             1                   100                 200
            *       RPG_MIN_DEC_FAC_P1                          50                  25                  25
            *       RATE_REDUCE_MONITOR_PERIOD_P1               4                   50                  50
            *       CLAMP_TGT_RATE_AFTER_TIME_INC_P1            True(1)             False(0)            False(0)
            """;
    ClusterModel cluster = tuned(files);
    assertThat(value(scenario(cluster).settings(), knob)).isEqualTo(expected);
    assertThat(cluster.unsimulated()).anyMatch(each -> each.contains("rp_gd 10 (n1.txt:"));
    assertThat(cluster.yaml()).contains("# Set: congestion.rateAi 40Mbps on 1 of 1 NICs (n1.txt:");
  }

  /**
   * The simulator has none of the accelerations of RoCE in the firmware; those that are on count.
   */
  @Test
  void shouldNameAccelerationsThatAreNotSimulated() {
    ClusterModel cluster =
        tuned(
            CONNECTX
                + """
                $ mlxreg -d 0000:14:00.0 --reg_name ROCE_ACCL --get
                Sending access register...

                Field Name                              | Data
                ================================================
                roce_adp_retrans_en                     | 0x00000001
                roce_tx_window_en                       | 0x00000000
                """);
    assertThat(cluster.unsimulated())
        .anyMatch(each -> each.contains("roce_adp_retrans_en 1 (n1.txt:"))
        .noneMatch(each -> each.contains("roce_tx_window_en"));
  }

  /** Without a reaction point no sender slows down. */
  @Test
  void shouldSwitchCongestionControlOff() {
    assertThat(
            value(
                scenario(tuned(CONNECTX + "/sys/class/net/eth0/ecn/roce_rp/enable/3:0\n"))
                    .settings(),
                "congestion.algorithm"))
        .isEqualTo("none");
  }

  @Test
  void shouldHaveTheSettingsOfIrdma() {
    String nic = "$ rdma link\nlink rocep24s0/1 state ACTIVE physical_state LINK_UP netdev p1\n";
    String parameters =
        """
        /sys/module/irdma/parameters/dcqcn_enable:1
        /sys/module/irdma/parameters/dcqcn_T:55
        /sys/module/irdma/parameters/dcqcn_B:150000
        /sys/module/irdma/parameters/dcqcn_F:5
        /sys/module/irdma/parameters/dcqcn_min_dec_factor:20
        /sys/module/irdma/parameters/dcqcn_min_rate_MBps:100
        /sys/module/irdma/parameters/dcqcn_rreduce_mperiod:60
        /sys/module/irdma/parameters/dcqcn_rai_factor:2
        """;
    ClusterModel cluster =
        tuned(nic + parameters + "/sys/module/irdma/parameters/dcqcn_cc_cfg_valid:1\n");
    Settings settings = scenario(cluster).settings();
    assertThat(value(settings, "congestion.algorithm")).isEqualTo("dcqcn");
    assertThat(value(settings, "congestion.increaseTimer")).isEqualTo("55us");
    assertThat(value(settings, "congestion.byteCounter")).isEqualTo("150KB");
    assertThat(value(settings, "congestion.fastRecovery")).isEqualTo("5");
    assertThat(value(settings, "congestion.minDecreaseFactor")).isEqualTo("0.2");
    assertThat(value(settings, "congestion.minRate")).isEqualTo("100Mbps");
    assertThat(value(settings, "congestion.decreasePeriod")).isEqualTo("60us");
    assertThat(cluster.unsimulated()).anyMatch(each -> each.contains("dcqcn_rai_factor 2"));
    // The driver takes its own values unless it is told that these are valid.
    assertThat(
            value(
                scenario(
                        tuned(
                            nic
                                + parameters
                                + "/sys/module/irdma/parameters/dcqcn_cc_cfg_valid:0\n"))
                    .settings(),
                "congestion.increaseTimer"))
        .isEqualTo("-");
    assertThat(
            value(
                scenario(tuned(nic + "/sys/kernel/config/irdma/rocep24s0/roce_timely_enable:1\n"))
                    .settings(),
                "congestion.algorithm"))
        .isEqualTo("timely");
  }

  @Test
  void shouldHaveTheSettingsOfBnxt() {
    ClusterModel cluster =
        tuned(
            """
            $ rdma link
            link bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev p1
            $ grep . /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/*
            /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/ecn_enable:0x1
            /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/min_time_bet_cnp:0x20
            /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/cnp_dscp:0x28
            /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/roce_dscp:0x1c
            /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/init_cr:0xc8
            """);
    Settings settings = scenario(cluster).settings();
    assertThat(value(settings, "congestion.algorithm")).isEqualTo("dcqcn");
    assertThat(value(settings, "congestion.cnpInterval")).isEqualTo("32us");
    assertThat(value(settings, "transport.cnpClass")).isEqualTo("5");
    assertThat(value(settings, "transport.dscp")).isEqualTo("28");
    assertThat(cluster.unsimulated()).anyMatch(each -> each.contains("init_cr 0xc8"));
  }

  /** NICs that differ: the simulator has one value, and the scenario says so. */
  @Test
  void shouldSayThatNicsDiffer() {
    ClusterModel cluster =
        tuned(
            TWO_NICS
                + """
                /sys/class/net/eth0/ecn/roce_rp/rpg_ai_rate:5
                /sys/class/net/eth1/ecn/roce_rp/rpg_ai_rate:10
                """);
    assertThat(cluster.unsimulated())
        .anyMatch(each ->
            each.contains(
                "congestion.rateAi differs between NICs: 5Mbps on n1-mlx5_0, and 10Mbps on n1-mlx5_1"));
  }
}
