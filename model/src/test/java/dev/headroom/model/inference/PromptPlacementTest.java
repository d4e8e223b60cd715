package dev.headroom.model.inference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PromptPlacementTest {
  @Test
  void shouldSendAPromptToTheInstanceThatIsFreeFirst() {
    Prompts prompts = new Prompts(new long[] {0, 1, 2, 500}, new int[] {100, 10, 10, 10});
    PromptPlacement serving =
        new PromptPlacement(prompts, ModelInstances.disaggregated(1, 4, 2), 5, 2);
    // The long one takes 205, the short ones 25 each, one after the other at the other instance.
    assertThat(serving.prefill(0)).isZero();
    assertThat(serving.endPs(0)).isEqualTo(205);
    assertThat(serving.prefill(1)).isEqualTo(1);
    assertThat(serving.prefill(2)).isEqualTo(1);
    assertThat(serving.startPs(2)).isEqualTo(26);
    assertThat(serving.endPs(2)).isEqualTo(51);
    // Both are free again: the first.
    assertThat(serving.prefill(3)).isZero();
    assertThat(serving.startPs(3)).isEqualTo(500);
    assertThat(serving.queue(0)).containsExactly(0, 3);
  }

  @Test
  void shouldAnswerWhereTheFewestTokensWent() {
    Prompts prompts = new Prompts(new long[4], new int[] {100, 30, 30, 50});
    PromptPlacement serving =
        new PromptPlacement(prompts, ModelInstances.disaggregated(1, 3, 1), 0, 1);
    assertThat(new int[] {serving.decode(0), serving.decode(1), serving.decode(2)})
        .containsExactly(0, 1, 1);
    assertThat(serving.decode(3)).isEqualTo(1);
  }

  @Test
  void shouldSpreadInstancesEvenly() {
    assertThat(ModelInstances.disaggregated(8, 4, 3).prefill()).containsExactly(0, 1, 2);
    assertThat(ModelInstances.mixed(8, 8, 2).prefill()).containsExactly(0, 4);
    assertThat(ModelInstances.mixed(8, 8, 6).prefill()).hasSize(6);
    assertThat(ModelInstances.mixed(8, 8, 6).decode()).hasSize(2);
    for (int all = 2; all < 40; all++) {
      for (int prefill = 1; prefill < all; prefill++) {
        assertThat(ModelInstances.mixed(1, all, prefill).prefill()).hasSize(prefill);
      }
    }
  }
}
