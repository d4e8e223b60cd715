package dev.headroom.audit.gap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.fact.Source;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
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
    String line = "mpirun -x NCCL_IB_HCA=%s ./all_reduce_perf -b 8M\n".formatted(value);
    HostFacts host =
        HostFacts.of("log", List.of(Catalogue.reader().read(Source.of("log.txt"), line)));
    assertThat(NamedDevices.of(List.of(host)).count()).isEqualTo(count);
  }
}
