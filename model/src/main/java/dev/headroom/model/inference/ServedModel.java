package dev.headroom.model.inference;

import java.util.List;
import java.util.Optional;

/**
 * Language model parameters that determine the size of its KV cache. A token has
 *
 * <pre>
 *   layers x heads x values x bytes of a value
 * </pre>
 *
 * of them: for Llama 3 70B with two bytes a value 80 x 8 x 256 x 2 = 327,680. Where attention is
 * compressed to a latent vector (MLA), that vector is the one head that there is.
 *
 * @param name as {@code workload.model} names it
 * @param layers that keep keys and values
 * @param heads of keys and values in a layer; 1 for a latent vector, which all GPUs need whole
 * @param values of a head for one token: its keys and its values, or the latent vector
 * @param parameters that a token passes through
 * @param source where the numbers come from
 */
public record ServedModel(
    String name, int layers, int heads, int values, double parameters, String source) {
  private static final String INSIGHTS = "Zhao et al., Insights into DeepSeek-V3, ISCA 2025";

  private static final List<ServedModel> ALL =
      List.of(
          grouped("llama-3-70b", 80, 8, 128, 70.6e9, "its config.json; Llama 2 70B has the same"),
          grouped("llama-3.1-405b", 126, 8, 128, 405e9, INSIGHTS + ": 516.096 KB per token"),
          grouped("qwen-2.5-72b", 80, 8, 128, 72.7e9, INSIGHTS + ": 327.680 KB per token"),
          grouped("qwen3-8b", 36, 8, 128, 8.2e9, "its config.json"),
          new ServedModel(
              "deepseek-v3", 61, 1, 512 + 64, 37e9, INSIGHTS + ": MLA, 70.272 KB per token"),
          grouped("opt-66b", 64, 72, 128, 66e9, "Zhang et al., arXiv 2205.01068, table 1"));

  private static ServedModel grouped(
      String name, int layers, int heads, int headSize, double parameters, String source) {
    return new ServedModel(name, layers, heads, 2 * headSize, parameters, source);
  }

  /** Those that are known by name, the usual ones first. */
  public static List<ServedModel> all() {
    return ALL;
  }

  public static Optional<ServedModel> named(String name) {
    return ALL.stream().filter(model -> model.name().equals(name)).findFirst();
  }

  /** Whether keys and values are one latent vector, which is not divided by heads. */
  public boolean isLatent() {
    return heads == 1;
  }

  /** The same model with another shape. */
  public ServedModel shaped(int newLayers, int newHeads, int newValues) {
    return new ServedModel(name, newLayers, newHeads, newValues, parameters, source);
  }

  /** Keys and values of a token, in bytes, if each head is kept once. */
  public double bytesOfToken(double bytesOfValue) {
    return layers * bytesOfLayer(1, bytesOfValue);
  }

  /**
   * What each of so many GPUs that share the heads keeps of a layer for one token, in bytes. Where
   * there are more GPUs than heads, several keep the same.
   */
  public double bytesOfLayer(int gpus, double bytesOfValue) {
    return Math.ceilDiv(heads, gpus) * values * bytesOfValue;
  }

  /** Floating-point operations of a token of a prompt: a multiplication and an addition each. */
  public double flopsOfToken() {
    return 2 * parameters;
  }
}
