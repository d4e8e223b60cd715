package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.Machines;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rings as NCCL 2.26.2 wrote them into its log on two Lenovo SD665-N V3. */
final class WiringTest {
  private static final Machine MACHINE = Machines.named("sd665n-h100").orElseThrow();

  @ParameterizedTest
  @CsvSource({
    "0, 0 1 2 3 4 5 6 7", "1, 0 5 7 6 4 1 3 2", "2, 0 3 6 5 4 7 2 1", "3, 0 2 7 5 4 6 3 1",
    "4, 0 1 2 3 4 5 6 7", "15, 0 2 7 5 4 6 3 1"
  })
  void shouldLayRingsWithGpuDirect(int channel, String ring) {
    assertThat(ring(MACHINE, channel)).isEqualTo(ring);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 2 6 4 7 5 1 3", "1, 0 3 1 5 7 4 6 2", "6, 0 2 6 4 7 5 1 3"})
  void shouldLayRingsWithoutGpuDirect(int channel, String ring) {
    assertThat(ring(MACHINE.throughHosts(), channel)).isEqualTo(ring);
  }

  private static String ring(Machine machine, int channel) {
    Layout layout = new Layout(new Cluster(machine, 2, false));
    return Wiring.of(layout, Optional.empty()).ring(channel).stream()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }
}
