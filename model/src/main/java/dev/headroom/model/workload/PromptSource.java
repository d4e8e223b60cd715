package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.inference.PromptLengths;
import dev.headroom.model.inference.Prompts;
import dev.headroom.model.inference.RequestTrace;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import java.util.List;
import java.util.Optional;

/** Source of the prompts of {@link InferenceWorkload}: random, or a recorded trace. */
final class PromptSource {
  static final Knob<Long> REQUESTS =
      Knob.of("workload.requests", WHOLE, "16", "total number of prompts").within("1", "1000000");
  static final Knob<Double> RATE =
      Knob.of(
              "workload.rate",
              NUMBER,
              "2",
              "prompts per second that arrive at all instances together")
          .within("0.000001", "1000000000")
          .from(
              InferenceWorkload.SPLITWISE + ", section III-B: Azure's traces scaled to a machine");
  static final Knob<PromptArrivals> ARRIVALS =
      Knob.of(
              "workload.arrivals",
              choice(PromptArrivals.class),
              "poisson",
              "arrival of prompts: random (Poisson) or at constant intervals; the first "
                  + "arrives at once")
          .from("Zhong et al., DistServe, OSDI 2024, section 6.1");
  static final Knob<PromptLengths> PROMPT =
      Knob.of(
              "workload.prompt",
              PromptLengths.TYPE,
              "1500",
              "tokens of a prompt: a number, points such as {512: 50%, 8192: 100%}, or the lengths of a"
                  + " published trace")
          .from(
              InferenceWorkload.SPLITWISE
                  + ": the median of programmers' prompts; Azure/AzurePublicDataset, 2023;"
                  + " kvcache-ai/Mooncake, FAST25-release");
  static final Knob<RequestTrace> TRACE =
      Knob.derived(
              "workload.trace",
              RequestTrace.TYPE,
              "randomly drawn prompts",
              "recorded prompts: file:NAME, Azure's CSV or Mooncake's JSON lines; requests "
                  + "limits their number, rate stretches or compresses their times")
          .from(
              "Azure/AzurePublicDataset, LLM inference traces of 2023 and 2024;"
                  + " kvcache-ai/Mooncake, FAST25-release");

  private PromptSource() {}

  /** How many there are. */
  static int count(Settings settings) {
    Optional<RequestTrace> trace = settings.find(TRACE);
    return trace.isPresent() && !settings.isSet(REQUESTS)
        ? trace.get().count()
        : Math.toIntExact(settings.get(REQUESTS));
  }

  /** Tokens of the longest that may come. */
  static int longest(Settings settings) {
    return settings
        .find(TRACE)
        .map(trace -> trace.longest(count(settings)))
        .orElseGet(() -> settings.get(PROMPT).longest());
  }

  /** All of them, the same for the same seed. */
  static Prompts prompts(Settings settings, WorkloadSite site) {
    return settings
        .find(TRACE)
        .map(trace -> seen(settings, trace))
        .orElseGet(() -> drawn(settings, site));
  }

  /** As they came, or drawn out so that they come at the rate that is asked for. */
  private static Prompts seen(Settings settings, RequestTrace trace) {
    int n = count(settings);
    long[] arrivePs = new long[n];
    int[] tokens = new int[n];
    for (int i = 0; i < n; i++) {
      RequestTrace.Request request = trace.requests().get(i);
      arrivePs[i] = latePs(settings, trace, request.atPs());
      tokens[i] = request.tokens();
    }
    return new Prompts(arrivePs, tokens);
  }

  private static long latePs(Settings settings, RequestTrace trace, long atPs) {
    if (!settings.isSet(RATE) || trace.lastsPs() == 0) {
      return atPs;
    }
    double ownRate = (trace.count() - 1) * 1e12 / trace.lastsPs();
    return Math.round(atPs * (ownRate / settings.get(RATE)));
  }

  private static Prompts drawn(Settings settings, WorkloadSite site) {
    int n = count(settings);
    double gapPs = 1e12 / settings.get(RATE);
    boolean even = settings.get(ARRIVALS) == PromptArrivals.EVEN;
    PromptLengths lengths = settings.get(PROMPT);
    RandomStream times = site.draws("inference/arrivals");
    RandomStream sizes = site.draws("inference/prompts");
    long[] arrivePs = new long[n];
    int[] tokens = new int[n];
    double at = 0;
    for (int i = 0; i < n; i++) {
      arrivePs[i] = Math.round(at);
      tokens[i] = lengths.quantile(sizes.nextDouble());
      at += even ? gapPs : times.nextExponential() * gapPs;
    }
    return new Prompts(arrivePs, tokens);
  }

  /** When the last may come at the latest, in picoseconds after the start of the workload. */
  static double lastAtMostPs(Settings settings) {
    int n = count(settings);
    return settings
        .find(TRACE)
        .map(trace -> (double) latePs(settings, trace, trace.requests().get(n - 1).atPs()))
        .orElseGet(() -> 30 * n * 1e12 / settings.get(RATE));
  }

  /** A trace says when prompts come, and how long they are. */
  static Optional<KnobConflict> sourceConflict(Settings settings) {
    Optional<RequestTrace> trace = settings.find(TRACE);
    if (trace.isEmpty()) {
      return Optional.empty();
    }
    for (Knob<?> drawn : List.of(PROMPT, ARRIVALS)) {
      if (settings.isSet(drawn)) {
        return Optional.of(
            new KnobConflict(
                drawn.name(), "%s already sets this".formatted(TRACE.name()), "one of the two"));
      }
    }
    int n = trace.get().count();
    return count(settings) <= n
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                REQUESTS.name(),
                "%s has only %d".formatted(TRACE.name(), n),
                "that number or fewer; omit it for all"));
  }
}
