package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Treatment of packets in the queues of a port whose link goes down. */
public enum QueuedPackets implements Word {
  /** They are lost. */
  FLUSH,
  /** They are kept until it comes up. */
  WAIT;

  @Override
  public String toString() {
    return word();
  }
}
