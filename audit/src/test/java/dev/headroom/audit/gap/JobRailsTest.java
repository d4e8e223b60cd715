package dev.headroom.audit.gap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.cluster.NicModel;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JobRailsTest {
  /** Names of devices by their decimal numbers, and PCI addresses by their hexadecimal ones. */
  @ParameterizedTest
  @ValueSource(strings = {"mlx5_1 mlx5_9 mlx5_10", "0000:18:00.0 0000:3a:00.0 0000:7a:00.0"})
  void shouldNumberRailsInTheOrderOfNames(String names) {
    List<String> rails = Arrays.asList(names.split(" "));
    List<NicModel> nics =
        rails.reversed().stream()
            .map(name -> new NicModel(name, "", 400, new TreeMap<>()))
            .toList();

    JobRails found = JobRails.of(nics, NamedDevices.NONE, rails.size());

    assertThat(IntStream.range(0, rails.size()).mapToObj(rail -> found.at(rail).name()))
        .containsExactlyElementsOf(rails);
  }
}
