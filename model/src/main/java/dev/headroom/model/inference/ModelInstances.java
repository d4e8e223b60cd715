package dev.headroom.model.inference;

import java.util.List;
import java.util.stream.IntStream;

/**
 * GPU groups that each hold the whole model: prefill instances and decode instances. Instances are
 * counted GPU by GPU: number 2 of eight GPUs has GPUs 16 to 23.
 *
 * @param gpus of each
 * @param prefill numbers of those that work through prompts
 * @param decode numbers of the others
 */
public record ModelInstances(int gpus, List<Integer> prefill, List<Integer> decode) {
  public ModelInstances {
    prefill = List.copyOf(prefill);
    decode = List.copyOf(decode);
  }

  /** The first of so many work through prompts, the others answer. */
  public static ModelInstances disaggregated(int gpus, int all, int prefill) {
    return new ModelInstances(
        gpus,
        IntStream.range(0, prefill).boxed().toList(),
        IntStream.range(prefill, all).boxed().toList());
  }

  /** Those that work through prompts are spread evenly among the others. */
  public static ModelInstances mixed(int gpus, int all, int prefill) {
    // As a line is drawn on a grid: instance i is one where i x prefill / all passes a whole.
    List<Integer> chosen =
        IntStream.range(0, all)
            .filter(i -> i == 0 || (long) i * prefill / all > (i - 1L) * prefill / all)
            .boxed()
            .toList();
    return new ModelInstances(
        gpus, chosen, IntStream.range(0, all).filter(i -> !chosen.contains(i)).boxed().toList());
  }

  /** The GPU that is one of an instance's, by its place there. */
  int gpu(int instance, int place) {
    return instance * gpus + place;
  }
}
