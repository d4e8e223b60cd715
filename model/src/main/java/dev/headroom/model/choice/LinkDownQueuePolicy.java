package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Treatment of packets in the queues of a port whose link goes down. */
public enum LinkDownQueuePolicy implements Keyword {
  /** They are lost. */
  FLUSH,
  /** They are kept until it comes up. */
  WAIT;

  @Override
  public String toString() {
    return word();
  }
}
