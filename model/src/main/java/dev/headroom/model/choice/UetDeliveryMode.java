package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Delivery modes of Ultra Ethernet's packet delivery sublayer: specification 1.0. */
public enum UetDeliveryMode implements Keyword {
  /** Reliable, unordered. */
  RUD,
  /** Reliable, ordered: it keeps to one way and goes back. */
  ROD,
  /** Reliable, unordered, for what may be done twice. */
  RUDI,
  /** Unreliable, unordered. */
  UUD;

  /** Whether senders hear what became of their packets. */
  public boolean isReliable() {
    return this != UUD;
  }

  /** Whether receivers know nothing of their senders. */
  public boolean isStateless() {
    return this == RUDI || this == UUD;
  }

  @Override
  public String toString() {
    return word();
  }
}
