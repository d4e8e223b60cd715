package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** The moment at which a packet is tested for marking. */
public enum MarkingPoint implements Word {
  /** As it leaves its queue. */
  DEQUEUE,
  /** As it enters its queue. */
  ENQUEUE;

  @Override
  public String toString() {
    return word();
  }
}
