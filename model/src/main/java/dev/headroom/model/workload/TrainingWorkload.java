package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.collective.GpuGeneration;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.training.GpuJob;
import dev.headroom.model.training.JobSchedule;
import dev.headroom.model.training.Parallelism;
import dev.headroom.model.training.TrainingStep;
import dev.headroom.model.training.Transformer;
import dev.headroom.unit.CountedNoun;
import java.util.List;

/**
 * Workload {@code training}: one step of a transformer's training on all GPUs of the machines whose
 * NICs are the hosts.
 */
public final class TrainingWorkload {
  private static final String MEGATRON = "Megatron-LM, arguments.py";

  static final Knob<Long> LAYERS =
      whole("layers", "40", "1", "1000", "number of layers of the model");
  static final Knob<Long> HIDDEN =
      whole("hidden", "5120", "8", "1000000", "hidden size: values per token between layers");
  static final Knob<Long> SEQUENCE =
      whole("sequence", "2048", "1", "10000000", "number of tokens of a sequence");
  static final Knob<Long> VOCABULARY =
      whole("vocabulary", "51200", "1", "10000000", "vocabulary size in tokens");
  static final Knob<Long> EXPERTS =
      whole("experts", "0", "0", "10000", "number of experts per layer; 0: one plain MLP");
  static final Knob<Long> TOP_K =
      whole("topK", "2", "1", "1000", "number of experts that process a token").from(MEGATRON);
  static final Knob<Long> PIPELINE =
      whole("pipeline", "1", "1", "10000", "number of pipeline stages of the layers")
          .from(MEGATRON);
  static final Knob<Long> MICRO_BATCH =
      whole("microBatch", "1", "1", "100000", "number of sequences in a micro-batch");
  static final Knob<Long> MICRO_BATCHES =
      whole("microBatches", "8", "1", "100000", "number of micro-batches per replica in a step");
  static final Knob<Double> TFLOPS =
      Knob.derived(
              "workload.tflops",
              NUMBER,
              "the GPU's peak in bfloat16: 125, 312, 989, 2250",
              "floating-point rate of a GPU, in 10^12 operations per second")
          .within("0.001", "1000000")
          .from("NVIDIA's data sheets of V100, A100, H100 SXM, HGX B200; dense");
  static final Knob<Double> UTILISATION =
      Knob.of(
              "workload.utilisation",
              NUMBER,
              "0.5",
              "fraction of that rate that it reaches while it computes")
          .within("0.001", "1");
  static final Knob<Boolean> SEQUENCE_PARALLEL =
      Knob.of(
              "workload.sequenceParallel",
              SWITCH,
              "true",
              "sequence parallelism: activations are split along the sequence between layers")
          .from("Korthikanti et al., Reducing Activation Recomputation, MLSys 2023");
  static final Knob<Boolean> RECOMPUTE =
      Knob.of(
              "workload.recompute",
              SWITCH,
              "false",
              "activation recomputation: a layer's forward pass runs again before its "
                  + "backward pass")
          .from(MEGATRON);
  static final Knob<Boolean> DISTRIBUTED_OPTIMIZER =
      Knob.of(
              "workload.distributedOptimizer",
              SWITCH,
              "true",
              "gradients are reduce-scattered and parameters gathered; false: gradients are "
                  + "all-reduced")
          .from(MEGATRON);
  static final Knob<Long> GRADIENT_BYTES =
      whole("gradientBytes", "4", "1", "8", "bytes of a gradient on the wire").from(MEGATRON);
  static final Knob<Long> BUCKET =
      whole(
              "bucket",
              "40000000",
              "1",
              "1000000000000",
              "minimum number of parameters whose gradients are reduced together")
          .from(MEGATRON + ": ddp-bucket-size");
  static final Knob<Boolean> OVERLAP =
      Knob.of(
              "workload.overlap",
              SWITCH,
              "true",
              "gradient communication overlaps the backward pass")
          .from(MEGATRON + ": overlap-grad-reduce");

  public static final Workload WORKLOAD =
      Workload.onChosenHosts(
              "training",
              "one step of training a transformer: compute, tensor, pipeline, expert, data parallelism",
              JobFlows.parameters(
                  List.of(
                      LAYERS,
                      HIDDEN,
                      SEQUENCE,
                      VOCABULARY,
                      EXPERTS,
                      TOP_K,
                      JobFlows.TENSOR,
                      PIPELINE,
                      JobFlows.EXPERT,
                      MICRO_BATCH,
                      MICRO_BATCHES,
                      TFLOPS,
                      UTILISATION,
                      SEQUENCE_PARALLEL,
                      RECOMPUTE,
                      DISTRIBUTED_OPTIMIZER,
                      GRADIENT_BYTES,
                      BUCKET,
                      OVERLAP)),
              TrainingWorkload::check,
              TrainingWorkload::build)
          .runAs(LibraryTimeouts::ofCollectives);

  private TrainingWorkload() {}

  private static Knob<Long> whole(
      String name, String fallback, String least, String most, String meaning) {
    return Knob.of("workload." + name, WHOLE, fallback, meaning).within(least, most);
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = JobFlows.check(settings, site, settings.get(PIPELINE));
    if (settings.get(LAYERS) % settings.get(PIPELINE) != 0) {
      complaints.add(
          new KnobConflict(
              PIPELINE.name(),
              "%d layers cannot be divided into %d equal stages"
                  .formatted(settings.get(LAYERS), settings.get(PIPELINE)),
              "a divisor of workload.layers"));
    }
    long experts = settings.get(EXPERTS);
    long sharing = settings.get(JobFlows.EXPERT);
    if (sharing > 1 && (experts == 0 || experts % sharing != 0)) {
      complaints.add(
          new KnobConflict(
              EXPERTS.name(),
              "%d experts cannot be shared evenly by %d replicas".formatted(experts, sharing),
              "a multiple of workload.expert"));
    }
    if (complaints.isEmpty()) {
      JobFlows.fits(settings, site, MICRO_BATCHES, () -> schedule(settings, site))
          .ifPresent(complaints::add);
    }
    return complaints;
  }

  /** The step that these settings describe, on so many GPUs. */
  private static TrainingStep step(Settings settings, int gpus) {
    int tensor = number(settings, JobFlows.TENSOR);
    int pipeline = number(settings, PIPELINE);
    return new TrainingStep(
        new Transformer(
            number(settings, LAYERS),
            number(settings, HIDDEN),
            number(settings, SEQUENCE),
            number(settings, VOCABULARY),
            number(settings, EXPERTS),
            number(settings, TOP_K)),
        new Parallelism(
            tensor, number(settings, JobFlows.EXPERT), gpus / tensor / pipeline, pipeline),
        number(settings, MICRO_BATCH),
        number(settings, MICRO_BATCHES),
        settings.find(TFLOPS).orElseGet(() -> peak(NcclSearch.machine(settings).chips().gpu()))
            * 1e12
            * settings.get(UTILISATION),
        settings.get(SEQUENCE_PARALLEL),
        settings.get(RECOMPUTE),
        settings.get(DISTRIBUTED_OPTIMIZER),
        number(settings, GRADIENT_BYTES),
        settings.get(BUCKET),
        settings.get(OVERLAP));
  }

  /** Dense bfloat16 (of Volta: float16) with tensor cores, 10^12 a second: data sheets. */
  static double peak(GpuGeneration gpu) {
    return switch (gpu) {
      case VOLTA -> 125;
      case AMPERE -> 312;
      case HOPPER -> 989;
      case BLACKWELL -> 2250;
      case CDNA3 -> 1307;
    };
  }

  private static int number(Settings settings, Knob<Long> knob) {
    return Math.toIntExact(settings.get(knob));
  }

  private static JobSchedule schedule(Settings settings, WorkloadSite site) {
    ClusterLayout layout = JobFlows.layout(settings, site);
    TrainingStep step = step(settings, layout.ranks());
    GpuJob job = step.parallelism().job(layout, step::script);
    return JobFlows.schedule(settings, job, step.globalBatch());
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    ClusterLayout layout = JobFlows.layout(settings, site);
    TrainingStep step = step(settings, layout.ranks());
    Parallelism by = step.parallelism();
    String description =
        "a training step of %.1f billion parameters on %s: tensor %d, pipeline %d, %s"
            .formatted(
                step.model().parameters() / 1e9,
                layout.cluster(),
                by.tensor(),
                by.pipeline(),
                CountedNoun.of(by.data(), "replica"));
    return JobFlows.of(settings, site, schedule(settings, site), description, WORKLOAD.name());
  }
}
