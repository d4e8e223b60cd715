package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Loss recovery rule of Falcon before a timeout. */
public enum FalconRecovery implements Keyword {
  /** What was sent before something that has arrived, and the tail of a flow as a probe. */
  RACK_TLP,
  /** What is missing behind a gap in the ACK's bitmap. */
  EACK;

  @Override
  public String toString() {
    return word();
  }
}
