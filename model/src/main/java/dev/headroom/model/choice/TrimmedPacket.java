package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Packet that is trimmed where a queue is full. */
public enum TrimmedPacket implements Keyword {
  /** The one that comes. */
  ARRIVING,
  /** That or the last that waits, as likely one as the other. */
  EITHER;

  @Override
  public String toString() {
    return word();
  }
}
