package dev.headroom.model.flow;

import dev.headroom.unit.Word;

/** The moment at which keys and values leave. */
public enum Transfer implements Word {
  /** As layers are done, while the next are worked on. */
  LAYERS,
  /** All when the prompt is. */
  WHOLE;

  @Override
  public String toString() {
    return word();
  }
}
