package dev.headroom.model.flow;

import dev.headroom.unit.Keyword;

/** Moment at which keys and values are sent. */
public enum KvTransferTiming implements Keyword {
  /** As layers are done, while the next are worked on. */
  LAYERS,
  /** All when the prompt is. */
  WHOLE;

  @Override
  public String toString() {
    return word();
  }
}
