package dev.headroom.run.claims;

import dev.headroom.model.training.Transformer;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.ScheduleResult;
import java.util.function.ToDoubleFunction;

/**
 * Training step of GPT-3 on 1,024 A100, composed from runs of its parts.
 *
 * <p>The job is Megatron-LM's example {@code pretrain_gpt3_175B.sh}: 8 replicas of 128 GPUs, each
 * 16 stages of 8 GPUs, 1,536 sequences a step in micro-batches of one, activations computed again;
 * its README has around 32 s and 138 teraFLOP/s a GPU (Narayanan et al., SC 2021, table 1: 140).
 * All micro-batches of 1F1B are alike, so that a replica's step with m of them is
 *
 * <pre>
 *   T(m) = T(1) + (m - 1) (T(2) - T(1))
 * </pre>
 *
 * <p>and gradients follow when the last is done, as they did in 2021: those of the first stage,
 * whose GPUs are done last and have the embedding besides, in proportion to those of one layer.
 *
 * @param one a replica with one micro-batch
 * @param two a replica with two
 * @param gradients the all-reduce of a layer's gradients by eight replicas
 */
record GptTrainingStep(ClaimRun one, ClaimRun two, ClaimRun gradients) {
  static final int GPUS = 1024;
  static final int BATCH = 1536;

  static final int REPLICAS = 8;
  private static final int STAGES = 16;
  private static final int LAYERS = 96;
  private static final double NIC_BYTES_PER_SECOND = 25e9;

  /** All sequences of a step over its time. */
  double samplesPerSecond() {
    return BATCH / seconds();
  }

  /** With all 1,024 GPUs. */
  double seconds() {
    return seconds(BATCH);
  }

  private double seconds(int batch) {
    return replicaSeconds(batch / REPLICAS) + gradientShare() * gradientSeconds();
  }

  /**
   * Operations of a GPU, 10^12 a second, with what is computed again, as the authors count them;
   * that logits are not makes less than a three-hundredth.
   */
  double teraflops() {
    int passes = 4; // forward, forward again, and backward, which takes twice as long
    return passes * gpt3(LAYERS).forwardFlops() * BATCH / GPUS / seconds() * 1e-12;
  }

  /** Of one replica, whose gradients are nobody else's. */
  double replicaSeconds(int microBatches) {
    return line(microBatches, run -> run.job().stepPs() * 1e-12);
  }

  /** What part of the step GPUs compute, in the mean. */
  double computingPercent() {
    return computingPercent(BATCH);
  }

  /**
   * The same of a step of so many sequences: of 16 stages each is idle for 15 micro-batches' time,
   * however many there are (Narayanan et al., SC 2021, section 2.2.1).
   */
  double computingPercent(int batch) {
    return 100 * line(batch / REPLICAS, GptTrainingStep::meanComputedSeconds) / seconds(batch);
  }

  /** What part of the step the NICs would be busy with what they send, in the mean. */
  double carryingPercent() {
    double bytes =
        line(BATCH / REPLICAS, GptTrainingStep::meanBytes) + gradientShare() * meanBytes(gradients);
    return 100 * bytes / NIC_BYTES_PER_SECOND / seconds();
  }

  /** How much of eight times the speed of 128 GPUs is left where 1,024 share their batch. */
  double sameBatchPercent() {
    return 100 * replicaSeconds(BATCH) / (REPLICAS * seconds());
  }

  /** The same where each replica has as many sequences as the 128 GPUs alone. */
  double grownBatchPercent() {
    return 100 * replicaSeconds(BATCH / REPLICAS) / seconds();
  }

  /**
   * What {@link #sameBatchPercent()} is where GPUs say nothing to each other: 15 micro-batches'
   * time beside all of them, and beside an eighth of them.
   */
  static double bubbleAlonePercent() {
    double idle = STAGES - 1;
    return 100 * (BATCH + idle) / (REPLICAS * (BATCH / (double) REPLICAS + idle));
  }

  private double line(int microBatches, ToDoubleFunction<ClaimRun> figure) {
    double first = figure.applyAsDouble(one);
    return first + (microBatches - 1) * (figure.applyAsDouble(two) - first);
  }

  private static double meanComputedSeconds(ClaimRun run) {
    return run.job().gpus().stream().mapToLong(JobResult.Gpu::computedPs).average().orElseThrow()
        * 1e-12;
  }

  private static double meanBytes(ClaimRun run) {
    return (double) run.counts().payloadDelivered() / run.scenario().fabric().hosts().size();
  }

  private double gradientSeconds() {
    return gradients.result().schedules().stream()
            .mapToLong(ScheduleResult::donePs)
            .findFirst()
            .orElseThrow()
        * 1e-12;
  }

  /** The first stage's parameters over those of a layer. */
  static double gradientShare() {
    double layer = gpt3(2).parameters() - gpt3(1).parameters();
    return gpt3(LAYERS / STAGES).parameters() / layer;
  }

  /** Brown et al., Language Models are Few-Shot Learners, 2020, table 2.1: 175B. */
  private static Transformer gpt3(int layers) {
    return new Transformer(layers, 12_288, 2048, 51_200, 0, 1);
  }
}
