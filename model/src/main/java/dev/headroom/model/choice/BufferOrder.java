package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Order in which an application uses its buffers. */
public enum BufferOrder implements Keyword {
  /** In turn. */
  TURN,
  /** Drawn evenly. */
  RANDOM;

  @Override
  public String toString() {
    return word();
  }
}
