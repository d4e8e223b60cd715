package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** RDMA verb that moves a flow's data. */
public enum Verb implements Keyword {
  /** The source writes into the destination's memory. */
  WRITE,
  /** The source sends into receive requests that the destination has posted. */
  SEND,
  /** The destination asks, the source responds with the data. */
  READ;

  @Override
  public String toString() {
    return word();
  }
}
