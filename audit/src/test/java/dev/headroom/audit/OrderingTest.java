package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forced ordering is seen by whatever name mlxconfig was told of the NIC. */
final class OrderingTest {
  private static final String NETDEV =
      "root@n1:~# ibdev2netdev -v\n0000:1a:00.0 mlx5_0 (MT4129 - MCX75310AAS-NEAT) NVIDIA ConnectX-7 fw 28.39.1002"
          + " port 1 (ACTIVE) ==> ens1np0 (Up)\n";

  private static String query(String device, String value) {
    return """
    root@n1:~# mlxconfig -d %s q

    Device #1:
    ----------

    Device type:        ConnectX7
    Name:               MCX75310AAS-NEA_Ax
    Device:             %s

    Configurations:                                          Next Boot
            MEMIC_BAR_SIZE                              0
            PCI_WR_ORDERING                             %s
    """
        .formatted(device, device, value);
  }

  @ParameterizedTest
  @CsvSource({
    "1a:00.0, 0000:1a:00.0",
    "mlx5_0, mlx5_0",
    "/dev/mst/mt4129_pciconf0, /dev/mst/mt4129_pciconf0"
  })
  void shouldSeeIt(String device, String part) {
    assertThat(Pasted.findings("pcie.ordering-forced", query(device, "force_relax(1)")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.place().part()).isEqualTo(part);
          assertThat(finding.remedy().fix().steps())
              .singleElement()
              .satisfies(step ->
                  assertThat(step.command().startsWith("mlxconfig -y -d "))
                      .isEqualTo(part.endsWith("1a:00.0")));
        });
    assertThat(Pasted.findings("pcie.ordering-forced", query(device, "per_mkey(0)"))).isEmpty();
  }

  /** And once, where two names are of one NIC. */
  @Test
  void shouldGiveTheCommandWhereTheAddressIsTold() {
    String text = query("mlx5_0", "force_relax(1)") + query("1a:00.0", "force_relax(1)") + NETDEV;
    assertThat(Pasted.findings("pcie.ordering-forced", text))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.remedy().fix().steps().getFirst().command())
                .startsWith("mlxconfig -y -d ")
                .contains("0000:1a:00.0", "PCI_WR_ORDERING"));
  }
}
