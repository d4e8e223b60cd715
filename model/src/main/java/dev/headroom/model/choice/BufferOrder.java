package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Order in which an application uses its buffers. */
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
