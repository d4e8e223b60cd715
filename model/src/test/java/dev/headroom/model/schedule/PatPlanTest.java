package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PAT beside NCCL's own source. */
final class PatPlanTest {
  /**
   * What {@code PatAGAlgorithm} and {@code PatRSAlgorithm} of NCCL 2.30.7 (commit 5067397),
   * compiled for the host, say of the first round: a step is the dimension received from, the
   * dimension that a message is posted on, and how many chunks that has room for.
   */
  static Stream<Arguments> cases() throws IOException {
    try (InputStream in = PatPlanTest.class.getResourceAsStream("pat-nccl-2.30.7.csv")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text
          .lines()
          .skip(1)
          .map(line -> Arguments.of((Object[]) line.split(",", -1)))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest(name = "{0} of {1}, {2} B in {3} B")
  @MethodSource("cases")
  void shouldDoWhatNcclDoes(String collective, int ranks, long share, long chunk, String expected) {
    PatPlan plan =
        "all-gather".equals(collective)
            ? PatPlan.gather(ranks, share, chunk)
            : PatPlan.scatter(ranks, share, chunk);
    String[] steps = expected.split(" ");
    assertThat(plan.steps()).isEqualTo(steps.length);
    int[] sent = new int[PatPlan.dimensions(ranks)];
    int[] taken = new int[sent.length];
    for (int i = 0; i < steps.length; i++) {
      String[] step = steps[i].split(":");
      int receives = "-".equals(step[0]) ? PatPlan.NONE : Integer.parseInt(step[0]);
      assertThat(plan.takes(i)).as("step %d", i).isIn(receives, PatPlan.NONE);
      if (plan.takes(i) != PatPlan.NONE) {
        taken[receives]++;
      }
      int sends = step.length == 1 ? PatPlan.NONE : Integer.parseInt(step[1]);
      assertThat(plan.sends(i)).as("step %d", i).isEqualTo(sends);
      if (sends != PatPlan.NONE) {
        assertThat(plan.chunks(sends, sent[sends]++)).isEqualTo(Integer.parseInt(step[2]));
      }
      if (receives != PatPlan.NONE) {
        assertThat(taken[receives]).as("step %d has something to work on", i).isPositive();
      }
    }
    for (int d = 0; d < sent.length; d++) {
      assertThat(plan.messages(d)).isEqualTo(sent[d]);
    }
    assertThat(taken).as("messages taken").isEqualTo(sent);
  }

  /** Jeaugey, arXiv:2506.20252: small sizes take as many messages as a tree has levels. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 100, 1024})
  void shouldSendLogarithmicallyManySmallMessages(int ranks) {
    PatPlan gather = PatPlan.gather(ranks, 8, 1 << 16);
    PatPlan scatter = PatPlan.scatter(ranks, 8, 1 << 16);
    assertThat(messages(gather)).isEqualTo(PatPlan.dimensions(ranks));
    assertThat(messages(scatter)).isEqualTo(PatPlan.dimensions(ranks));
  }

  /** And large ones as many as there are chunks. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 100, 1024})
  void shouldSendEachLargeChunkAlone(int ranks) {
    assertThat(messages(PatPlan.gather(ranks, 1 << 20, 1 << 16))).isEqualTo(ranks - 1);
    assertThat(messages(PatPlan.scatter(ranks, 1 << 20, 1 << 16))).isEqualTo(ranks - 1);
  }

  private static int messages(PatPlan plan) {
    return IntStream.range(0, plan.dimensions()).map(plan::messages).sum();
  }
}
