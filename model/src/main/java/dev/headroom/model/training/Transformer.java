package dev.headroom.model.training;

/**
 * Decoder-only transformer as Narayanan et al. count it (Efficient Large-Scale Language Model
 * Training on GPU Clusters Using Megatron-LM, SC 2021, section 5.1 and appendix).
 *
 * <p>With batch B, sequence s, hidden size h, l layers and vocabulary V, a forward pass takes
 *
 * <pre>
 *   l (24 B s h^2 + 4 B s^2 h) + 2 B s h V
 * </pre>
 *
 * floating-point operations, 24 = 8 of attention's projections + 16 of the MLP; a backward pass
 * twice that. It has {@code l (12 h^2 + 13 h) + (V + s) h} parameters.
 *
 * @param layers l
 * @param hidden h
 * @param sequence s, tokens
 * @param vocabulary V
 * @param experts MLPs of each layer, of which a token takes {@code topK}; 0 where there is one
 *     plain MLP
 * @param topK experts that a token goes to
 */
public record Transformer(
    int layers, int hidden, int sequence, int vocabulary, int experts, int topK) {
  private static final double MLP_PARAMETERS = 8;

  public boolean isDense() {
    return experts == 0;
  }

  /** Floating-point operations of a layer's attention, forward, for one sequence. */
  double attentionFlops() {
    return 8.0 * sequence * hidden * hidden + 4.0 * sequence * sequence * hidden;
  }

  /** Of its MLP, or of the experts that its tokens go to. */
  double mlpFlops() {
    return 16.0 * sequence * hidden * hidden * (isDense() ? 1 : topK);
  }

  /** Of the logits, which follow the last layer. */
  double logitFlops() {
    return 2.0 * sequence * hidden * vocabulary;
  }

  /** Of one sequence, forward. */
  public double forwardFlops() {
    return layers * (attentionFlops() + mlpFlops()) + logitFlops();
  }

  /** Parameters of a layer that all replicas have: without experts. */
  double sharedParameters() {
    double all = 12.0 * hidden * hidden + 13.0 * hidden;
    return isDense() ? all : all - MLP_PARAMETERS * hidden * hidden;
  }

  /** Parameters of a layer's experts, all together. */
  double expertParameters() {
    return MLP_PARAMETERS * hidden * hidden * experts;
  }

  /** Of the embedding, which the logits share. */
  double embeddingParameters() {
    return ((double) vocabulary + sequence) * hidden;
  }

  public double parameters() {
    return layers * (sharedParameters() + expertParameters()) + embeddingParameters();
  }
}
