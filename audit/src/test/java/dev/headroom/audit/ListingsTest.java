package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.rules.RuleCatalogue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an output does not show may be there all the same, unless it shows all there is. */
final class ListingsTest {
  private static final String JOB =
      """
      root@n1:~# env | grep -e NCCL -e UCX
      NCCL_IB_HCA=mlx5_0,mlx5_1
      UCX_NET_DEVICES=mlx5_0:1,mlx5_1:1
      """;

  private static final String LINK =
      """
      Operational Info
      ----------------
      State                              : Active
      Physical state                     : LinkUp
      Speed                              : 400G
      Width                              : 4x

      Module Info
      -----------
      Temperature [C]                    : 81 [-5..75]
      """;

  private static final String IBSTAT =
      """
      CA 'mlx5_0'
      \tCA type: MT4129
      \tNumber of ports: 1
      \tPort 1:
      \t\tState: Active
      \t\tPhysical state: LinkUp
      \t\tRate: 400
      \t\tLink layer: Ethernet
      """;

  private static RuleOutcome outcome(String rule, String text) {
    return Audit.of(List.of(Pasted.host(text)), List.of(RuleCatalogue.named(rule).orElseThrow()))
        .getFirst();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mlxlink -d 1a:00.0 -m\n" + LINK,
        "mlxlink -d /dev/mst/mt4129_pciconf0.1 -m\n" + LINK,
        "mlxlink -m\n" + LINK,
        """
        mlxconfig -d /dev/mst/mt4129_pciconf0 q
        Device #1:
        ----------

        Device:             /dev/mst/mt4129_pciconf0

        Configurations:                 Next Boot
                PCI_WR_ORDERING             per_mkey(0)
        """,
        "ibstat mlx5_0\n" + IBSTAT,
        "ibstat | head -8\n" + IBSTAT,
        """
        show_gids mlx5_0
        DEV     PORT    INDEX   GID                                     IPv4            VER     DEV
        mlx5_0  1       0       fe80:0000:0000:0000:966d:aeff:fe11:2233                 v1      ens1np0
        mlx5_0  1       3       0000:0000:0000:0000:0000:ffff:c0a8:0101 192.168.1.1     v2      ens1np0
        n_gids_found=2
        """,
        "ibv_devinfo -d mlx5_0 | grep -e hca -e state\nhca_id:\tmlx5_0\n\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n",
        "cat /sys/class/infiniband/mlx5_0/ports/1/rate\n400 Gb/sec (4X NDR)\n",
        "rdma link show mlx5_0/1\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n",
      })
  void shouldNotMissDevicesThatNobodyAskedFor(String output) {
    String text = JOB + "root@n1:~# " + output;
    for (String rule : List.of("nccl.hca-not-there", "job.ucx-device-not-there")) {
      RuleOutcome outcome = outcome(rule, text);
      assertThat(outcome.findings()).as(rule).isEmpty();
      assertThat(outcome.passed()).as(rule).isZero();
      assertThat(outcome.notChecked()).as(rule).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ibstat\n" + IBSTAT,
        "ibstat | tee ibstat.txt\n" + IBSTAT,
        "rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n",
        "ibv_devinfo\nhca_id:\tmlx5_0\n\tphys_port_cnt:\t\t1\n\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n",
      })
  void shouldMissDevicesWhereAllAreListed(String output) {
    String text = JOB + "root@n1:~# " + output;
    for (String rule : List.of("nccl.hca-not-there", "job.ucx-device-not-there")) {
      assertThat(outcome(rule, text).findings())
          .as(rule)
          .singleElement()
          .satisfies(finding -> assertThat(finding.message()).contains("it lists mlx5_1"));
    }
  }

  private static final String HEADING =
      "DEV     PORT    INDEX   GID                                     IPv4            VER     DEV\n";

  private static final String LOCAL =
      "mlx5_0  1       %d       fe80:0000:0000:0000:966d:aeff:fe11:2233                 v%d      ens1np0\n";

  private static final String ROUTABLE =
      "mlx5_0  1       3       0000:0000:0000:0000:0000:ffff:c0a8:0101 192.168.1.1     v2      ens1np0\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show_gids | grep v2\nLOCAL1ROUTABLE",
        "show_gids | grep 192\nROUTABLE",
        "show_gids | head -4\nHEADINGLOCAL0LOCAL1",
        "show_gids\nHEADINGLOCAL0LOCAL1",
        "cat /sys/class/infiniband/mlx5_0/ports/1/gids/3\n0000:0000:0000:0000:0000:ffff:c0a8:0101\n",
      })
  void shouldNotTakeAPartOfATableForIt(String output) {
    String text = JOB + "NCCL_IB_GID_INDEX=5\nroot@n1:~# " + table(output);
    assertThat(Pasted.findings(text))
        .extracting(Finding::rule)
        .doesNotContain("gid.sparse", "gid.none-routable", "gid.index");
    assertThat(outcome("gid.index", text).notChecked()).isNotEmpty();
  }

  @Test
  void shouldJudgeAWholeTable() {
    String text = JOB + "NCCL_IB_GID_INDEX=5\nroot@n1:~# show_gids\n";
    assertThat(Pasted.findings(text + table("HEADINGLOCAL0LOCAL1") + "n_gids_found=2\n"))
        .extracting(Finding::rule)
        .contains("gid.none-routable", "gid.index");
    assertThat(Pasted.findings("gid.sparse", text + table("HEADINGROUTABLE"))).hasSize(1);
  }

  private static String table(String words) {
    return words
        .replace("HEADING", HEADING)
        .replace("LOCAL0", LOCAL.formatted(0, 1))
        .replace("LOCAL1", LOCAL.formatted(1, 2))
        .replace("ROUTABLE", ROUTABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat /proc/modules | grep ib_\nib_core 450560 2 mlx5_ib,rdma_cm, Live 0x0000000000000000\n",
        "lsmod | head -2\nModule                  Size  Used by\nib_core               450560  2 mlx5_ib\n",
      })
  void shouldNotMissModulesBehindAFilter(String output) {
    assertThat(Pasted.host("root@n1:~# " + output).moduleLoaded("nvidia_peermem").isReported())
        .isFalse();
    String whole = output.replaceFirst(" \\| \\w+ \\S+", "");
    assertThat(Pasted.host("root@n1:~# " + whole).moduleLoaded("nvidia_peermem").equalTo(false))
        .isTrue();
  }

  /** What a module says counts, whatever its NIC is called. */
  @ParameterizedTest
  @ValueSource(strings = {"-d 1a:00.0 -m", "-d /dev/mst/mt4129_pciconf0", "-d mlx5_0", "-m"})
  void shouldReadModulesOfNicsByAnyName(String options) {
    assertThat(
            Pasted.findings("optics.out-of-range", "root@n1:~# mlxlink " + options + "\n" + LINK))
        .hasSize(1);
  }

  @Test
  void shouldNotTakeAFileOfMstForAnRdmaDevice() {
    String text =
        """
        root@n1:~# ls -l /dev/infiniband
        ls: cannot access /dev/infiniband: No such file or directory
        root@n1:~# mlxlink -d /dev/mst/mt4129_pciconf0
        """
            + LINK;
    assertThat(Pasted.findings("container.device-files", text)).isEmpty();
  }
}
