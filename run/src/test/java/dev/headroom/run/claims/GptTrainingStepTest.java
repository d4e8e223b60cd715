package dev.headroom.run.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A step of GPT-3 beside NVIDIA's: Megatron-LM's README has around 32 s for 1,536 sequences on
 * 1,024 A100, 138 teraFLOP/s a GPU; Narayanan et al., SC 2021, table 1: 140. Nothing is fitted to
 * it: that GPUs do half of their peak while they compute is the default of all training scenarios.
 */
@Tag("whole")
final class GptTrainingStepTest {
  private static final ResultTable STEP =
      ResultTable.of(
          "gpt3-step", GptTrainingStepTest.class, "GPT-3 175B on 1,024 A100", "published", "here");

  private static final double PUBLISHED_SECONDS = 32;
  private static final double PUBLISHED_TERAFLOPS = 140;

  private static GptTrainingStep step;

  @BeforeAll
  static void runOverInfiniband() {
    step = new GptTrainingStep(replica(1), replica(2), run("gpt3-gradients"));
  }

  private static ClaimRun replica(int microBatches) {
    return run("gpt3-replica", "workload.microBatches=" + microBatches);
  }

  private static ClaimRun run(String name, String... sets) {
    return ClaimRun.of(ClaimExample.of(name, sets).with("transport=infiniband").scenario());
  }

  @Test
  void shouldTakeAboutAsLongAsPublished() {
    STEP.row("a step, s", "around 32", Cells.number(step.seconds(), 1));
    STEP.row("teraFLOP/s a GPU", "138 to 140", Cells.number(step.teraflops(), 0));
    STEP.row(
        "share of the step in which GPUs compute",
        "",
        Cells.number(step.computingPercent(), 0) + " %");
    assertThat(step.seconds()).isCloseTo(PUBLISHED_SECONDS, within(0.12 * PUBLISHED_SECONDS));
    assertThat(step.teraflops()).isCloseTo(PUBLISHED_TERAFLOPS, within(0.12 * PUBLISHED_TERAFLOPS));
  }

  /** The line through one and two micro-batches is the step of more. */
  @Test
  void shouldBeLinearInItsMicroBatches() {
    double four = replica(4).job().stepPs() * 1e-12;
    assertThat(step.replicaSeconds(4)).isCloseTo(four, within(0.001 * four));
  }

  /** One of 16 stages is idle for 15 of 207 micro-batches' time, and less than all it computes. */
  @Test
  void shouldComputeForWhatTheBubbleLeaves() {
    double withoutBubble = 100 * 192.0 / (192 + 15);
    assertThat(step.computingPercent()).isBetween(0.8 * withoutBubble, withoutBubble);
    assertThat(step.grownBatchPercent()).isBetween(95.0, 100.0);
    assertThat(step.sameBatchPercent()).isLessThan(step.grownBatchPercent());
  }
}
