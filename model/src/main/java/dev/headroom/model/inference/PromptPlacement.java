package dev.headroom.model.inference;

import java.util.ArrayList;
import java.util.List;

/**
 * Placement and prefill times of each prompt: its prefill instance and its decode instance. A
 * prompt goes to the instance that is free first (to join the shortest queue of tokens, as
 * Splitwise does, ISCA 2024), which works through prompts one by one; it is answered where the
 * fewest tokens have gone so far. Nothing of this waits for the network, so all of it is known
 * beforehand.
 */
public final class PromptPlacement {
  private final Prompts prompts;
  private final int[] prefill;
  private final int[] decode;
  private final long[] startPs;
  private final long[] endPs;
  private final List<List<Integer>> queues = new ArrayList<>();

  /**
   * @param basePs of a prompt, whatever its length
   * @param perTokenPs of each of its tokens
   */
  public PromptPlacement(Prompts prompts, ModelInstances instances, long basePs, long perTokenPs) {
    this.prompts = prompts;
    int n = prompts.count();
    prefill = new int[n];
    decode = new int[n];
    startPs = new long[n];
    endPs = new long[n];
    long[] freePs = new long[instances.prefill().size()];
    long[] tokens = new long[instances.decode().size()];
    for (int i = 0; i < freePs.length; i++) {
      queues.add(new ArrayList<>());
    }
    for (int prompt = 0; prompt < n; prompt++) {
      int at = least(freePs, prompts.arrivePs()[prompt]);
      int to = least(tokens, Long.MIN_VALUE);
      prefill[prompt] = at;
      decode[prompt] = to;
      startPs[prompt] = Math.max(freePs[at], prompts.arrivePs()[prompt]);
      endPs[prompt] = startPs[prompt] + basePs + perTokenPs * prompts.tokens()[prompt];
      freePs[at] = endPs[prompt];
      tokens[to] += prompts.tokens()[prompt];
      queues.get(at).add(prompt);
    }
  }

  /** The first of the least; all that are no more than a floor are alike. */
  private static int least(long[] values, long floor) {
    int least = 0;
    for (int i = 1; i < values.length; i++) {
      if (Math.max(values[i], floor) < Math.max(values[least], floor)) {
        least = i;
      }
    }
    return least;
  }

  public int count() {
    return prompts.count();
  }

  public int tokens(int prompt) {
    return prompts.tokens()[prompt];
  }

  /** When a prompt arrives, in picoseconds from the start of the workload. */
  public long arrivalPs(int prompt) {
    return prompts.arrivePs()[prompt];
  }

  /** When an instance begins with it. */
  public long startPs(int prompt) {
    return startPs[prompt];
  }

  /** When that has worked through it. */
  public long endPs(int prompt) {
    return endPs[prompt];
  }

  /** Where it is worked on, by place among the instances that do that. */
  public int prefill(int prompt) {
    return prefill[prompt];
  }

  /** Where it is answered, by place among the instances that do that. */
  public int decode(int prompt) {
    return decode[prompt];
  }

  /** The prompts that an instance works through, in order. */
  public List<Integer> queue(int instance) {
    return List.copyOf(queues.get(instance));
  }
}
