package dev.headroom.run.claims;

import static dev.headroom.run.claims.Claim.published;
import static dev.headroom.run.claims.ClaimTrials.trials;

import dev.headroom.sim.measure.JobResult;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Claims of an article about GPT-3 on 1,024 A100; a simulation runs for each cell of its table. */
final class TrainingClaims {
  private static final ClaimExample ALONE =
      ClaimExample.of("gpt3-replica", "workload.recompute=false", "workload.utilisation=1");

  private static final Network TCP = Network.of("transport=tcp", "workload.gpuDirect=false");
  private static final Network ROCE = Network.of();
  private static final Network INFINIBAND = Network.of("transport=infiniband");

  /** A step of 1,024 GPUs with 192 micro-batches for each replica. */
  private static final String WHOLE =
      "(T1 + 191 (T2 - T1) + %.2f G)".formatted(GptTrainingStep.gradientShare());

  private TrainingClaims() {}

  static List<ClaimTrials> all() {
    return List.of(
        trials(
            "S3:216",
            new Claim.Trial(
                "",
                List.of(ROCE.one, ROCE.two, ROCE.gradients, TCP.one, TCP.two, TCP.gradients),
                runs ->
                    (samples(first(runs)) / samples(second(runs)))
                        / (first(runs).computingPercent() / second(runs).computingPercent()))),
        busy("S3:216b", 85),
        carrying("S3:216c", TCP),
        doing("S3:216d", TCP),
        trials("S3:216e", computing("", TCP)),
        busy("S3:217", 320),
        doing("S3:217b", ROCE),
        computing("S3:217c", ROCE, "InfiniBand", INFINIBAND),
        carrying("S3:217d", ROCE),
        trials(
            "S3:218",
            new Claim.Trial(
                "",
                List.of(
                    INFINIBAND.one,
                    INFINIBAND.two,
                    INFINIBAND.gradients,
                    TCP.one,
                    TCP.two,
                    TCP.gradients),
                runs -> samples(first(runs)) / samples(second(runs)))),
        busy("S3:218b", 380),
        doing("S3:218c", INFINIBAND),
        computing("S3:218d", INFINIBAND, "RoCE", ROCE),
        carrying("S3:218e", INFINIBAND),
        trials(
                "S3:292",
                sameBatch("InfiniBand, the same batch", INFINIBAND),
                grownBatch("InfiniBand, a batch that grows with the GPUs", INFINIBAND))
            .comparisons(
                sameBatch("TCP, the same batch", TCP),
                grownBatch("TCP, a batch that grows with the GPUs", TCP),
                published(
                    "no network: only the pipeline bubble, the same batch",
                    GptTrainingStep.bubbleAlonePercent(),
                    "(p - 1) / m of Narayanan et al., SC 2021, section 2.2.1")));
  }

  /** What a network is run with: one replica with one and two micro-batches, and its gradients. */
  private record Network(ClaimExample one, ClaimExample two, ClaimExample gradients) {
    static Network of(String... sets) {
      ClaimExample replica = ClaimExample.of("gpt3-replica", sets);
      return new Network(
          replica,
          replica.with("workload.microBatches=2"),
          ClaimExample.of("gpt3-gradients", sets));
    }

    Claim.Trial trial(String condition, ToDoubleFunction<GptTrainingStep> figure) {
      return new Claim.Trial(
          condition, List.of(one, two, gradients), runs -> figure.applyAsDouble(first(runs)));
    }
  }

  private static GptTrainingStep first(List<ClaimRun> runs) {
    return new GptTrainingStep(runs.get(0), runs.get(1), runs.get(2));
  }

  private static GptTrainingStep second(List<ClaimRun> runs) {
    return first(runs.subList(3, 6));
  }

  private static double samples(GptTrainingStep step) {
    return step.samplesPerSecond();
  }

  private static ClaimTrials doing(String id, Network network) {
    return trials(id, network.trial("", GptTrainingStep::samplesPerSecond));
  }

  /** Of a network that the article sets apart from another. */
  private static ClaimTrials computing(
      String id, Network network, String other, Network otherNetwork) {
    return trials(id, computing("", network)).comparisons(computing(other + ", ", otherNetwork));
  }

  private static Claim.Trial[] computing(String name, Network network) {
    return new Claim.Trial[] {
      computing(name + "1,536 sequences a step, as NVIDIA", network, 1536),
      computing(name + "128 sequences a step", network, 128),
      computing(name + "3,072 sequences a step", network, 3072)
    };
  }

  private static Claim.Trial computing(String condition, Network network, int sequences) {
    int more = sequences / GptTrainingStep.REPLICAS - 1;
    return network
        .trial(condition, step -> step.computingPercent(sequences))
        .withDerivation(
            "(C1 + %d (C2 - C1)) / (T1 + %d (T2 - T1) + %.2f G)"
                .formatted(more, more, GptTrainingStep.gradientShare()));
  }

  private static Claim.Trial sameBatch(String condition, Network network) {
    return network
        .trial(condition, GptTrainingStep::sameBatchPercent)
        .withDerivation("(T1 + 1535 (T2 - T1)) / (8 %s)".formatted(WHOLE));
  }

  private static Claim.Trial grownBatch(String condition, Network network) {
    return network
        .trial(condition, GptTrainingStep::grownBatchPercent)
        .withDerivation("(T1 + 191 (T2 - T1)) / " + WHOLE);
  }

  private static ClaimTrials carrying(String id, Network network) {
    return trials(id, network.trial("", GptTrainingStep::carryingPercent));
  }

  /** What part of their time 1,024 A100 at their peak compute for so many samples a second. */
  private static ClaimTrials busy(String id, double samples) {
    return trials(
        id, Claim.run(ALONE, run -> 100 * samples * computedSeconds(run) / GptTrainingStep.GPUS));
  }

  private static double computedSeconds(ClaimRun run) {
    return run.job().gpus().stream().mapToLong(JobResult.Gpu::computedPs).sum() * 1e-12;
  }
}
