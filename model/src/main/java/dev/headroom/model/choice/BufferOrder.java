package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** The order in which buffers are used. */
public enum BufferOrder implements Word {
  /** In turn. */
  TURN,
  /** Drawn evenly. */
  RANDOM;

  @Override
  public String toString() {
    return word();
  }
}
