package dev.headroom.app.claims;

import static dev.headroom.app.claims.Claim.numeric;
import static dev.headroom.app.claims.Claim.published;

import dev.headroom.sim.measure.JobResult;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What an article says of GPT-3 on 1,024 A100: each cell of its table is run. */
final class TrainingClaims {
  private static final Example ALONE =
      Example.of("gpt3-replica", "workload.recompute=false", "workload.utilisation=1");

  private static final Network TCP = Network.of("transport=tcp", "workload.gpuDirect=false");
  private static final Network ROCE = Network.of();
  private static final Network INFINIBAND = Network.of("transport=infiniband");

  private static final String SAMPLES =
      "1,536 sequences, over a step of one replica by runs of one and two micro-batches, and its"
          + " gradients; Megatron-LM's authors had 48 a second, over InfiniBand";
  private static final String COMPUTING =
      "what part of the same step GPUs compute: T1 and T2 are the steps of the first two runs (job.stepPs of results.json),"
          + " C1 and C2 what GPUs compute of them (job.computingShare times that), G the gradients of a layer"
          + " (collective.timePs), %.2f of which the first stage has. A run with workload.microBatches=16 gives the"
              .formatted(GptStep.gradientShare())
          + " step of 128 sequences at once, in half a minute";

  /** A step of 1,024 GPUs with 192 micro-batches for each replica. */
  private static final String WHOLE =
      "(T1 + 191 (T2 - T1) + %.2f G)".formatted(GptStep.gradientShare());

  private static final String LAYOUT =
      "the article names no layout; of 16 stages with m micro-batches the pipeline leaves each idle for 15 of m + 15"
          + " parts of the step, whatever the network";
  private static final String CARRYING =
      "what NICs of 200 Gb/s send in the same step, of what they could";

  private TrainingClaims() {}

  static List<Claim> all() {
    return List.of(
        numeric(
            "S3:216",
            "with 3.76 times the throughput of TCP RoCE has 1.82 times the use of GPUs: a GPU that is"
                + " busy does twice as much",
            Stated.about(320.0 / 85 / (82.0 / 45), "times", 0.1),
            "samples a second over the part of the step that GPUs compute, RoCE over TCP",
            new Claim.Trial(
                "",
                List.of(ROCE.one, ROCE.two, ROCE.gradients, TCP.one, TCP.two, TCP.gradients),
                runs ->
                    (samples(first(runs)) / samples(second(runs)))
                        / (first(runs).computingPercent() / second(runs).computingPercent()))),
        busy(
            "S3:216b", "85 samples a second of GPT-3 by TCP keep 1,024 A100 busy for 45 %", 85, 45),
        carrying("S3:216c", "the network is used 40 % with TCP", 40, TCP),
        doing("S3:216d", "1,024 A100 do 85 samples of GPT-3 a second over TCP", 85, TCP),
        numeric(
                "S3:216e",
                "over TCP GPUs compute 45 % of the time",
                Stated.about(45, "%", 0.1),
                COMPUTING,
                computing("", TCP))
            .along("the number of sequences")
            .byOwnInputs(LAYOUT),
        busy("S3:217", "320 samples a second by RoCE keep them busy for 82 %", 320, 82),
        doing("S3:217b", "they do 320 samples a second over RoCE with GPUDirect", 320, ROCE),
        computing("S3:217c", "RoCE", 82, ROCE, "InfiniBand", 88, INFINIBAND),
        carrying("S3:217d", "the network is used 88 % with RoCE", 88, ROCE),
        numeric(
            "S3:218",
            "InfiniBand is 4.5 times TCP",
            Stated.about(4.5, "times", 0.02),
            "samples a second over InfiniBand over those over TCP (380 / 85 is 4.47)",
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
        busy("S3:218b", "380 samples a second by InfiniBand keep them busy for 88 %", 380, 88),
        doing("S3:218c", "they do 380 samples a second over InfiniBand", 380, INFINIBAND),
        computing("S3:218d", "InfiniBand", 88, INFINIBAND, "RoCE", 82, ROCE),
        carrying("S3:218e", "the network is used 92 % with InfiniBand", 92, INFINIBAND),
        numeric(
                "S3:292",
                "RDMA brings a scaling efficiency of 85 to 95 % on thousands of nodes",
                Stated.between(85, 95, "%"),
                "GPT-3 on 1,024 A100, which are 128 nodes, beside 128 of them; TCP has much the same. T1, T2 and G are those"
                    + " of S3:217c",
                sameBatch("InfiniBand, the same batch", INFINIBAND),
                grownBatch("InfiniBand, a batch that grows with the GPUs", INFINIBAND))
            .beside(
                sameBatch("TCP, the same batch", TCP),
                grownBatch("TCP, a batch that grows with the GPUs", TCP),
                published(
                    "no network: the bubble of the pipeline alone, the same batch",
                    GptStep.bubbleAlonePercent(),
                    "(p - 1) / m of Narayanan et al., SC 2021, section 2.2.1"))
            .byOwnInputs(
                "128 nodes, where the article has thousands, which were not run; " + LAYOUT));
  }

  /** What a network is run with: one replica with one and two micro-batches, and its gradients. */
  private record Network(Example one, Example two, Example gradients) {
    static Network of(String... sets) {
      Example replica = Example.of("gpt3-replica", sets);
      return new Network(
          replica, replica.with("workload.microBatches=2"), Example.of("gpt3-gradients", sets));
    }

    Claim.Trial trial(String condition, ToDoubleFunction<GptStep> figure) {
      return new Claim.Trial(
          condition, List.of(one, two, gradients), runs -> figure.applyAsDouble(first(runs)));
    }
  }

  private static GptStep first(List<Experiment> runs) {
    return new GptStep(runs.get(0), runs.get(1), runs.get(2));
  }

  private static GptStep second(List<Experiment> runs) {
    return first(runs.subList(3, 6));
  }

  private static double samples(GptStep step) {
    return step.samplesPerSecond();
  }

  private static Claim doing(String id, String words, double samples, Network network) {
    return numeric(
        id,
        words,
        Stated.about(samples, "samples/s", 0.1),
        SAMPLES,
        network.trial("", GptStep::samplesPerSecond));
  }

  /** Of a network that the article sets apart from another. */
  private static Claim computing(
      String id,
      String name,
      double percent,
      Network network,
      String other,
      double otherPercent,
      Network otherNetwork) {
    return numeric(
            id,
            "over %s GPUs compute %.0f %% of the time, over %s %.0f %%"
                .formatted(name, percent, other, otherPercent),
            Stated.about(percent, "%", 0.1),
            COMPUTING,
            computing("", network))
        .apartFrom(
            new Rule.Apart(name, other, percent, otherPercent),
            computing(other + ", ", otherNetwork))
        .byOwnInputs(LAYOUT);
  }

  private static Claim.Trial[] computing(String name, Network network) {
    return new Claim.Trial[] {
      computing(name + "1,536 sequences a step, as NVIDIA", network, 1536),
      computing(name + "128 sequences a step", network, 128),
      computing(name + "3,072 sequences a step", network, 3072)
    };
  }

  private static Claim.Trial computing(String condition, Network network, int sequences) {
    int more = sequences / GptStep.REPLICAS - 1;
    return network
        .trial(condition, step -> step.computingPercent(sequences))
        .takenAs(
            "(C1 + %d (C2 - C1)) / (T1 + %d (T2 - T1) + %.2f G)"
                .formatted(more, more, GptStep.gradientShare()));
  }

  private static Claim.Trial sameBatch(String condition, Network network) {
    return network
        .trial(condition, GptStep::sameBatchPercent)
        .takenAs("(T1 + 1535 (T2 - T1)) / (8 %s)".formatted(WHOLE));
  }

  private static Claim.Trial grownBatch(String condition, Network network) {
    return network
        .trial(condition, GptStep::grownBatchPercent)
        .takenAs("(T1 + 191 (T2 - T1)) / " + WHOLE);
  }

  private static Claim carrying(String id, String words, double percent, Network network) {
    return numeric(
        id,
        words,
        Stated.about(percent, "%", 0.1),
        CARRYING,
        network.trial("", GptStep::carryingPercent));
  }

  /** What part of their time 1,024 A100 at their peak compute for so many samples a second. */
  private static Claim busy(String id, String words, double samples, double percent) {
    return numeric(
        id,
        words,
        Stated.about(percent, "%", 0.1),
        "what all GPUs compute for one sequence at their peak, forward and backward, times the"
            + " samples a second, over 1,024",
        Claim.run(ALONE, run -> 100 * samples * computedSeconds(run) / GptStep.GPUS));
  }

  private static double computedSeconds(Experiment run) {
    return run.job().gpus().stream().mapToLong(JobResult.Gpu::computedPs).sum() * 1e-12;
  }
}
