package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.flow.EventCount;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.KvTransferTiming;
import dev.headroom.model.flow.NcclConnections;
import dev.headroom.model.inference.InferenceSchedule;
import dev.headroom.model.inference.KvCacheLayout;
import dev.headroom.model.inference.ModelInstances;
import dev.headroom.model.inference.PromptPlacement;
import dev.headroom.model.inference.ServedModel;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Workload {@code inference}: prompts arrive at prefill GPUs, which send their keys and values to
 * decode GPUs. A prompt is worked on by itself, tokens take alike, and decoding beside the first
 * token takes no time that a transfer would wait for.
 */
public final class InferenceWorkload {
  static final String SPLITWISE = "Patel et al., Splitwise, ISCA 2024";

  /** IBTA: a message is at most 2^31 B. */
  private static final long MOST_MESSAGE = 1L << 31;

  /** Later than this nothing is worked on, in picoseconds: eleven days. */
  private static final double LATEST_PS = 1e18;

  static final Knob<String> MODEL =
      Knob.of(
              "workload.model",
              choice(ServedModel.all().stream().map(ServedModel::name).toArray(String[]::new)),
              "llama-3-70b",
              "model that sets the KV cache size: layers x heads x 2 x head size per token; "
                  + "for deepseek-v3 layers x 576, of which each GPU of an instance has a full copy")
          .from(
              "their config.json; Zhao et al., Insights into DeepSeek-V3, ISCA 2025; Zhang et al.,"
                  + " OPT, arXiv 2205.01068");
  static final Knob<Long> LAYERS = shape("layers", "100000", "number of layers with a KV cache");
  static final Knob<Long> KV_HEADS =
      shape("kvHeads", "10000", "number of key-value heads in a layer");
  static final Knob<Long> HEAD_SIZE =
      shape(
          "headSize",
          "100000",
          "number of keys of a head per token; the number of values is the same");
  static final Knob<Double> VALUE_BYTES =
      Knob.of("workload.valueBytes", NUMBER, "2", "bytes per key or value; 1 in FP8")
          .within("0.25", "8")
          .from("bfloat16");
  static final Knob<Long> TENSOR =
      Knob.of(
              "workload.tensor",
              WHOLE,
              "8",
              "number of GPUs of an instance, which share the heads of each layer; with more "
                  + "GPUs than heads, several GPUs hold the same head")
          .within("1", "100000")
          .real("vllm serve --tensor-parallel-size");
  static final Knob<Long> PREFILL =
      Knob.derived(
              "workload.prefill",
              WHOLE,
              "workload.prefillShare of all instances, rounded, and at least one instance of "
                  + "either kind",
              "number of prefill instances; the others decode")
          .within("1", "100000");
  static final Knob<Double> PREFILL_SHARE =
      Knob.of(
              "workload.prefillShare",
              NUMBER,
              "0.5",
              "fraction of instances for prefill: 0.75 is three to one")
          .within("0", "1");
  static final Knob<InstancePlacement> PLACEMENT =
      Knob.of(
          "workload.placement",
          choice(InstancePlacement.class),
          "apart",
          "placement of prefill instances: first among the GPUs, or spread evenly among "
              + "decode instances");
  static final Knob<KvTransferTiming> TRANSFER =
      Knob.of(
              "workload.transfer",
              choice(KvTransferTiming.class),
              "layers",
              "transfer of the KV cache: layer by layer while later layers are computed, or "
                  + "as a whole after the prompt")
          .from(SPLITWISE + ", section IV-C; vLLM's MooncakeConnector: whole");
  static final Knob<Long> LAYERS_AT_ONCE =
      Knob.of("workload.layersAtOnce", WHOLE, "1", "number of layers that are sent together")
          .within("1", "1000");
  static final Knob<Long> PAGE_TOKENS =
      Knob.derived(
              "workload.pageTokens",
              WHOLE,
              "no pages: a GPU holds its part of a layer in one piece",
              "tokens per KV cache page; the last page of a prompt is sent whole. Each page "
                  + "of each layer is a separate work request; hosts.nic.postTime and postList set "
                  + "its cost, with hosts.stages detailed, over reliable connections")
          .within("1", "1000000")
          .from(
              "vLLM uses 16 on GPUs (config/cache.py), SGLang 1 with most backends, "
                  + "TensorRT-LLM 32")
          .real("vllm serve --block-size; sglang --page-size; tokens_per_block");
  static final Knob<KvPageLayout> PAGE_KEYS =
      Knob.derived(
              "workload.pageKeys",
              choice(KvPageLayout.class),
              "apart; together if they are one latent vector",
              "layout of keys and values of a page: apart, which takes two work requests, or "
                  + "together")
          .from(
              "vLLM's layouts: (2, blocks, ...) of FlashAttention, (blocks, 2, ...) of FlashInfer:"
                  + " vllm-project/vllm#20189");
  static final Knob<Long> PAGE_RUN =
      Knob.of(
              "workload.pageRun",
              WHOLE,
              "1",
              "average number of pages that are contiguous at both ends and are sent as one "
                  + "work request")
          .within("1", "100000")
          .from(
              "1: none; engines merge contiguous pages: NIXL's merging of descriptors, "
                  + "SGLang's group_concurrent_contiguous");
  static final Knob<Time> OVERHEAD =
      Knob.of(
              "workload.overhead",
              TIME,
              "0ns",
              "fixed time of a transfer that nothing overlaps: messages between the engines")
          .within("0ns", "100s")
          .from("0.43 ms fits vLLM with Mooncake on 8 H800; docs/validation.md");
  static final Knob<Time> PREFILL_BASE =
      Knob.of("workload.prefillBase", TIME, "0ns", "fixed prefill time of a prompt")
          .within("0ns", "100s");
  static final Knob<Time> PREFILL_PER_TOKEN =
      Knob.derived(
              "workload.prefillPerToken",
              TIME,
              "two operations per parameter and token, at the rate of the instance's GPUs",
              "prefill time per token of a prompt in an instance")
          .within("1ps", "1s")
          .from(SPLITWISE + ", Table IV: 95 ms for 1,500 tokens of Llama 2 70B on 8 H100");
  static final Knob<Double> UTILISATION =
      Knob.of(
              "workload.utilisation",
              NUMBER,
              "0.28",
              "fraction of peak operations that GPUs reach during prefill")
          .within("0.001", "1")
          .from(SPLITWISE + ", Table IV: 95 ms for 1,500 tokens of Llama 2 70B on 8 H100");
  static final Knob<Time> TOKEN_TIME =
      Knob.of(
              "workload.tokenTime",
              TIME,
              "31ms",
              "time from the complete KV cache to the first token")
          .within("0ns", "100s")
          .from(SPLITWISE + ", Table IV: between tokens of Llama 2 70B on 8 H100");

  static final Workload WORKLOAD =
      Workload.onChosenHosts(
          "inference",
          "prompts arrive at prefill GPUs, which send the KV cache to decode GPUs",
          List.of(
              NcclKnobs.MACHINE,
              MODEL,
              LAYERS,
              KV_HEADS,
              HEAD_SIZE,
              VALUE_BYTES,
              TENSOR,
              PREFILL,
              PREFILL_SHARE,
              PLACEMENT,
              PromptSource.REQUESTS,
              PromptSource.RATE,
              PromptSource.ARRIVALS,
              PromptSource.PROMPT,
              PromptSource.TRACE,
              TRANSFER,
              LAYERS_AT_ONCE,
              PAGE_TOKENS,
              PAGE_KEYS,
              PAGE_RUN,
              OVERHEAD,
              PREFILL_BASE,
              PREFILL_PER_TOKEN,
              TrainingWorkload.TFLOPS,
              UTILISATION,
              TOKEN_TIME,
              CommonParameters.START),
          InferenceWorkload::check,
          InferenceWorkload::build);

  private InferenceWorkload() {}

  private static Knob<Long> shape(String name, String most, String meaning) {
    return Knob.derived("workload." + name, WHOLE, "that of the model", meaning).within("1", most);
  }

  // --- what is asked for ------------------------------------------------------------------------

  private static ServedModel named(Settings settings) {
    return ServedModel.named(settings.get(MODEL)).orElseThrow();
  }

  private static ServedModel model(Settings settings) {
    ServedModel model = named(settings);
    return model.shaped(
        settings.find(LAYERS).map(Math::toIntExact).orElse(model.layers()),
        settings.find(KV_HEADS).map(Math::toIntExact).orElse(model.heads()),
        settings.find(HEAD_SIZE).map(size -> 2 * Math.toIntExact(size)).orElse(model.values()));
  }

  private static int tensor(Settings settings) {
    return Math.toIntExact(settings.get(TENSOR));
  }

  private static KvCacheLayout cache(Settings settings) {
    ServedModel model = model(settings);
    return new KvCacheLayout(
        model.layers(),
        settings.get(TRANSFER) == KvTransferTiming.WHOLE
            ? model.layers()
            : Math.toIntExact(settings.get(LAYERS_AT_ONCE)),
        model.bytesOfLayer(tensor(settings), settings.get(VALUE_BYTES)),
        settings.find(PAGE_TOKENS).map(tokens -> pages(settings, model, tokens)));
  }

  private static KvCacheLayout.Pages pages(Settings settings, ServedModel model, long tokens) {
    boolean apart =
        settings.find(PAGE_KEYS).map(KvPageLayout.APART::equals).orElseGet(() -> !model.isLatent());
    return new KvCacheLayout.Pages(
        Math.toIntExact(tokens), apart, Math.toIntExact(settings.get(PAGE_RUN)));
  }

  /** What queue pairs are set with for pages, each of which is a message. */
  private static FlowOverrides terms(KvCacheLayout cache) {
    OptionalLong request = cache.requestBytes();
    return request.isEmpty()
        ? FlowOverrides.NONE
        : FlowOverrides.ofMessages(Math.min(request.getAsLong(), MOST_MESSAGE));
  }

  private static ClusterLayout layout(Settings settings, WorkloadSite site) {
    return JobFlows.layout(settings, site);
  }

  private static ModelInstances instances(Settings settings, WorkloadSite site) {
    int gpus = tensor(settings);
    int all = layout(settings, site).ranks() / gpus;
    long wanted =
        settings.find(PREFILL).orElseGet(() -> Math.round(all * settings.get(PREFILL_SHARE)));
    int prefill = Math.toIntExact(Math.clamp(wanted, 1, all - 1L));
    return settings.get(PLACEMENT) == InstancePlacement.MIXED
        ? ModelInstances.mixed(gpus, all, prefill)
        : ModelInstances.disaggregated(gpus, all, prefill);
  }

  private static double perTokenPs(Settings settings) {
    Optional<Time> told = settings.find(PREFILL_PER_TOKEN);
    if (told.isPresent()) {
      return told.get().ps();
    }
    double flops =
        tensor(settings)
            * settings
                .find(TrainingWorkload.TFLOPS)
                .orElseGet(() -> TrainingWorkload.peak(machine(settings).chips().gpu()))
            * 1e12
            * settings.get(UTILISATION);
    return named(settings).flopsOfToken() / flops * 1e12;
  }

  private static Machine machine(Settings settings) {
    return NcclSearch.machine(settings);
  }

  // --- check and build --------------------------------------------------------------------------

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>();
    NcclSearch.absent(settings)
        .or(() -> NcclCollective.wholeMachines(machine(settings), site))
        .ifPresent(complaints::add);
    latent(settings)
        .or(() -> paged(settings))
        .or(() -> PromptSource.sourceConflict(settings))
        .ifPresent(complaints::add);
    if (complaints.isEmpty()) {
      split(settings, site).or(() -> tooLate(settings)).ifPresent(complaints::add);
    }
    if (complaints.isEmpty()) {
      tooMany(settings, site).ifPresent(complaints::add);
    }
    return complaints;
  }

  private static Optional<KnobConflict> latent(Settings settings) {
    ServedModel model = named(settings);
    return model.isLatent() && (settings.isSet(KV_HEADS) || settings.isSet(HEAD_SIZE))
        ? Optional.of(
            new KnobConflict(
                settings.isSet(KV_HEADS) ? KV_HEADS.name() : HEAD_SIZE.name(),
                "%s keeps one latent vector of %d values for all heads"
                    .formatted(model.name(), model.values()),
                "omit it, or use another workload.model"))
        : Optional.empty();
  }

  /** What is wrong if something is said of pages, and there are none, or of a latent vector's. */
  private static Optional<KnobConflict> paged(Settings settings) {
    boolean said = settings.isSet(PAGE_KEYS) || settings.isSet(PAGE_RUN);
    if (said && !settings.isSet(PAGE_TOKENS)) {
      return Optional.of(
          new KnobConflict(
              settings.isSet(PAGE_KEYS) ? PAGE_KEYS.name() : PAGE_RUN.name(),
              "the KV cache has no pages",
              PAGE_TOKENS.name() + " as well, such as 16"));
    }
    boolean apart = settings.find(PAGE_KEYS).filter(KvPageLayout.APART::equals).isPresent();
    return apart && named(settings).isLatent()
        ? Optional.of(
            new KnobConflict(
                PAGE_KEYS.name(),
                "%s keeps one latent vector, without separate keys and values"
                    .formatted(named(settings).name()),
                "together, or omit it"))
        : Optional.empty();
  }

  private static Optional<KnobConflict> split(Settings settings, WorkloadSite site) {
    int gpus = tensor(settings);
    int own = machine(settings).gpus();
    int all = layout(settings, site).ranks();
    if ((own % gpus != 0 && gpus % own != 0) || all % gpus != 0) {
      return Optional.of(
          new KnobConflict(
              TENSOR.name(),
              "%d GPUs, %d on each machine, cannot be divided into instances of %d"
                  .formatted(all, own, gpus),
              "a divisor of the GPUs of a machine, or the GPUs of several whole machines"));
    }
    int instances = all / gpus;
    if (instances < 2) {
      return Optional.of(
          new KnobConflict(
              TENSOR.name(),
              "%d GPUs make one instance of %d".formatted(all, gpus),
              "at least two instances: one for prefill and one for decode"));
    }
    int heads = model(settings).heads();
    if (heads % gpus != 0 && gpus % heads != 0) {
      return Optional.of(
          new KnobConflict(
              TENSOR.name(),
              "%d GPUs cannot share %d key-value heads evenly".formatted(gpus, heads),
              "a divisor of the number of heads, or a multiple of it"));
    }
    long prefill = settings.find(PREFILL).orElse(1L);
    return prefill < instances
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                PREFILL.name(),
                "all of %d instances do prefill, and none decodes".formatted(instances),
                "at most " + (instances - 1)));
  }

  /** If all came to one instance, and were the longest. */
  private static Optional<KnobConflict> tooLate(Settings settings) {
    double n = PromptSource.count(settings);
    double longest = PromptSource.longest(settings) * perTokenPs(settings);
    double last =
        PromptSource.lastAtMostPs(settings)
            + n * (settings.get(PREFILL_BASE).ps() + longest)
            + settings.get(CommonParameters.START).ps();
    return last < LATEST_PS
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                PromptSource.REQUESTS.name(),
                "arrival and prefill of these prompts may take %.0f days"
                    .formatted(last / 86_400e12),
                "fewer, a higher workload.rate, or less of workload.prefillPerToken"));
  }

  private static Optional<KnobConflict> tooMany(Settings settings, WorkloadSite site) {
    KvCacheLayout cache = cache(settings);
    double pieces = PromptSource.count(settings) * (double) cache.pieces() * tensor(settings);
    ModelInstances instances = instances(settings, site);
    double lines =
        (double) instances.prefill().size() * tensor(settings) * (3 + instances.decode().size());
    double longest = cache.bytesOfLayer() * cache.layers() * PromptSource.longest(settings);
    if (longest > Long.MAX_VALUE / 16.0 / tensor(settings)) {
      return Optional.of(
          new KnobConflict(
              (settings.isSet(PromptSource.TRACE) ? PromptSource.TRACE : PromptSource.PROMPT)
                  .name(),
              "the KV cache of a prompt is %.3g bytes on each GPU".formatted(longest),
              "shorter prompts, or a smaller model"));
    }
    return pieces + 3 * lines <= EventCount.MOST
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                PromptSource.REQUESTS.name(),
                "that makes %.0f messages and lines".formatted(pieces + 3 * lines),
                "at most %d: fewer, or more of workload.layersAtOnce".formatted(EventCount.MOST)));
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    ClusterLayout layout = layout(settings, site);
    ModelInstances instances = instances(settings, site);
    ServedModel model = model(settings);
    KvCacheLayout cache = cache(settings);
    InferenceSchedule schedule =
        new InferenceSchedule(
            model.name(),
            new PromptPlacement(
                PromptSource.prompts(settings, site),
                instances,
                settings.get(PREFILL_BASE).ps(),
                Math.round(perTokenPs(settings))),
            instances,
            cache,
            layout,
            settings.get(OVERHEAD).ps(),
            settings.get(TOKEN_TIME).ps(),
            settings.get(CommonParameters.START).ps());
    return new NcclFlows(
        site,
        layout,
        schedule,
        schedule,
        new NcclConnections(1, false, false),
        Optional.empty(),
        terms(cache),
        "%s on %s".formatted(schedule.description(), layout.cluster()),
        new BuildRecipe(WORKLOAD.name(), settings));
  }
}
