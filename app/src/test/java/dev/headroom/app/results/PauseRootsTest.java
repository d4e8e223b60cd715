package dev.headroom.app.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PauseRootsTest {

  @Test
  void shouldTraceAPauseTreeToItsRoot() {
    Summary summary = MadeRun.incast64().summary();

    assertThat(summary.roots()).extracting(PauseRoot::place).containsExactly("leaf-2 → host-17");
    assertThat(summary.roots().getFirst().pauses()).isEqualTo(summary.result().counts().pauses());
    assertThat(summary.roots().getFirst().cyclic()).isFalse();
  }

  @Test
  void shouldFindNoneWhereNothingPaused() {
    assertThat(MadeRun.permutation64().summary().roots()).isEmpty();
  }
}
