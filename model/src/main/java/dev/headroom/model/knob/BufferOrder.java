package dev.headroom.model.knob;

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
