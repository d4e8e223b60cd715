package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.run;
import static dev.headroom.app.claims.Claim.when;

import dev.headroom.model.sizing.AckTimeout;
import dev.headroom.model.training.Transformer;
import java.util.List;

/** What the articles say of collectives, training and NCCL's settings. */
final class CollectiveClaims {
  private static final double BYTES = 400e6;
  private static final double BYTES_PER_SECOND = 100e9;

  /** Brown et al., Language Models are Few-Shot Learners, 2020, table 2.1: 175B. */
  private static final Transformer GPT3 = new Transformer(96, 12_288, 2048, 51_200, 0, 1);

  private static final int GPUS = 1024;

  /** Dense bfloat16: NVIDIA's data sheet. */
  private static final double A100_FLOPS = 312e12;

  private CollectiveClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S1:12",
            "an all-reduce of 400 MB at 100 GB/s takes 4 ms",
            Stated.about(4, "ms", 0.02),
            "headroom calc nccl --algorithm ring --ranks 8 --size 400MB --busbw 800Gbps",
            when("2 ranks", () -> ringMs(2)),
            when("8 ranks", () -> ringMs(8)),
            when("64 ranks", () -> ringMs(64))),
        numeric(
            "S1:12b",
            "Gloo on a CPU takes 200 ms for the same 400 MB",
            Stated.about(200, "ms", 0.5),
            "the end of the all-reduce, over links that nobody fills",
            run("2 processes", Example.of("gloo-400mb", "fabric.hosts=2"), Experiment::lastMs),
            run("8 processes", Example.of("gloo-400mb"), Experiment::lastMs)),
        numeric(
            "S1:54",
            "NCCL_IB_TIMEOUT 20 is 4.3 s, seven times that until an error",
            Stated.about(4.295, "s", 0.001),
            "headroom calc ib-timeout --timeout 20 --retries 7",
            () -> new AckTimeout(20, 7).timeout().seconds()),
        numeric(
            "S3:216",
            "throughput of 85 and 320 samples a second goes with GPU use of 45 and 82 %",
            Stated.about(320.0 / 85, "times", 0.05),
            "82 % / 45 %: the same work a sample at the same speed",
            () -> 0.82 / 0.45),
        busy(
            "S3:216b", "85 samples a second of GPT-3 by TCP keep 1,024 A100 busy for 45 %", 85, 45),
        new Claim.Untestable(
            "S3:216c",
            "the network is used 40 % with TCP, 88 with RoCE, 92 with InfiniBand",
            "which links, of what rate, and of what time is not said"),
        busy("S3:217", "320 samples a second by RoCE keep them busy for 82 %", 320, 82),
        numeric(
            "S3:218",
            "InfiniBand is 4.5 times TCP",
            Stated.about(4.5, "times", 0.02),
            "380 / 85, of the article's own table",
            () -> 380.0 / 85),
        busy("S3:218b", "380 samples a second by InfiniBand keep them busy for 88 %", 380, 88),
        new Claim.Untestable(
            "S0:3",
            "tuning gives the last 15 to 20 %",
            "of which workload, against which defaults is not said"));
  }

  /** What part of their peak 1,024 A100 must do for so many samples of GPT-3 a second. */
  private static Claim busy(String id, String words, double samples, double percent) {
    return numeric(
        id,
        words,
        Stated.about(percent, "%", 0.1),
        "three times the operations of a forward pass over 2,048 tokens (Narayanan et al., SC 2021;"
            + " 96 layers of 12,288), over 1,024 times 312 TFLOP/s",
        () -> 100 * samples * 3 * GPT3.forwardFlops() / (GPUS * A100_FLOPS));
  }

  /** A ring sends 2(n-1)/n of the bytes over each link (Patarasuk and Yuan, 2009). */
  private static double ringMs(int ranks) {
    return 2e3 * (ranks - 1) / ranks * BYTES / BYTES_PER_SECOND;
  }
}
