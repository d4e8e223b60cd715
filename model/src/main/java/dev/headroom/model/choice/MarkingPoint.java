package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Moment at which a packet is tested for ECN marking. */
public enum MarkingPoint implements Keyword {
  /** As it leaves its queue. */
  DEQUEUE,
  /** As it enters its queue. */
  ENQUEUE;

  @Override
  public String toString() {
    return word();
  }
}
