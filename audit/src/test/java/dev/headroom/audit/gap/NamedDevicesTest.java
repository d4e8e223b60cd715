package dev.headroom.audit.gap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamedDevicesTest {
  /** As NCCL's page of environment variables has it; a prefix stands for any number of devices. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mlx5_0,mlx5_1         | 2
          =mlx5_0               | 1
          mlx5_0:1,mlx5_0:2     | 2
          bnxt_re0              | 1
          mlx5                  | 0
          ^mlx5_2               | 0
          ^=mlx5_0:1            | 0
          """)
  void shouldCountWhatIsListed(String value, int count) {
    NamedDevices named = named("mpirun -x NCCL_IB_HCA=%s ./all_reduce_perf -b 8M\n", value);
    assertThat(named.count()).isEqualTo(count);
  }

  /** Without a {@code =} a name is what others begin with. */
  @ParameterizedTest
  @CsvSource({"mlx5_1, true", "=mlx5_1, false"})
  void shouldTakeNamesForBeginnings(String value, boolean others) {
    NamedDevices named = named("mpirun -x NCCL_IB_HCA=%s ./all_reduce_perf -b 8M\n", value);
    assertThat(named.has("mlx5_1")).isTrue();
    assertThat(named.has("mlx5_10")).isEqualTo(others);
    assertThat(named.has("mlx5_0")).isFalse();
  }

  /** Processes of one host that see a device each, as some schedulers have it. */
  @Test
  void shouldCountTheDevicesOfAHost() {
    String log =
        """
        n1:1:9 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.1<0>
        n1:2:9 [1] NCCL INFO NET/IB : Using [0]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>
        n2:1:9 [0] NCCL INFO NET/IB : Using [0]mlx5_4:1/IB [RO]; OOB eth0:10.0.0.2<0>
        %s\
        """;
    NamedDevices named = named(log, "");
    assertThat(named.count()).isEqualTo(2);
    assertThat(named.names()).containsExactlyInAnyOrder("mlx5_0", "mlx5_1", "mlx5_4");
  }

  private static NamedDevices named(String text, String value) {
    return NamedDevices.of(
        List.of(
            HostFacts.of(
                "log",
                List.of(
                    FormatCatalogue.reader()
                        .read(FactSource.of("log.txt"), text.formatted(value))))));
  }
}
