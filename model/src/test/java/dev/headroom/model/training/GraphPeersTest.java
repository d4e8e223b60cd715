package dev.headroom.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GraphPeersTest {
  /** A distance is what each GPU counts from itself, round from the last to the first. */
  @Test
  void shouldCountPeersFromEachGpu() {
    String ring = "gpu 0..3\nsend +1 1MiB\nreceive -1 1MiB\nsend -5 2MiB";
    String listed =
        """
        gpu 0
        send 1 1MiB
        receive 3 1MiB
        send 3 2MiB
        gpu 1
        send 2 1MiB
        receive 0 1MiB
        send 0 2MiB
        gpu 2
        send 3 1MiB
        receive 1 1MiB
        send 1 2MiB
        gpu 3
        send 0 1MiB
        receive 2 1MiB
        send 2 2MiB
        """;
    assertThat(GraphText.write(GraphText.parse(ring, 4))).isEqualTo(listed);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "+4, '+4' is the GPU itself",
        "-0, '-0' is the GPU itself",
        "+x, '+x' is not a list"
      })
  void shouldRefuseDistancesThatLeadNowhere(String peer, String why) {
    assertThatThrownBy(() -> GraphText.parse("gpu 0..3\nsend %s 1MiB".formatted(peer), 4))
        .hasMessageContaining(why);
  }
}
