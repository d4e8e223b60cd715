package dev.headroom.model.training;

/** Purpose of a group of GPUs. A GPU is in at most one group of each kind. */
public enum GroupKind {
  /** Those that share each layer. */
  TENSOR("tensor"),
  /** The same part of the model in all replicas. */
  DATA("data"),
  /** Replicas that share the experts. */
  EXPERT("expert"),
  /** The same experts in all replicas that have them. */
  EXPERT_DATA("expert-data"),
  /** All GPUs. */
  ALL("all"),
  /** The GPU in the previous stage that sends activations, and so on. */
  ACTIVATIONS_FROM("activations-in"),
  ACTIVATIONS_TO("activations-out"),
  GRADIENTS_FROM("gradients-in"),
  GRADIENTS_TO("gradients-out");

  private final String word;

  GroupKind(String word) {
    this.word = word;
  }

  /** As scripts and reports name it. */
  public String word() {
    return word;
  }
}
